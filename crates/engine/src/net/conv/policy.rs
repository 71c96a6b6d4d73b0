//! The moves as outputs of the network.

use std::sync::LazyLock;

use quoridor_core::{MAX_SIDE, MAX_SQUARES, Move, Orientation, Player, Square};

/// The number of logits of the policy: three planes of 81 squares.
///
/// The first plane holds the squares that the pawn goes to, the second the horizontal walls and the
/// third the vertical ones, both at the square that names the wall. Walls have no place in the last
/// row and column of their planes; those logits are never read.
pub const POLICY_SIZE: usize = 3 * MAX_SQUARES;

/// The index of a move's logit, for the player who makes it; `None` for a pass.
///
/// As in [`Planes`](super::Planes), the rows are counted from the mover's side of the board.
pub fn policy_index(mv: Move, mover: Player) -> Option<usize> {
    match mv {
        Move::Step(to) => Some(seen_by(mover, to)),
        Move::Wall(wall) => {
            let square = wall.square();
            // Seen from the other side, a slot has another square nearest the corner.
            let row = match mover {
                Player::North => MAX_SIDE - 2 - square.row(),
                _ => square.row(),
            };
            let plane = match wall.orientation() {
                Orientation::Horizontal => 1,
                Orientation::Vertical => 2,
            };
            Some(plane * MAX_SQUARES + usize::from(row * MAX_SIDE + square.column()))
        }
        Move::Pass => None,
    }
}

/// The [`policy_index`] of each move by its own index; of the pass, zero.
pub fn policy_places(mover: Player) -> &'static [u8; Move::COUNT] {
    static PLACES: LazyLock<[[u8; Move::COUNT]; 2]> = LazyLock::new(|| {
        [Player::South, Player::North].map(|mover| {
            std::array::from_fn(|index| {
                let mv = Move::from_index(index as u8).expect("an index of a move");
                policy_index(mv, mover).map_or(0, |place| place as u8)
            })
        })
    });
    &PLACES[usize::from(mover == Player::North)]
}

/// The index of a square with the rows counted from a player's side, South or North.
pub(super) const fn seen_by(player: Player, square: Square) -> usize {
    let row = match player {
        Player::North => MAX_SIDE - 1 - square.row(),
        _ => square.row(),
    };
    row as usize * MAX_SIDE as usize + square.column() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_core::{BoardSize, Symmetry};

    fn all_moves() -> impl Iterator<Item = Move> {
        (0..Move::COUNT as u8 - 1).filter_map(Move::from_index)
    }

    #[test]
    fn every_move_has_its_own_place() {
        for mover in [Player::South, Player::North] {
            let mut places: Vec<usize> =
                all_moves().map(|mv| policy_index(mv, mover).unwrap()).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), 81 + 128);
            assert!(places.iter().all(|&place| place < POLICY_SIZE));
            assert_eq!(policy_index(Move::Pass, mover), None);
            for mv in all_moves() {
                let place = policy_places(mover)[usize::from(mv.index())];
                assert_eq!(policy_index(mv, mover), Some(place.into()));
            }
        }
    }

    /// Worked out by hand: e2 is the fifth square of the second row.
    #[test]
    fn places_worked_out_by_hand() {
        let place = |text: &str, mover| policy_index(text.parse().unwrap(), mover).unwrap();
        assert_eq!(place("e2", Player::South), 9 + 4);
        assert_eq!(place("e8", Player::North), 9 + 4);
        assert_eq!(place("e3h", Player::South), 81 + 2 * 9 + 4);
        assert_eq!(place("e3v", Player::South), 162 + 2 * 9 + 4);
        // The wall between the rows 3 and 4 is between the rows 7 and 6 as North counts.
        assert_eq!(place("e3h", Player::North), 81 + 5 * 9 + 4);
    }

    /// North sees what South would see of the position that is turned upside down.
    #[test]
    fn both_players_see_the_same() {
        for mv in all_moves() {
            let turned = Symmetry::MirrorRotation.mv(mv, BoardSize::STANDARD);
            assert_eq!(policy_index(mv, Player::North), policy_index(turned, Player::South));
        }
    }
}
