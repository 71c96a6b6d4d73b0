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

/// A player of this crate, for its tests.
#[cfg(test)]
fn agent(spec: &str) -> Box<dyn quoridor_engine::Agent> {
    use quoridor_engine::{players::random, registry::Options};
    let agents = [
        random::KIND,
        hola_2016::PATH,
        hola_2016::HEURISTIC,
        hola_2016::nets::NN,
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
    ];
    Options::read(spec, &agents).unwrap().build().unwrap()
}
