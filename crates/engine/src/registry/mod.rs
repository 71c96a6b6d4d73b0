//! Players described: their options, and names with options.
//!
//! - `option`: the options of players, with their types, ranges and defaults.
//! - `options`: a name with options, `random:seed=7`, read without building the player.
//! - `error`: what can be wrong with a spec.
//!
//! The list of all players is in the crate `quoridor-players`.

mod error;
mod option;
mod options;

pub use error::SpecError;
pub use option::{
    CONTEMPT, HIGHEST_LEVEL, NO_REPEAT, OptionKind, OptionType, Parameter, SEED, SHIPPED,
    WEIGHTS_FILE, depth,
};
pub(crate) use option::{LEVEL, MULTIPV, THREADS, TIME, hash};
pub use options::Options;

use std::fmt;

use quoridor_core::Variant;

use crate::agent::{Agent, Unsupported};

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
    pub build: fn(&Options) -> Result<Box<dyn Agent>, SpecError>,
}

/// The kind of a name, one of a list.
///
/// # Errors
/// An unknown name; the error lists the known ones.
pub fn kind(name: &str, agents: &[AgentKind]) -> Result<AgentKind, SpecError> {
    agents.iter().find(|kind| kind.name == name).copied().ok_or_else(|| SpecError::UnknownName {
        name: name.to_owned(),
        known: agents.iter().map(|kind| kind.name).collect(),
    })
}

impl AgentKind {
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

/// A player of this crate, for its tests.
#[cfg(test)]
pub(crate) fn agent(spec: &str) -> Box<dyn Agent> {
    use crate::players::{alphabeta, nnue, puct, random};
    let agents = [random::KIND, puct::KIND, alphabeta::KIND, nnue::KIND];
    Options::read(spec, &agents).unwrap().build().unwrap()
}
