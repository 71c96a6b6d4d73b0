//! Squares of the board.

use core::fmt;
use core::str::FromStr;

/// The widest and highest board that the rules know.
pub const MAX_SIDE: u8 = 9;

/// The number of squares of the largest board.
pub const MAX_SQUARES: usize = 81;

/// A square of the largest board, `a1` to `i9`, `a1` at South's left.
///
/// A square is a name, not a promise: whether a smaller board has it is for [`Variant::has_square`]
/// to say.
///
/// ```
/// use quoridor_core::Square;
/// let square: Square = "e2".parse().unwrap();
/// assert_eq!((square.column(), square.row()), (4, 1));
/// assert_eq!(square.to_string(), "e2");
/// ```
///
/// [`Variant::has_square`]: crate::Variant::has_square
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at South's left.
    pub const A1: Self = Self(0);

    /// The square in a column and a row, both counted from zero at `a1`; `None` off the largest
    /// board.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < MAX_SIDE && row < MAX_SIDE { Some(Self(row * MAX_SIDE + column)) } else { None }
    }

    /// The square whose [`index`](Self::index) this is.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < MAX_SQUARES { Some(Self(index)) } else { None }
    }

    /// For callers inside the crate that have an index they know to be a square's.
    #[inline]
    pub(crate) const fn from_index_unchecked(index: u8) -> Self {
        debug_assert!((index as usize) < MAX_SQUARES);
        Self(index)
    }

    /// The column, `a` = 0.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % MAX_SIDE
    }

    /// The row, `1` = 0.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / MAX_SIDE
    }

    /// Nine times the row plus the column, on every board: 0 to 80.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The square this many columns to the right and rows up; `None` off the largest board.
    #[inline]
    pub const fn offset(self, columns: i8, rows: i8) -> Option<Self> {
        let column = self.column() as i8 + columns;
        let row = self.row() as i8 + rows;
        if column < 0 || row < 0 { None } else { Self::new(column as u8, row as u8) }
    }

    /// Every square of the largest board, `a1`, `b1`, … `i9`.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..MAX_SQUARES as u8).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = (b'a' + self.column()) as char;
        write!(f, "{column}{}", self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square: a square is a column a-i and a row 1-9, like e2")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let &[column @ b'a'..=b'i', row @ b'1'..=b'9'] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        Self::new(column - b'a', row - b'1').ok_or(ParseSquareError)
    }
}
