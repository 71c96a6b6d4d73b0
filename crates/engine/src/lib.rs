//! Choosing a move in Quoridor.
//!
//! ```
//! use quoridor_core::Game;
//! use quoridor_engine::players::alphabeta;
//! use quoridor_engine::registry::Options;
//! use quoridor_engine::{Limits, choose_alone};
//!
//! let mut agent = Options::of(alphabeta::KIND).with("hash", "1").unwrap().build().unwrap();
//! let decision = choose_alone(agent.as_mut(), &Game::default(), &Limits::depth(4));
//! assert!(Game::default().position().is_legal(decision.mv));
//! ```
//!
//! # Modules
//! - [`Agent`]: a player. [`Limits`] in, [`Decision`] out; [`Watch`] stops and watches it.
//! - [`registry`]: how players describe themselves, and lists of them.
//! - [`players`]: `puct`, `alphabeta`, `nnue` and a random one, a file or folder each.
//! - [`net`]: the convolutional network.
//! - [`book`]: the opening book, and openings with names.
//! - [`protocol`]: how other programs talk to a player.
//! - [`race`], [`run`]: positions solved exactly.

/// The example of README.md, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod agent;
pub mod bench;
pub mod book;
mod clock;
mod decision;
mod few;
mod fnv;
mod limits;
mod logarithm;
pub mod net;
pub mod players;
pub mod protocol;
pub mod race;
pub mod random;
pub mod registry;
mod repetition;
pub mod run;
pub mod shipped;
pub mod small_file;

pub use agent::{Agent, Unsupported, Watch, any_variant, choose_alone, two_players_only};
pub use clock::Moment;
#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use decision::{Decision, LOG_ODDS_PER_STEP, Progress, RootMove, Term, Value};
pub use few::sort_few;
pub use fnv::Fnv;
pub use limits::{Budget, Limits};
pub use logarithm::ln;
pub use registry::{AgentKind, OptionKind, OptionType, SpecError};
pub use repetition::{choices, moves_without_repetition};
