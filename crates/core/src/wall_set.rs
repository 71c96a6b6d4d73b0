//! Sets of walls, as bitboards.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

use crate::wall::{Orientation, SLOT_SIDE, Wall};

/// The slots of the first column, that is, those whose horizontal wall reaches the left edge.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << (SLOT_SIDE - 1);

/// Slot bitboards: eight rows of eight, the slot of `a1` lowest.
pub(crate) mod slots {
    use super::{FIRST_COLUMN, LAST_COLUMN, SLOT_SIDE};

    /// Every slot moved one column to the right; the last column drops out.
    #[inline(always)]
    pub(crate) const fn right(slots: u64) -> u64 {
        (slots & !LAST_COLUMN) << 1
    }

    /// Every slot moved one column to the left; the first column drops out.
    #[inline(always)]
    pub(crate) const fn left(slots: u64) -> u64 {
        (slots & !FIRST_COLUMN) >> 1
    }

    /// Every slot moved one row up; the last row drops out.
    #[inline(always)]
    pub(crate) const fn up(slots: u64) -> u64 {
        slots << SLOT_SIDE
    }

    /// Every slot moved one row down; the first row drops out.
    #[inline(always)]
    pub(crate) const fn down(slots: u64) -> u64 {
        slots >> SLOT_SIDE
    }
}

/// A set of walls.
///
/// Nothing keeps overlapping or crossing walls out of a set: a set of *legal* walls is full of
/// them.
///
/// ```
/// use quoridor_core::{Wall, WallSet};
/// let set: WallSet = ["e3h", "a1v"].iter().map(|name| name.parse::<Wall>().unwrap()).collect();
/// assert!(set.contains("a1v".parse().unwrap()));
/// assert_eq!(set.to_string(), "e3h a1v");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct WallSet {
    pub(crate) horizontal: u64,
    pub(crate) vertical: u64,
}

impl WallSet {
    /// No wall.
    pub const EMPTY: Self = Self { horizontal: 0, vertical: 0 };

    /// The set of one wall.
    #[inline]
    pub const fn of(wall: Wall) -> Self {
        let bit = 1 << wall.slot();
        match wall.orientation() {
            Orientation::Horizontal => Self { horizontal: bit, vertical: 0 },
            Orientation::Vertical => Self { horizontal: 0, vertical: bit },
        }
    }

    /// The set with one more wall.
    #[inline]
    #[must_use]
    pub const fn with(self, wall: Wall) -> Self {
        let one = Self::of(wall);
        Self {
            horizontal: self.horizontal | one.horizontal,
            vertical: self.vertical | one.vertical,
        }
    }

    /// Puts a wall into the set.
    #[inline]
    pub const fn insert(&mut self, wall: Wall) {
        *self = self.with(wall);
    }

    /// Whether the wall is in the set.
    #[inline]
    pub const fn contains(self, wall: Wall) -> bool {
        let slots = match wall.orientation() {
            Orientation::Horizontal => self.horizontal,
            Orientation::Vertical => self.vertical,
        };
        slots >> wall.slot() & 1 != 0
    }

    /// How many walls are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        (self.horizontal.count_ones() + self.vertical.count_ones()) as usize
    }

    /// Whether no wall is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.horizontal | self.vertical == 0
    }

    /// Whether the two sets share a wall.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        (self.horizontal & other.horizontal) | (self.vertical & other.vertical) != 0
    }

    /// The walls that share an edge or a middle with a wall of this set, and so cannot be placed
    /// beside it.
    ///
    /// ```
    /// use quoridor_core::{Wall, WallSet};
    /// let e3h: Wall = "e3h".parse().unwrap();
    /// assert_eq!(WallSet::of(e3h).conflicts().to_string(), "d3h e3h f3h e3v");
    /// ```
    #[inline]
    #[must_use]
    pub const fn conflicts(self) -> Self {
        let Self { horizontal, vertical } = self;
        Self {
            horizontal: horizontal | slots::left(horizontal) | slots::right(horizontal) | vertical,
            vertical: vertical | slots::down(vertical) | slots::up(vertical) | horizontal,
        }
    }

    /// The walls that lie one way: bit 8·row + column of the square that names the wall.
    #[inline]
    pub const fn slots(self, orientation: Orientation) -> u64 {
        match orientation {
            Orientation::Horizontal => self.horizontal,
            Orientation::Vertical => self.vertical,
        }
    }

    /// The walls in the order of their indices: horizontal ones first, from `a1` on.
    #[inline]
    pub const fn iter(self) -> WallSetIter {
        WallSetIter(self)
    }
}

impl BitOr for WallSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self {
            horizontal: self.horizontal | other.horizontal,
            vertical: self.vertical | other.vertical,
        }
    }
}

impl BitOrAssign for WallSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for WallSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitAnd for WallSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self {
            horizontal: self.horizontal & other.horizontal,
            vertical: self.vertical & other.vertical,
        }
    }
}

impl Sub for WallSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self {
            horizontal: self.horizontal & !other.horizontal,
            vertical: self.vertical & !other.vertical,
        }
    }
}

impl FromIterator<Wall> for WallSet {
    fn from_iter<I: IntoIterator<Item = Wall>>(walls: I) -> Self {
        walls.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for WallSet {
    type Item = Wall;
    type IntoIter = WallSetIter;
    #[inline]
    fn into_iter(self) -> WallSetIter {
        self.iter()
    }
}

impl fmt::Display for WallSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, wall) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{wall}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for WallSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// The walls of a [`WallSet`], in order.
#[derive(Clone, Debug)]
pub struct WallSetIter(WallSet);

impl Iterator for WallSetIter {
    type Item = Wall;

    #[inline]
    fn next(&mut self) -> Option<Wall> {
        let (slots, orientation) = if self.0.horizontal != 0 {
            (&mut self.0.horizontal, Orientation::Horizontal)
        } else if self.0.vertical != 0 {
            (&mut self.0.vertical, Orientation::Vertical)
        } else {
            return None;
        };
        let wall = Wall::at_slot(slots.trailing_zeros() as u8, orientation);
        *slots &= *slots - 1;
        Some(wall)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }

    /// Walks through one orientation after the other: quicker than asking at every wall which one
    /// is on.
    #[inline]
    fn fold<B, F: FnMut(B, Wall) -> B>(self, init: B, mut fold: F) -> B {
        let mut so_far = init;
        for (orientation, mut slots) in
            Orientation::ALL.into_iter().zip([self.0.horizontal, self.0.vertical])
        {
            while slots != 0 {
                so_far = fold(so_far, Wall::at_slot(slots.trailing_zeros() as u8, orientation));
                slots &= slots - 1;
            }
        }
        so_far
    }
}

impl ExactSizeIterator for WallSetIter {}
impl FusedIterator for WallSetIter {}
