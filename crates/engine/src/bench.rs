//! The signature of a player: how many nodes it needs for a fixed set of positions.
//!
//! Any change that alters what a search does alters the number; one that only makes it faster does
//! not. Commit messages of changes that alter play give the number, so reviewers see which kind a
//! change is.

use quoridor_core::{Game, Position};

use crate::agent::{Agent, choose_alone};
use crate::limits::Limits;

/// The player of the signature in commit messages.
pub const AGENT: &str = "alphabeta";

/// The search depth of the signature in commit messages.
pub const DEPTH: u32 = 8;

const POSITIONS: &str = include_str!("../data/bench.positions");

/// The positions, the start first.
///
/// # Panics
/// Never: a test reads the file.
pub fn positions() -> Vec<Position> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.parse().expect("the file holds position strings")).collect()
}

/// How many nodes a player searches in all positions together, each to a depth, with nothing
/// remembered from the one before.
pub fn signature(agent: &mut dyn Agent, depth: u32) -> u64 {
    positions().into_iter().fold(0, |nodes, position| {
        agent.new_game();
        nodes + choose_alone(agent, &Game::new(position), &Limits::depth(depth)).nodes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_enough_positions_and_none_twice() {
        let positions = positions();
        assert!(positions.len() >= 40);
        assert!(positions.iter().all(|position| position.outcome().is_none()));
        let mut hashes: Vec<u64> = positions.iter().map(Position::hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), positions.len());
    }

    /// The signature of `quoridor bench`. A change that is not meant to alter play must not alter
    /// it; one that is gives the new number in its commit message and here.
    #[test]
    fn the_signature_is_the_recorded_one() {
        assert_eq!(signature(crate::registry::agent(AGENT).as_mut(), DEPTH), 899_077);
    }
}
