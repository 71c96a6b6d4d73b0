//! Incrementally updated state equals the same state computed from scratch.

use quoridor_core::Position;

use crate::random::{self, Random};
use crate::slow::SlowPosition;

/// Equality of positions covers the hash and the masks of open ways: a position that is read from
/// its string works both out from the list of walls.
#[test]
fn positions_equal_themselves_rebuilt() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let variant = random::variant(&mut random);
        for (_, position) in random::game(variant, &mut random) {
            let rebuilt: Position = position.to_string().parse().unwrap();
            assert_eq!(rebuilt.hash(), position.hash(), "{position:?}");
            assert_eq!(rebuilt, position);
            assert_eq!(position.setup().position(), Ok(position));
        }
    }
}

#[test]
fn distances_equal_a_breadth_first_search() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let variant = random::variant(&mut random);
        let mut slow = SlowPosition::start(variant);
        for (mv, position) in random::game(variant, &mut random) {
            slow.play(mv);
            for (index, &player) in variant.seats.players().iter().enumerate() {
                let distances = slow.distances_to_goal(index);
                let at = |square: quoridor_core::Square| distances[usize::from(square.index())];
                assert_eq!(
                    Some(position.distance(player)),
                    at(position.pawn(player)),
                    "{position:?}"
                );
                assert_eq!(position.distances()[player], position.distance(player));
                let field = position.distance_field(player);
                for square in quoridor_core::Square::all() {
                    assert_eq!(field.get(square), at(square), "{position:?} {square}");
                }
            }
        }
    }
}

/// Different positions of a game have different hashes (a collision in so few would be a defect of
/// the keys).
#[test]
fn hashes_tell_positions_apart() {
    let mut seen = std::collections::HashMap::new();
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let variant = random::variant(&mut random);
        for (_, position) in random::game(variant, &mut random) {
            // How many walls each started with follows from the rest, but only together with the
            // walls on the board.
            let other = *seen.entry(position.hash()).or_insert(position);
            assert_eq!(other, position);
        }
    }
    assert!(seen.len() > 10_000);
}

/// The hash is part of what other machines may store, so it must never change. The number was
/// worked out by a separate program from the published SplitMix64, seed 0: keys of pawns (by seat
/// and square), walls, walls left (by seat, 0-255), turns.
#[test]
fn hash_of_the_start_is_fixed() {
    assert_eq!(Position::default().hash(), 2_233_452_965_755_499_578);
}
