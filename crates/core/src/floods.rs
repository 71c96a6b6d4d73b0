//! Several floods of the board at once.

use crate::position::Position;
use crate::square::MAX_SIDE;
use crate::square_set::SquareSet;

/// Sets of squares that grow by one step at a time, over the walls of a position; pawns are no
/// obstacles.
///
/// The words of all sets lie side by side, so that the compiler handles several sets with one
/// instruction: four floods take less than twice as long as one.
///
/// ```
/// use quoridor_core::{Floods, Position, SquareSet};
/// let [e1, a9] = ["e1", "a9"].map(|name| SquareSet::of(name.parse().unwrap()));
/// let mut floods = Floods::new(&Position::default(), [e1, a9]);
/// floods.advance();
/// assert_eq!(floods.reached(0).to_string(), "d1 e1 f1 e2");
/// assert_eq!(floods.reached(1).to_string(), "a8 a9 b9");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Floods<const COUNT: usize> {
    up: SquareSet,
    right: SquareSet,
    odd: [u64; COUNT],
    even: [u64; COUNT],
}

impl<const COUNT: usize> Floods<COUNT> {
    /// Floods that begin with these squares.
    #[inline]
    pub fn new(position: &Position, from: [SquareSet; COUNT]) -> Self {
        Self {
            up: position.passages.up,
            right: position.passages.right,
            odd: from.map(|squares| squares.odd),
            even: from.map(|squares| squares.even),
        }
    }

    /// Adds the squares that are one step away to each set.
    #[inline(always)]
    pub fn advance(&mut self) {
        // The same as `Passages::spread`, set by set.
        let (up, right) = (self.up, self.right);
        for set in 0..COUNT {
            let (odd, even) = (self.odd[set], self.even[set]);
            self.odd[set] = odd
                | (even & up.odd)
                | ((even & up.even) << MAX_SIDE)
                | ((odd & right.odd) << 1)
                | ((odd >> 1) & right.odd);
            self.even[set] = even
                | (odd & up.odd)
                | ((odd >> MAX_SIDE) & up.even)
                | ((even & right.even) << 1)
                | ((even >> 1) & right.even);
        }
    }

    /// The squares that a flood has reached.
    #[inline]
    pub fn reached(&self, flood: usize) -> SquareSet {
        SquareSet { odd: self.odd[flood], even: self.even[flood] }
    }

    /// The [words](SquareSet::words) of the squares that each flood has reached.
    #[inline(always)]
    pub fn words(&self) -> [[u64; COUNT]; 2] {
        [self.odd, self.even]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    /// The sets are those that grow one by one.
    #[test]
    fn floods_do_not_disturb_each_other() {
        let position: Position =
            "a1 c1 e1 g1 b4 d4 h8 / a5 c5 f6 / e1 e9 / 5 5 / 1".parse().unwrap();
        for square in Square::all() {
            let mut sets = [SquareSet::of(square), position.goals(position.turn())];
            let mut floods = Floods::new(&position, sets);
            for _ in 0..40 {
                assert_eq!([floods.reached(0), floods.reached(1)], sets, "{square}");
                floods.advance();
                sets = sets.map(|set| set | position.neighbours(set));
            }
        }
    }
}
