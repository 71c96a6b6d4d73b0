//! Every Quoridor player by its name.
//!
//! ```
//! use quoridor_core::Game;
//! use quoridor_engine::{Limits, choose_alone};
//! use quoridor_players::Spec;
//!
//! let mut agent = "random:seed=7".parse::<Spec>().unwrap().build().unwrap();
//! let decision = choose_alone(agent.as_mut(), &Game::default(), &Limits::NONE);
//! assert!(Game::default().position().is_legal(decision.mv));
//! ```
//!
//! - [`AGENTS`]: the one list of players. [`Spec`] is a player of it with options.
//! - [`champion`], [`perfect`]: players made of others, and of solved boards.
//! - [`levels`]: the measured strength of the levels for people.
//! - [`shipped`]: the files that players need in WebAssembly.

/// The example of README.md, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of docs/new-player.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/new-player.md")]
struct NewPlayerPage;

pub mod champion;
pub mod levels;
pub mod perfect;
pub mod shipped;
mod spec;

pub use spec::Spec;

use quoridor_engine::players::{alphabeta, nnue, puct, random};
use quoridor_engine::{AgentKind, SpecError, registry};
use quoridor_literature::{
    eizagirre, glendenning_2005, hola_2016, mertens_2006, respall_2018, respall_2018_ga,
    saadatinia_2020, van_steenbergen_2006,
};

/// Every kind of player. To add one, add it here.
pub const AGENTS: &[AgentKind] = &[
    champion::KIND,
    random::KIND,
    hola_2016::PATH,
    hola_2016::HEURISTIC,
    hola_2016::nets::NN,
    hola_2016::nets::QLNN,
    van_steenbergen_2006::BRAIN1,
    van_steenbergen_2006::BRAIN2,
    van_steenbergen_2006::BRAIN3,
    van_steenbergen_2006::BRAIN4,
    mertens_2006::KIND,
    glendenning_2005::KIND,
    respall_2018_ga::KIND,
    eizagirre::KIND,
    respall_2018::KIND,
    saadatinia_2020::KIND,
    puct::KIND,
    alphabeta::KIND,
    nnue::KIND,
    perfect::KIND,
];

/// The strongest player of games for two, and the player of commands that do not name one.
pub const CHAMPION: &str = champion::KIND.name;

/// The kind of a name.
///
/// # Errors
/// An unknown name; the error lists the known ones.
pub fn find(name: &str) -> Result<AgentKind, SpecError> {
    registry::kind(name, AGENTS)
}
