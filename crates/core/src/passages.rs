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
        from | self.neighbours(from)
    }

    /// The squares that are one step away from at least one of these.
    ///
    /// This is the inner loop of every path computation: [`SquareSet`] says why it is so short. The
    /// masks of open ways keep every shift on the board.
    #[inline(always)]
    pub(crate) fn neighbours(&self, of: SquareSet) -> SquareSet {
        let SquareSet { odd, even } = of;
        let (up, right) = (self.up, self.right);
        SquareSet {
            odd: (even & up.odd)
                | ((even & up.even) << MAX_SIDE)
                | ((odd & right.odd) << 1)
                | ((odd >> 1) & right.odd),
            even: (odd & up.odd)
                | ((odd >> MAX_SIDE) & up.even)
                | ((even & right.even) << 1)
                | ((even >> 1) & right.even),
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
