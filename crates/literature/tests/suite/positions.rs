//! Positions from random games, the same on every machine.

use quoridor_core::{Game, Move, Position, Variant};
use quoridor_engine::random::Random;

/// Positions of random games of a variant for two, none of them over. Every other move is a
/// step on the shortest path, so that the games get somewhere.
pub(crate) fn random_positions(variant: Variant, count: usize, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut game = Game::new(Position::start(variant));
        let plies = random.below(50);
        while game.moves().len() < plies && game.position().outcome().is_none() {
            let position = game.position();
            let ahead = Move::Step(position.shortest_path(position.turn())[1]);
            let legal: Vec<Move> = position.legal_moves().iter().collect();
            let mv = if random.chance(0.5) && position.is_legal(ahead) {
                Some(ahead)
            } else {
                random.pick(&legal)
            };
            game.play(mv.expect("a game that is not over has a move")).unwrap();
        }
        if game.position().outcome().is_none() {
            positions.push(*game.position());
        }
    }
    positions
}
