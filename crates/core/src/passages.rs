//! The ways between neighbouring squares that no wall closes.

use crate::direction::Direction;
use crate::square::{MAX_SIDE, Square};
use crate::square_set::SquareSet;
use crate::wall::{Orientation, SLOT_SIDE, Wall};

/// Which neighbouring squares are joined.
///
/// A way between two squares is kept once, at the square nearer `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Passages {
    /// The squares that are joined to the one above.
    pub(crate) up: SquareSet,
    /// The squares that are joined to the one on the right.
    pub(crate) right: SquareSet,
}

/// The squares whose way up (or right) each wall closes, by the wall's index.
static CLOSED: [SquareSet; 128] = {
    let mut closed = [SquareSet::EMPTY; 128];
    let mut slot = 0;
    while slot < SLOT_SIDE * SLOT_SIDE {
        let square = slot / SLOT_SIDE * MAX_SIDE + slot % SLOT_SIDE;
        let [first, beside, above] = [
            Square::from_index_unchecked(square),
            Square::from_index_unchecked(square + 1),
            Square::from_index_unchecked(square + MAX_SIDE),
        ];
        closed[slot as usize] = SquareSet::of(first).with(beside);
        closed[(slot + SLOT_SIDE * SLOT_SIDE) as usize] = SquareSet::of(first).with(above);
        slot += 1;
    }
    closed
};

impl Passages {
    /// Closes the two ways that a wall lies across.
    #[inline]
    pub(crate) fn close(&mut self, wall: Wall) {
        let closed = CLOSED[wall.index() as usize];
        match wall.orientation() {
            Orientation::Horizontal => self.up = self.up - closed,
            Orientation::Vertical => self.right = self.right - closed,
        }
    }

    /// The square next to this one, if the way there is open.
    #[inline]
    pub(crate) fn step(&self, from: Square, direction: Direction) -> Option<Square> {
        let index = from.index();
        let (open, to) = match direction {
            Direction::Up => (self.up.contains(from), index + MAX_SIDE),
            Direction::Right => (self.right.contains(from), index + 1),
            Direction::Down => {
                let to = index.checked_sub(MAX_SIDE)?;
                (self.up.contains(Square::from_index_unchecked(to)), to)
            }
            Direction::Left => {
                let to = index.checked_sub(1)?;
                (self.right.contains(Square::from_index_unchecked(to)), to)
            }
        };
        open.then(|| Square::from_index_unchecked(to))
    }

    /// The squares and all that are one step away from them.
    #[inline(always)]
    pub(crate) fn spread(&self, from: SquareSet) -> SquareSet {
        let SquareSet { low, high } = self.spread_loosely(from);
        SquareSet { low: low & SquareSet::FULL.low, high }
    }

    /// The same, for loops that spread again and again and need not know when they are done: the one bit of the low word that no
    /// square owns may be set in the argument, and may be set in the answer, where it means nothing.
    ///
    /// This is the inner loop of every path computation. [`SquareSet`] says why the set is in two words. The masks of open ways
    /// keep a shift from leaving the board, so that no further mask is needed; only a shift up from a7 sets that one bit,
    /// and from there nothing leads on but the way back.
    #[inline(always)]
    pub(crate) fn spread_loosely(&self, from: SquareSet) -> SquareSet {
        const ROW: u8 = MAX_SIDE;
        const TOP_OF_LOW: u8 = 6 * MAX_SIDE;
        let up = from & self.up;
        let right = from & self.right;
        SquareSet {
            low: from.low
                | (up.low << ROW)
                | (right.low << 1)
                | (((from.low >> ROW) | (from.high << TOP_OF_LOW)) & self.up.low)
                | ((from.low >> 1) & self.right.low),
            high: from.high
                | (up.high << ROW)
                | (up.low >> TOP_OF_LOW)
                | (right.high << 1)
                | ((from.high >> ROW) & self.up.high)
                | ((from.high >> 1) & self.right.high),
        }
    }

    /// Every square that can be walked to from these.
    pub(crate) fn reachable(&self, from: SquareSet) -> SquareSet {
        let mut reached = from;
        loop {
            let more = self.spread(reached);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}
