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
        self.steps_from(self.pawn(self.turn()), self.occupied())
    }

    /// The squares that the pawns of all others stand on.
    #[inline]
    pub fn other_pawns(&self, player: Player) -> SquareSet {
        self.occupied() - SquareSet::of(self.pawn(player))
    }

    /// The squares that a pawn could go to from a square, if the pawns stood on these: the walls
    /// are those of the position.
    ///
    /// ```
    /// use quoridor_core::{Position, SquareSet};
    /// let position = Position::default();
    /// let occupied = SquareSet::of("e5".parse().unwrap());
    /// let steps = position.steps_from("e4".parse().unwrap(), occupied);
    /// assert_eq!(steps.to_string(), "e3 d4 f4 e6");
    /// ```
    #[inline]
    pub fn steps_from(&self, from: Square, occupied: SquareSet) -> SquareSet {
        let near = self.passages.neighbours(SquareSet::of(from));
        if near.intersects(occupied) { self.steps_past_pawns(from, near, occupied) } else { near }
    }

    /// The squares that are one open step away from at least one of these, ignoring pawns.
    #[inline]
    pub fn neighbours(&self, of: SquareSet) -> SquareSet {
        self.passages.neighbours(of)
    }

    /// The same as [`steps_from`](Self::steps_from) where at least one neighbour is a pawn.
    ///
    /// A pawn is jumped straight. With a wall or the edge behind it, it is jumped to the sides;
    /// with another pawn behind it, not at all.
    #[cold]
    fn steps_past_pawns(&self, from: Square, near: SquareSet, occupied: SquareSet) -> SquareSet {
        let mut targets = near - occupied;
        for direction in Direction::ALL {
            let Some(jumped) = self.passages.step(from, direction) else { continue };
            if !occupied.contains(jumped) {
                continue;
            }
            if let Some(behind) = self.passages.step(jumped, direction) {
                targets.insert(behind);
            } else {
                targets.extend(
                    direction
                        .sideways()
                        .into_iter()
                        .filter_map(|side| self.passages.step(jumped, side)),
                );
            }
        }
        targets - occupied
    }
}
