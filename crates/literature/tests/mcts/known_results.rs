//! The exhaustive solver against results that others have published.

use quoridor_core::{BoardSize, Seats, Variant};

use crate::exhaustive::{Solved, Solver};

pub(crate) fn variant(size: &str, walls: u8) -> Variant {
    Variant { size: size.parse::<BoardSize>().unwrap(), seats: Seats::Two, walls }
}

fn start(size: &str, walls: u8) -> Solved {
    Solver::new(variant(size, walls)).start()
}

#[test]
fn the_second_player_wins_3x3() {
    for walls in 0..=4 {
        assert!(
            matches!(start("3x3", walls), Solved::Loss(_)),
            "{walls} walls: {:?}",
            start("3x3", walls)
        );
    }
}

#[test]
fn the_first_player_wins_4x3_with_3_walls() {
    assert!(matches!(start("4x3", 3), Solved::Win(_)));
}

#[test]
fn who_wins_3x5_depends_on_the_walls() {
    assert!(matches!(start("3x5", 3), Solved::Win(_)));
    assert!(matches!(start("3x5", 4), Solved::Loss(_)));
}

/// `cargo test --release -p quoridor-literature --test mcts -- --ignored 8x3`
#[test]
#[ignore = "takes a minute and a half and 240 MB"]
fn nobody_wins_8x3_with_3_walls() {
    assert_eq!(start("8x3", 3), Solved::Draw);
}
