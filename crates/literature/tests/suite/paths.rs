//! Players' own path searches find what the rules' find.

use quoridor_core::{Player, Variant};
use quoridor_literature::eizagirre::a_star;

use crate::positions::random_positions;

#[test]
fn a_star_equals_breadth_first_search() {
    for position in random_positions(Variant::STANDARD, 10_000, 1) {
        for player in [Player::South, Player::North] {
            assert_eq!(a_star(&position, player), position.distance(player), "{position:?}");
        }
    }
}
