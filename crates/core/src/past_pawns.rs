//! The way to the goal for a pawn that has to get past the others.
//!
//! The rules say that pawns do not block paths, and [`Position::distance`] follows them. But until
//! the others move, their pawns *are* in the way, or a help: a pawn cannot stop on their squares,
//! and it jumps over them.

use crate::player::Player;
use crate::position::Position;
use crate::square::MAX_SQUARES;
use crate::square_set::SquareSet;

impl Position {
    /// How many moves a player's pawn needs to its goal if the other pawns stay where they are;
    /// `None` if they are in the way for good.
    ///
    /// ```
    /// use quoridor_core::{Player, Position};
    /// let position: Position = "- / - / e4 e5 / 10 10 / 1".parse().unwrap();
    /// assert_eq!(position.distance(Player::South), 5);
    /// // The jump to e6 saves one.
    /// assert_eq!(position.distance_past_pawns(Player::South), Some(4));
    /// ```
    #[inline]
    pub fn distance_past_pawns(&self, player: Player) -> Option<u8> {
        let goals = self.goals(player);
        let others = self.other_pawns(player);
        // Only from next to a pawn can one jump, and only the first time that the flood comes there
        // does it matter.
        let mut jumping_off = self.passages.spread(others) - others;
        let mut reached = SquareSet::of(self.pawn(player));
        for distance in 0..MAX_SQUARES as u8 {
            if reached.intersects(goals) {
                return Some(distance);
            }
            let mut more = self.passages.spread(reached) - others;
            let jumping = reached & jumping_off;
            if !jumping.is_empty() {
                jumping_off = jumping_off - jumping;
                more = jumping
                    .iter()
                    .fold(more, |more, square| more | self.steps_from(square, others));
            }
            if more == reached {
                return None;
            }
            reached = more;
        }
        None
    }
}
