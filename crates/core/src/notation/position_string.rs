//! The position string: `d2 f4 / e3 / e4 e6 / 8 9 / 1`.
//!
//! Horizontal walls / vertical walls / pawns in turn order / walls left / player to move, counted
//! from one; then, if the board is not nine by nine, its size.

use core::fmt;
use core::str::FromStr;

use crate::by_player::ByPlayer;
use crate::player::Player;
use crate::position::Position;
use crate::seats::Seats;
use crate::setup::{Setup, SetupError};
use crate::square::Square;
use crate::variant::{BoardSize, ParseBoardSizeError};
use crate::wall::{Orientation, Wall};
use crate::wall_set::WallSet;

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for orientation in Orientation::ALL {
            let mut walls =
                self.walls.iter().filter(|wall| wall.orientation() == orientation).peekable();
            if walls.peek().is_none() {
                f.write_str("- ")?;
            }
            for wall in walls {
                write!(f, "{} ", wall.square())?;
            }
            f.write_str("/ ")?;
        }
        let place = self.pawns.seats().place(self.turn).map_or(0, |place| place + 1);
        write!(f, "{} / {} / {place}", self.pawns, self.walls_left)?;
        if self.size == BoardSize::STANDARD { Ok(()) } else { write!(f, " / {}", self.size) }
    }
}

impl FromStr for Setup {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<Self, ParseSetupError> {
        let fields: Vec<&str> = text.split('/').map(str::trim).collect();
        let ([horizontal, vertical, pawns, walls_left, turn], size) = match *fields {
            [horizontal, vertical, pawns, walls_left, turn] => {
                ([horizontal, vertical, pawns, walls_left, turn], None)
            }
            [horizontal, vertical, pawns, walls_left, turn, size] => {
                ([horizontal, vertical, pawns, walls_left, turn], Some(size))
            }
            _ => return Err(ParseSetupError::Fields { count: fields.len() }),
        };
        let horizontal = read_walls(horizontal, Orientation::Horizontal)?;
        let vertical = read_walls(vertical, Orientation::Vertical)?;
        let squares = read_squares(pawns, None).ok_or(ParseSetupError::Pawns)?;
        let pawns = ByPlayer::from_values(squares).map_err(|_| ParseSetupError::Pawns)?;
        let walls_left: ByPlayer<u8> =
            walls_left.parse().map_err(|_| ParseSetupError::WallsLeft)?;
        Ok(Self {
            size: size
                .map_or(Ok(BoardSize::STANDARD), str::parse)
                .map_err(ParseSetupError::Size)?,
            walls: horizontal | vertical,
            pawns,
            walls_left,
            turn: read_turn(turn, pawns.seats())
                .ok_or(ParseSetupError::Turn { seats: pawns.seats() })?,
        })
    }
}

fn read_turn(text: &str, seats: Seats) -> Option<Player> {
    let &[digit @ b'1'..=b'4'] = text.as_bytes() else { return None };
    seats.players().get(usize::from(digit - b'1')).copied()
}

fn read_walls(text: &str, orientation: Orientation) -> Result<WallSet, ParseSetupError> {
    if text == "-" {
        return Ok(WallSet::EMPTY);
    }
    let mut walls = WallSet::EMPTY;
    for square in
        read_squares(text, Some(orientation)).ok_or(ParseSetupError::Walls { orientation })?
    {
        let wall = Wall::new(square, orientation).ok_or(ParseSetupError::Walls { orientation })?;
        if walls.contains(wall) {
            return Err(ParseSetupError::WallTwice { wall });
        }
        walls.insert(wall);
    }
    Ok(walls)
}

/// Squares with or without space between them, each perhaps with the letter of an orientation
/// behind it.
///
/// An `h` before a digit is a column: `d2h4` is d2 and h4, `d2hf4` and `d2h f4` are d2 and f4.
fn read_squares(text: &str, suffix: Option<Orientation>) -> Option<Vec<Square>> {
    let suffix =
        suffix.map(|orientation| if orientation == Orientation::Horizontal { b'h' } else { b'v' });
    let mut squares = Vec::new();
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let (square, behind) = rest.split_at_checked(2)?;
            squares.push(square.parse().ok()?);
            rest = match behind.as_bytes() {
                [letter, after @ ..]
                    if Some(*letter) == suffix
                        && !after.first().is_some_and(u8::is_ascii_digit) =>
                {
                    &behind[1..]
                }
                _ => behind,
            };
        }
    }
    Some(squares)
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let setup: Setup = text.parse().map_err(ParsePositionError::Text)?;
        setup.position().map_err(ParsePositionError::Illegal)
    }
}

/// The text is not a position string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseSetupError {
    /// It does not have five or six fields.
    Fields {
        /// How many it has.
        count: usize,
    },
    /// The field of the walls of one orientation cannot be read.
    Walls {
        /// Which.
        orientation: Orientation,
    },
    /// A wall is listed twice.
    WallTwice {
        /// Which.
        wall: Wall,
    },
    /// The field of the pawns cannot be read.
    Pawns,
    /// The field of the walls left cannot be read.
    WallsLeft,
    /// The field of the player to move cannot be read.
    Turn {
        /// Who plays.
        seats: Seats,
    },
    /// The field of the size cannot be read.
    Size(ParseBoardSizeError),
}

impl fmt::Display for ParseSetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("position string: ")?;
        match self {
            Self::Fields { count } => {
                let fields = if *count == 1 { "field" } else { "fields" };
                write!(
                    f,
                    "{count} {fields} between slashes, but there must be five or six, like - / - / \
                     e1 e9 / 10 10 / 1"
                )
            }
            Self::Walls { orientation: Orientation::Horizontal } => f.write_str(
                "field 1 must be the squares of the horizontal walls, a1-h8, like d2 f4, or -",
            ),
            Self::Walls { orientation: Orientation::Vertical } => f.write_str(
                "field 2 must be the squares of the vertical walls, a1-h8, like e3, or -",
            ),
            Self::WallTwice { wall } => write!(f, "the wall {wall} is listed twice"),
            Self::Pawns => {
                f.write_str("field 3 must be the squares of two to four pawns, like e1 e9")
            }
            Self::WallsLeft => {
                f.write_str("field 4 must be the walls left of each player, 0-255, like 10 10")
            }
            Self::Turn { seats } => write!(f, "field 5 must be the player to move, 1-{seats}"),
            Self::Size(error) => write!(f, "field 6: {error}"),
        }
    }
}

impl core::error::Error for ParseSetupError {}

/// The text is not the position string of a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// It is no position string.
    Text(ParseSetupError),
    /// It is one, but the position is not legal.
    Illegal(SetupError),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Illegal(error) => write!(f, "illegal position: {error}"),
        }
    }
}

impl core::error::Error for ParsePositionError {}
