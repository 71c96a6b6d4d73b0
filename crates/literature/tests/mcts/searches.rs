//! Searches to test with.

use std::sync::atomic::AtomicBool;

use quoridor_core::{Game, Player, Position};
use quoridor_engine::random::Random;
use quoridor_engine::{Decision, Limits, Watch};
use quoridor_literature::search::mcts::{Mcts, MctsSettings, Playout};

/// Plays random legal moves.
#[derive(Debug)]
pub(crate) struct Uniform;

impl Playout for Uniform {
    fn play_out(&mut self, position: &Position, random: &mut Random) -> Option<Player> {
        let mut position = *position;
        for _ in 0..100 {
            let moves = position.legal_moves();
            position.play_unchecked(moves.iter().nth(random.below(moves.len()))?);
            if position.winner().is_some() {
                break;
            }
        }
        position.winner()
    }
}

pub(crate) fn uniform(settings: MctsSettings) -> Mcts<Uniform> {
    Mcts::new(settings, Uniform)
}

/// Chooses among all legal moves.
pub(crate) fn choose(search: &mut Mcts<Uniform>, game: &Game, limits: &Limits) -> Decision {
    let stop = AtomicBool::new(false);
    let choices = game.position().legal_moves();
    search.choose(game, choices, Random::new(1), limits, &mut Watch::new(&stop, &mut |_| {}))
}
