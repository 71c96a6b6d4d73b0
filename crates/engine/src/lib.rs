//! Choosing a move in Quoridor.
//!
//! ```
//! use quoridor_core::Game;
//! use quoridor_engine::{Limits, Spec, choose_alone};
//!
//! let mut agent = "random:seed=7".parse::<Spec>().unwrap().build().unwrap();
//! let decision = choose_alone(agent.as_mut(), &Game::default(), &Limits::NONE);
//! assert!(Game::default().position().is_legal(decision.mv));
//! ```
//!
//! # Modules
//! - [`Agent`]: a player. [`Limits`] in, [`Decision`] out; [`Watch`] stops and watches it.
//! - [`registry`]: every player by its name; [`Spec`] is a name with options.
//! - [`book`]: the opening book, and openings with names.
//! - [`levels`]: how strong the levels for people were found to be.
//! - [`players`]: the players of the literature, a file or folder each.
//! - [`protocol`]: how other programs talk to a player.
//! - [`search`]: alpha-beta and Monte Carlo tree search, for any [`Evaluator`] and any playout.

/// The example of README.md, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of docs/new-player.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/new-player.md")]
struct NewPlayerPage;

mod agent;
pub mod bench;
pub mod book;
mod clock;
mod decision;
mod evaluator;
mod few;
mod fnv;
pub mod levels;
mod limits;
pub mod net;
pub mod players;
pub mod protocol;
pub mod race;
pub mod random;
pub mod registry;
mod repetition;
pub mod run;
pub mod search;
mod small_file;

pub use agent::{Agent, Unsupported, Watch, any_variant, choose_alone, two_players_only};
pub use clock::Moment;
#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use decision::{Decision, LOG_ODDS_PER_STEP, Progress, RootMove, Term, Value};
pub use evaluator::Evaluator;
pub use few::sort_few;
pub use fnv::Fnv;
pub use limits::{Budget, Limits};
pub use registry::{AgentKind, DEFAULT_AGENT, OptionKind, OptionType, Spec, SpecError};
pub use repetition::moves_without_repetition;
