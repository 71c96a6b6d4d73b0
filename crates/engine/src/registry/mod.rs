//! Every player by its name: the one list of players.
//!
//! - `option`: the options of players, with their types, ranges and defaults.
//! - `spec`: a name with options, `random:seed=7`, read without building the player.
//! - `error`: what can be wrong with a spec.

mod error;
mod option;
mod spec;

pub use error::SpecError;
pub(crate) use option::{CONTEMPT, LEVEL, MULTIPV, THREADS, TIME, WEIGHTS_FILE, hash};
pub use option::{NO_REPEAT, OptionKind, OptionType, Parameter, SEED, SHIPPED, depth};
pub use spec::{Options, Spec};

use std::fmt;

use quoridor_core::Variant;

use crate::agent::{Agent, Unsupported};
use crate::players;

/// A kind of player. docs/new-player.md shows how to write one.
#[derive(Clone, Copy)]
pub struct AgentKind {
    /// The name, as in a spec.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The options that can be set.
    pub options: &'static [OptionKind],
    /// Whether it plays a variant.
    pub supports: fn(Variant) -> Result<(), Unsupported>,
    /// Builds a player from options that were checked against their types.
    pub build: fn(&Options<'_>) -> Result<Box<dyn Agent>, SpecError>,
}

/// Every kind of player. To add one, add it here.
pub const AGENTS: &[AgentKind] = &[
    players::champion::KIND,
    players::random::KIND,
    players::hola_2016::PATH,
    players::hola_2016::HEURISTIC,
    players::hola_2016_nets::NN,
    players::hola_2016_nets::QLNN,
    players::van_steenbergen_2006::BRAIN1,
    players::van_steenbergen_2006::BRAIN2,
    players::van_steenbergen_2006::BRAIN3,
    players::van_steenbergen_2006::BRAIN4,
    players::mertens_2006::KIND,
    players::glendenning_2005::KIND,
    players::respall_2018_ga::KIND,
    players::eizagirre::KIND,
    players::respall_2018::KIND,
    players::saadatinia_2020::KIND,
    players::puct::KIND,
    players::alphabeta::KIND,
    players::nnue::KIND,
    players::perfect::KIND,
];

impl AgentKind {
    /// The kind of a name.
    ///
    /// # Errors
    /// An unknown name; the error lists the known ones.
    pub fn find(name: &str) -> Result<&'static Self, SpecError> {
        AGENTS
            .iter()
            .find(|kind| kind.name == name)
            .ok_or_else(|| SpecError::UnknownName { name: name.to_owned() })
    }

    /// Whether players of this kind play a variant.
    ///
    /// # Errors
    /// The variants that they play, in one line.
    pub fn supports(&self, variant: Variant) -> Result<(), Unsupported> {
        (self.supports)(variant)
    }

    /// The option of a name.
    pub fn option(&self, name: &str) -> Option<&'static OptionKind> {
        self.options.iter().find(|option| option.name == name)
    }
}

impl fmt::Debug for AgentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentKind").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The strongest player of games for two.
pub const CHAMPION: &str = players::champion::KIND.name;

/// The player of commands that do not name one.
pub const DEFAULT_AGENT: &str = CHAMPION;
