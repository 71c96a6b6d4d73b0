//! Positions for the tests: open boards and mazes, pawns far apart and face to face.

use quoridor_core::{Move, Position, Variant};
use quoridor_engine::random::Random;

/// Positions of games for two that are not over, the same on every machine.
pub(super) fn positions(variant: Variant, count: usize) -> Vec<Position> {
    let mut random = Random::new(1);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let plies = random.below(60);
        let mut position = Position::start(variant);
        for _ in 0..plies {
            if position.winner().is_none() {
                position.play_unchecked(choose(&position, &mut random));
            }
        }
        if position.winner().is_none() {
            positions.push(position);
        }
    }
    positions
}

/// Any wall, or a step on the way to the goal.
fn choose(position: &Position, random: &mut Random) -> Move {
    let walls: Vec<Move> = position.legal_walls().iter().map(Move::Wall).collect();
    let steps: Vec<Move> = position.legal_steps().iter().map(Move::Step).collect();
    let ahead = Move::Step(position.shortest_path(position.turn())[1]);
    match random.pick(&walls) {
        Some(wall) if random.chance(0.4) => wall,
        _ if steps.contains(&ahead) && random.chance(0.7) => ahead,
        _ => random.pick(&steps).expect("two players can always step"),
    }
}
