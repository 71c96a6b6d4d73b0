//! Moves.

use core::fmt;
use core::str::FromStr;

use crate::square::{MAX_SQUARES, Square};
use crate::wall::{MAX_WALLS, Wall};

/// A move: where the pawn goes, or the wall that is placed.
///
/// It says nothing about who makes it or from where: the position knows.
///
/// ```
/// use quoridor_core::Move;
/// assert_eq!("e2".parse(), Ok(Move::Step("e2".parse().unwrap())));
/// assert_eq!("e3h".parse(), Ok(Move::Wall("e3h".parse().unwrap())));
/// assert_eq!(Move::Pass.to_string(), "pass");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The pawn goes to a square, by a step or a jump.
    Step(Square),
    /// A wall is placed.
    Wall(Wall),
    /// Nothing: legal only for one of three or four players, and only if nothing else is.
    Pass,
}

impl Move {
    /// The number of different moves on the largest board.
    pub const COUNT: usize = MAX_SQUARES + MAX_WALLS + 1;

    /// A number below [`COUNT`](Self::COUNT): first the squares, then the walls, then the pass.
    #[inline]
    pub const fn index(self) -> u8 {
        match self {
            Self::Step(square) => square.index(),
            Self::Wall(wall) => wall.index() + MAX_SQUARES as u8,
            Self::Pass => (Self::COUNT - 1) as u8,
        }
    }

    /// The move whose [`index`](Self::index) this is.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if let Some(square) = Square::from_index(index) {
            return Some(Self::Step(square));
        }
        match Wall::from_index(index - MAX_SQUARES as u8) {
            Some(wall) => Some(Self::Wall(wall)),
            None if index as usize == Self::COUNT - 1 => Some(Self::Pass),
            None => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(square) => square.fmt(f),
            Self::Wall(wall) => wall.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a move in standard notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a move: a move is a square like e2, a wall like e3h, or pass")
    }
}

impl core::error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        match text.len() {
            2 => text.parse().map(Self::Step).map_err(|_| ParseMoveError),
            3 => text.parse().map(Self::Wall).map_err(|_| ParseMoveError),
            _ if text == "pass" => Ok(Self::Pass),
            _ => Err(ParseMoveError),
        }
    }
}
