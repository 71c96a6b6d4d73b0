//! Walls and their slots.

use core::fmt;
use core::str::FromStr;

use crate::square::Square;

/// The number of slots in a row of the largest board: the corners where four squares meet.
pub(crate) const SLOT_SIDE: u8 = 8;

/// The number of different walls on the largest board.
pub const MAX_WALLS: usize = 128;

/// Which way a wall lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Orientation {
    /// Between two rows, `h`: it stops steps up and down.
    Horizontal,
    /// Between two columns, `v`: it stops steps to the left and right.
    Vertical,
}

impl Orientation {
    /// Both, horizontal first.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// The other orientation.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Horizontal => Self::Vertical,
            Self::Vertical => Self::Horizontal,
        }
    }
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Horizontal => "h",
            Self::Vertical => "v",
        })
    }
}

/// The text is not an orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOrientationError;

impl fmt::Display for ParseOrientationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an orientation: a wall is h (horizontal) or v (vertical)")
    }
}

impl core::error::Error for ParseOrientationError {}

impl FromStr for Orientation {
    type Err = ParseOrientationError;

    fn from_str(text: &str) -> Result<Self, ParseOrientationError> {
        match text {
            "h" => Ok(Self::Horizontal),
            "v" => Ok(Self::Vertical),
            _ => Err(ParseOrientationError),
        }
    }
}

/// A wall of the largest board, named by its square nearest `a1`: `e3h` lies above e3 and f3, `e3v`
/// right of e3 and e4.
///
/// ```
/// use quoridor_core::{Orientation, Wall};
/// let wall: Wall = "e3h".parse().unwrap();
/// assert_eq!(wall.orientation(), Orientation::Horizontal);
/// assert_eq!(wall.square().to_string(), "e3");
/// assert_eq!(wall.to_string(), "e3h");
/// assert!("i3h".parse::<Wall>().is_err()); // there is no square to the right of i3
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall(u8);

impl Wall {
    /// The wall by its square nearest `a1`; `None` if it would stick out of the largest board.
    #[inline]
    pub const fn new(square: Square, orientation: Orientation) -> Option<Self> {
        let (column, row) = (square.column(), square.row());
        if column < SLOT_SIDE && row < SLOT_SIDE {
            Some(Self::at_slot(row * SLOT_SIDE + column, orientation))
        } else {
            None
        }
    }

    #[inline]
    pub(crate) const fn at_slot(slot: u8, orientation: Orientation) -> Self {
        debug_assert!(slot < SLOT_SIDE * SLOT_SIDE);
        match orientation {
            Orientation::Horizontal => Self(slot),
            Orientation::Vertical => Self(slot + SLOT_SIDE * SLOT_SIDE),
        }
    }

    /// The wall whose [`index`](Self::index) this is.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < MAX_WALLS { Some(Self(index)) } else { None }
    }

    /// 0 to 63 for the horizontal walls `a1h`, `b1h`, … `h8h`, 64 to 127 for the vertical ones.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Which way it lies.
    #[inline]
    pub const fn orientation(self) -> Orientation {
        if self.0 < SLOT_SIDE * SLOT_SIDE { Orientation::Horizontal } else { Orientation::Vertical }
    }

    /// The square that names it: of the four that it touches, the one nearest `a1`.
    #[inline]
    pub const fn square(self) -> Square {
        Square::from_index_unchecked(
            self.slot() / SLOT_SIDE * crate::square::MAX_SIDE + self.slot() % SLOT_SIDE,
        )
    }

    /// The number of its slot, the corner at its middle: eight times the row plus the column.
    #[inline]
    pub(crate) const fn slot(self) -> u8 {
        self.0 % (SLOT_SIDE * SLOT_SIDE)
    }

    /// The wall through the same slot the other way.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self(self.0 ^ (SLOT_SIDE * SLOT_SIDE))
    }

    /// The wall of the same orientation, this many columns to the right and rows up; `None` off the
    /// largest board.
    #[inline]
    pub const fn offset(self, columns: i8, rows: i8) -> Option<Self> {
        match self.square().offset(columns, rows) {
            Some(square) => Self::new(square, self.orientation()),
            None => None,
        }
    }

    /// Whether it lies between two neighbouring squares.
    ///
    /// ```
    /// use quoridor_core::Wall;
    /// let e3h: Wall = "e3h".parse().unwrap();
    /// assert!(e3h.is_between("f4".parse().unwrap(), "f3".parse().unwrap()));
    /// assert!(!e3h.is_between("e3".parse().unwrap(), "f3".parse().unwrap()));
    /// ```
    pub const fn is_between(self, one: Square, other: Square) -> bool {
        let (column, row) = (self.square().column(), self.square().row());
        let (low, high) = if one.index() < other.index() { (one, other) } else { (other, one) };
        match self.orientation() {
            Orientation::Horizontal => {
                let above = high.row() == low.row() + 1 && high.column() == low.column();
                above && low.row() == row && (low.column() == column || low.column() == column + 1)
            }
            Orientation::Vertical => {
                let beside = high.column() == low.column() + 1 && high.row() == low.row();
                beside && low.column() == column && (low.row() == row || low.row() == row + 1)
            }
        }
    }

    /// Every wall of the largest board, in the order of their indices.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..MAX_WALLS as u8).map(Self)
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.square(), self.orientation())
    }
}

impl fmt::Debug for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseWallError;

impl fmt::Display for ParseWallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a wall: a wall is a square a1-h8 and h or v, like e3h")
    }
}

impl core::error::Error for ParseWallError {}

impl FromStr for Wall {
    type Err = ParseWallError;

    fn from_str(text: &str) -> Result<Self, ParseWallError> {
        let (square, orientation) = text.split_at_checked(2).ok_or(ParseWallError)?;
        let square = square.parse().map_err(|_| ParseWallError)?;
        let orientation = orientation.parse().map_err(|_| ParseWallError)?;
        Self::new(square, orientation).ok_or(ParseWallError)
    }
}
