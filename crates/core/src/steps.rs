//! Where a pawn can go.

use crate::direction::Direction;
use crate::player::Player;
use crate::position::Position;
use crate::square::Square;
use crate::square_set::SquareSet;

impl Position {
    /// The squares that the pawn of the player to move can go to.
    #[inline]
    pub(crate) fn pawn_targets(&self) -> SquareSet {
        self.targets(self.pawn(self.turn()), self.occupied())
    }

    /// The squares that a player's pawn could go to if it stood on this square, which no other pawn stands on, and if it were its turn.
    ///
    /// ```
    /// use quoridor_core::{Player, Position};
    /// let position: Position = "- / - / e1 e9 / 10 10 / 1".parse().unwrap();
    /// assert_eq!(position.steps_from(Player::South, "e8".parse().unwrap()).to_string(), "e7 d8 f8 d9 f9");
    /// ```
    #[inline]
    pub fn steps_from(&self, player: Player, from: Square) -> SquareSet {
        self.targets(from, self.other_pawns(player))
    }

    /// The squares that the pawns of the others stand on.
    #[inline]
    pub(crate) fn other_pawns(&self, player: Player) -> SquareSet {
        self.occupied() - SquareSet::of(self.pawn(player))
    }

    /// Where a pawn on a square can go if pawns stand on the occupied squares.
    #[inline]
    pub(crate) fn targets(&self, from: Square, occupied: SquareSet) -> SquareSet {
        let pawn = SquareSet::of(from);
        let near = self.passages.spread(pawn) - pawn;
        if near.intersects(occupied) { self.targets_past_pawns(from, near, occupied) } else { near }
    }

    /// The same where at least one neighbour is a pawn.
    ///
    /// A pawn is jumped straight. With a wall or the edge behind it, it is jumped to the sides; with another pawn behind it, not
    /// at all.
    #[cold]
    fn targets_past_pawns(&self, from: Square, near: SquareSet, occupied: SquareSet) -> SquareSet {
        let mut targets = near - occupied;
        for direction in Direction::ALL {
            let Some(jumped) = self.passages.step(from, direction) else { continue };
            if !occupied.contains(jumped) {
                continue;
            }
            if let Some(behind) = self.passages.step(jumped, direction) {
                targets.insert(behind);
            } else {
                targets.extend(direction.sideways().into_iter().filter_map(|side| self.passages.step(jumped, side)));
            }
        }
        targets - occupied
    }
}
