//! Where a pawn can go.

use crate::direction::Direction;
use crate::position::Position;
use crate::square::Square;
use crate::square_set::SquareSet;

impl Position {
    /// The squares that the pawn of the player to move can go to.
    #[inline]
    pub(crate) fn pawn_targets(&self) -> SquareSet {
        let from = self.pawn(self.turn());
        let pawn = SquareSet::of(from);
        let near = self.passages.spread(pawn) - pawn;
        let occupied = self.occupied();
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
