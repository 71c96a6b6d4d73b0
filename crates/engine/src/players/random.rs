//! A player that moves at random: the least that every other must beat.

use quoridor_core::Game;

use crate::agent::{Agent, Watch, any_variant};
use crate::decision::Decision;
use crate::limits::Limits;
use crate::random::Random;
use crate::registry::{AgentKind, SEED};

/// The player for a registry.
pub const KIND: AgentKind = AgentKind {
    name: "random",
    summary: "every legal move is as likely as any other",
    options: &[SEED],
    supports: any_variant,
    build: |options| {
        let seed = options.get("seed");
        Ok(Box::new(RandomPlayer { seed, random: Random::new(seed) }))
    },
};

/// Chooses uniformly among the legal moves.
#[derive(Debug)]
pub struct RandomPlayer {
    seed: u64,
    random: Random,
}

impl Agent for RandomPlayer {
    fn choose(&mut self, game: &Game, _limits: &Limits, _watch: &mut Watch<'_>) -> Decision {
        let moves = game.position().legal_moves();
        let index = self.random.below(moves.len());
        Decision::at_once(moves.iter().nth(index).expect("the index is below the number of moves"))
    }

    fn new_game(&mut self) {
        self.random = Random::new(self.seed);
    }
}
