//! Sets of squares, as bitboards.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

use crate::square::{MAX_SIDE, MAX_SQUARES, Square};

/// How many squares the low word holds: seven rows.
const LOW_SQUARES: u8 = 7 * MAX_SIDE;
const LOW_MASK: u64 = (1 << LOW_SQUARES) - 1;
const HIGH_MASK: u64 = (1 << (MAX_SQUARES as u8 - LOW_SQUARES)) - 1;

/// A set of squares.
///
/// Two words that part between two rows, seven rows in the low one and two in the high one: a shift by a column then
/// never crosses the words, and a shift by a row crosses them in one place.
///
/// ```
/// use quoridor_core::{Square, SquareSet};
/// let set: SquareSet = ["a1", "i9", "e5"].iter().map(|name| name.parse::<Square>().unwrap()).collect();
/// assert_eq!(set.len(), 3);
/// assert_eq!(set.to_string(), "a1 e5 i9");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SquareSet {
    pub(crate) low: u64,
    pub(crate) high: u64,
}

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self { low: 0, high: 0 };
    /// Every square of the largest board.
    pub const FULL: Self = Self { low: LOW_MASK, high: HIGH_MASK };

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        let index = square.index();
        if index < LOW_SQUARES {
            Self { low: 1 << index, high: 0 }
        } else {
            Self { low: 0, high: 1 << (index - LOW_SQUARES) }
        }
    }

    /// The set with one more square.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        let one = Self::of(square);
        Self { low: self.low | one.low, high: self.high | one.high }
    }

    /// Puts a square into the set.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        *self = self.with(square);
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        let index = square.index();
        let bits = if index < LOW_SQUARES { self.low >> index } else { self.high >> (index - LOW_SQUARES) };
        bits & 1 != 0
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        (self.low.count_ones() + self.high.count_ones()) as usize
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        (self.low & other.low) | (self.high & other.high) != 0
    }

    /// The square nearest `a1` in reading order.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.low != 0 {
            Some(Square::from_index_unchecked(self.low.trailing_zeros() as u8))
        } else if self.high != 0 {
            Some(Square::from_index_unchecked(self.high.trailing_zeros() as u8 + LOW_SQUARES))
        } else {
            None
        }
    }

    /// The squares in order, `a1`, `b1`, … `i9`.
    #[inline]
    pub const fn iter(self) -> SquareSetIter {
        SquareSetIter(self)
    }
}

impl BitOr for SquareSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for SquareSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl Sub for SquareSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }
}

impl Not for SquareSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::FULL - self
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquareSetIter;
    #[inline]
    fn into_iter(self) -> SquareSetIter {
        self.iter()
    }
}

impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, square) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// The squares of a [`SquareSet`], in order.
#[derive(Clone, Debug)]
pub struct SquareSetIter(SquareSet);

impl Iterator for SquareSetIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        if self.0.low != 0 {
            self.0.low &= self.0.low - 1;
        } else {
            self.0.high &= self.0.high - 1;
        }
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for SquareSetIter {}
impl FusedIterator for SquareSetIter {}
