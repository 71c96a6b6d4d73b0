//! The Quoridor players of the literature.
//!
//! A file or folder each, named after the paper, with its citation and everything that had to be
//! inferred on top. They share two searches that are written to be read.
//!
//! ```
//! use quoridor_core::Game;
//! use quoridor_engine::registry::Options;
//! use quoridor_engine::{Limits, choose_alone};
//! use quoridor_literature::mertens_2006;
//!
//! let mut agent = Options::of(mertens_2006::KIND).with("depth", "2").unwrap().build().unwrap();
//! let decision = choose_alone(agent.as_mut(), &Game::default(), &Limits::NONE);
//! assert_eq!(decision.mv.to_string(), "e2");
//! ```
//!
//! - [`search`]: alpha-beta and Monte Carlo tree search, for any [`Evaluator`] and any playout.
//! - [`hola_2016`]: also its networks, their inputs and their files.

pub mod eizagirre;
mod evaluator;
pub mod glendenning_2005;
pub mod hola_2016;
pub mod mertens_2006;
pub mod respall_2018;
pub mod respall_2018_ga;
pub mod saadatinia_2020;
pub mod search;
pub mod van_steenbergen_2006;

pub use evaluator::Evaluator;

/// A player with options, for tests.
#[cfg(test)]
fn agent(kind: quoridor_engine::AgentKind, options: &str) -> Box<dyn quoridor_engine::Agent> {
    let text = format!("{}:{options}", kind.name);
    quoridor_engine::registry::Options::read(&text, &[kind]).unwrap().build().unwrap()
}
