//! Steps from anywhere and distances past the other pawns, against plain breadth-first search with
//! the slow rules.

use std::collections::VecDeque;

use quoridor_core::{Player, Position, Square, SquareSet, Variant};

use crate::random::{self, Random};
use crate::slow::SlowPosition;

/// How many moves a pawn needs to its goal while the others stand still, one square after the
/// other.
fn slow_distance(
    position: &Position,
    slow: &SlowPosition,
    index: usize,
    player: Player,
) -> Option<u8> {
    let mut distances = [None; 81];
    let start = position.pawn(player);
    distances[usize::from(start.index())] = Some(0);
    let mut queue = VecDeque::from([start]);
    while let Some(square) = queue.pop_front() {
        let distance = distances[usize::from(square.index())];
        if position.goals(player).contains(square) {
            return distance;
        }
        for next in slow.steps_from(index, square) {
            let entry = &mut distances[usize::from(next.index())];
            if entry.is_none() {
                *entry = distance.map(|distance| distance + 1);
                queue.push_back(next);
            }
        }
    }
    None
}

/// Checks the positions of one random game, and says how many there were.
fn check_game(variant: Variant, random: &mut Random) -> usize {
    let mut slow = SlowPosition::start(variant);
    let game = random::game(variant, random);
    for (mv, position) in &game {
        slow.play(*mv);
        for (index, &player) in variant.seats.players().iter().enumerate() {
            let distance = slow_distance(position, &slow, index, player);
            assert_eq!(position.distance_past_pawns(player), distance, "{position:?} {player}");
            let square = random.pick(&variant.size.squares().iter().collect::<Vec<_>>());
            if !position.occupied().contains(square) {
                let steps = slow.steps_from(index, square);
                assert_eq!(
                    position.steps_from(square, position.other_pawns(player)),
                    steps,
                    "{position:?} {player} {square}"
                );
            }
            let from_pawn = slow.distances_from(position.pawn(player));
            let between = position.steps_between(position.pawn(player), SquareSet::of(square));
            assert_eq!(
                between,
                from_pawn[usize::from(square.index())],
                "{position:?} {player} {square}"
            );
        }
    }
    game.len()
}

#[test]
fn ten_thousand_positions_equal_the_slow_ones() {
    let mut random = Random::new(2005);
    let mut positions = 0;
    while positions < 10_000 {
        positions += check_game(Variant::STANDARD, &mut random);
    }
}

#[test]
fn every_variant_equals_the_slow_one() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let variant = random::variant(&mut random);
        check_game(variant, &mut random);
    }
}

fn distances(text: &str) -> (u8, Option<u8>) {
    let position: Position = text.parse().unwrap();
    (position.distance(Player::South), position.distance_past_pawns(Player::South))
}

#[test]
fn a_pawn_helps_hinders_and_blocks() {
    // A jump saves a step; a pawn out of reach changes nothing.
    assert_eq!(distances("- / - / e4 e5 / 10 10 / 1"), (5, Some(4)));
    assert_eq!(distances("- / - / e4 a2 / 10 10 / 1"), (5, Some(5)));
    // With a wall behind it, the pawn is jumped to the side: to f5, and four rows are left.
    assert_eq!(distances("d5 / - / e4 e5 / 9 10 / 1"), (6, Some(5)));
    // From e4 every way leads over e5. Behind that e6 is open, so d5 cannot be jumped to; and e6
    // and e7 are a dead end.
    let blocked = "e3 e7 / d3 e4 d6 e6 / e4 e5 / 7 7 / 1";
    let position: Position = blocked.parse().unwrap();
    let e4: Square = "e4".parse().unwrap();
    assert_eq!(position.steps_from(e4, position.other_pawns(Player::South)).to_string(), "e6");
    assert_eq!(distances(blocked), (6, None));
}
