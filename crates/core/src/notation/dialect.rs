//! One move in each of the notations.

use core::fmt;
use core::str::FromStr;

use crate::illegal::IllegalMove;
use crate::legal_move::LegalMove;
use crate::mv::Move;
use crate::notation::saadatinia;
use crate::players_out::PlayersOut;
use crate::position::Position;
use crate::seats::Seats;
use crate::square::Square;
use crate::variant::BoardSize;
use crate::wall::{Orientation, Wall};

/// A notation for moves.
///
/// ```
/// use quoridor_core::{Move, Position, notation::Dialect};
/// let position = Position::default();
/// let mv: Move = "e3h".parse().unwrap();
/// assert_eq!(Dialect::Glendenning.write_move(mv, &position).unwrap(), "e6h");
/// assert_eq!(Dialect::Hola.write_move(mv, &position).unwrap(), "h44");
/// assert_eq!(Dialect::Hola.read_move("u", &position), Ok("e2".parse().unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Dialect {
    /// The player community's and ours: a1 at South's left, a wall by its square nearest a1.
    #[default]
    Standard,
    /// Glendenning 2005: rows from top to bottom, a wall by its north-west square, turns like
    /// `1.e8 e2`.
    Glendenning,
    /// Hoľa 2016: steps as directions (`u`, `ul`), walls as numbers from the top left (`h3`,
    /// `v24`).
    Hola,
    /// OpenSpiel: squares and walls as in Glendenning's, without numbers; also for three and four
    /// players.
    OpenSpiel,
    /// Saadatinia and Amini 2020: codes in braces, `{1:up}` for a step and `{2:7&14}` for a wall.
    Saadatinia,
}

impl Dialect {
    /// All of them, the standard first.
    pub const ALL: [Self; 5] =
        [Self::Standard, Self::Glendenning, Self::Hola, Self::OpenSpiel, Self::Saadatinia];

    /// The name, as in commands and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Glendenning => "glendenning",
            Self::Hola => "hola",
            Self::OpenSpiel => "openspiel",
            Self::Saadatinia => "saadatinia",
        }
    }

    /// Reads a move that is legal in a position.
    ///
    /// # Errors
    /// The text is not a move in this dialect, or the move is illegal.
    pub fn read_move(self, text: &str, position: &Position) -> Result<Move, MoveTextError> {
        let mv = self.parse_move(text, position)?;
        position.check(mv).map_err(|reason| MoveTextError::Illegal {
            dialect: self,
            mv,
            reason,
        })?;
        Ok(mv)
    }

    /// Reads a move of a game that was written down, in which players may be out.
    pub(crate) fn replay_move(
        self,
        text: &str,
        position: &Position,
        out: &mut PlayersOut,
    ) -> Result<LegalMove, MoveTextError> {
        let mv = self.parse_move(text, position)?;
        let illegal = |reason| MoveTextError::Illegal { dialect: self, mv, reason };
        out.check(position, mv).map_err(illegal)
    }

    /// A move that may be illegal.
    fn parse_move(self, text: &str, position: &Position) -> Result<Move, MoveTextError> {
        self.check_variant(position)?;
        let size = position.variant().size;
        let mv = match self {
            Self::Standard => text.parse().ok(),
            Self::Glendenning | Self::OpenSpiel => upside_down(text, size),
            Self::Hola => read_hola(text, position),
            Self::Saadatinia => saadatinia::read(text, position),
        };
        mv.ok_or(MoveTextError::NotAMove { dialect: self })
    }

    /// Writes a move that is legal in a position.
    ///
    /// # Errors
    /// The dialect has no word for it: Glendenning's, Hoľa's and Saadatinia's are for two players,
    /// and only the standard one has a word for a pass.
    pub fn write_move(self, mv: Move, position: &Position) -> Result<String, MoveTextError> {
        self.check_variant(position)?;
        let size = position.variant().size;
        match (self, mv) {
            (Self::Standard, _) => Ok(mv.to_string()),
            (_, Move::Pass) => Err(MoveTextError::NoWord { dialect: self }),
            (Self::Glendenning | Self::OpenSpiel, Move::Step(square)) => {
                Ok(flip_square(square, size).to_string())
            }
            (Self::Glendenning | Self::OpenSpiel, Move::Wall(wall)) => {
                Ok(flip_wall(wall, size).to_string())
            }
            (Self::Hola, _) => {
                write_hola(mv, position).ok_or(MoveTextError::NoWord { dialect: self })
            }
            (Self::Saadatinia, _) => {
                saadatinia::write(mv, position).ok_or(MoveTextError::NoWord { dialect: self })
            }
        }
    }

    fn check_variant(self, position: &Position) -> Result<(), MoveTextError> {
        match self {
            Self::Glendenning | Self::Hola | Self::Saadatinia if position.seats() != Seats::Two => {
                Err(MoveTextError::TwoPlayersOnly { dialect: self })
            }
            _ => Ok(()),
        }
    }

    const fn hint(self) -> &'static str {
        match self {
            Self::Standard => "a square like e2, a wall like e3h, or pass",
            Self::Glendenning | Self::OpenSpiel => {
                "a square like e8 or a wall like e6h, rows counted from the top"
            }
            Self::Hola => "a step like u, a jump like uu or ul, or a wall like h3 or v24",
            Self::Saadatinia => "a step like {1:up} or a wall like {2:7&14}",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDialectError;

impl fmt::Display for ParseDialectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a dialect: the dialects are standard, glendenning, hola, openspiel and saadatinia",
        )
    }
}

impl core::error::Error for ParseDialectError {}

impl FromStr for Dialect {
    type Err = ParseDialectError;

    fn from_str(text: &str) -> Result<Self, ParseDialectError> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == text).ok_or(ParseDialectError)
    }
}

/// Why a text is not a move that can be made, or a move cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveTextError {
    /// It is no move in this dialect.
    NotAMove {
        /// The dialect.
        dialect: Dialect,
    },
    /// It is a move, but illegal.
    Illegal {
        /// The dialect.
        dialect: Dialect,
        /// The move.
        mv: Move,
        /// Why.
        reason: IllegalMove,
    },
    /// The dialect is for two players.
    TwoPlayersOnly {
        /// The dialect.
        dialect: Dialect,
    },
    /// The dialect has no word for the move.
    NoWord {
        /// The dialect.
        dialect: Dialect,
    },
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMove { dialect } => {
                write!(f, "not a move: in the {dialect} dialect a move is {}", dialect.hint())
            }
            Self::Illegal { dialect: Dialect::Standard, reason, .. } => {
                write!(f, "illegal: {reason}")
            }
            // The reason names squares and walls in standard notation.
            Self::Illegal { mv, reason, .. } => {
                write!(f, "illegal ({mv} in standard notation): {reason}")
            }
            Self::TwoPlayersOnly { dialect } => {
                write!(f, "the {dialect} dialect is for two players")
            }
            Self::NoWord { dialect } => {
                write!(f, "the {dialect} dialect has no word for this move")
            }
        }
    }
}

impl core::error::Error for MoveTextError {}

/// A move whose rows count from the top and whose walls are named by their north-west square.
fn upside_down(text: &str, size: BoardSize) -> Option<Move> {
    match text.parse().ok()? {
        Move::Step(square) => {
            (square.row() < size.height()).then(|| Move::Step(flip_square(square, size)))
        }
        Move::Wall(wall) => {
            (wall.square().row() + 1 < size.height()).then(|| Move::Wall(flip_wall(wall, size)))
        }
        Move::Pass => None,
    }
}

/// Rows counted from the other end. The row must be on the board.
fn flip_square(square: Square, size: BoardSize) -> Square {
    Square::new(square.column(), size.height() - 1 - square.row()).expect("the row is on the board")
}

/// The square on the other side of the wall, rows counted from the other end. The wall's row must
/// be on the board.
fn flip_wall(wall: Wall, size: BoardSize) -> Wall {
    let square = Square::new(wall.square().column(), size.height() - 2 - wall.square().row());
    square
        .and_then(|square| Wall::new(square, wall.orientation()))
        .expect("the wall is on the board")
}

/// Hoľa's letters. A jump to the side is the same whichever way around it is made, so `lu` is not
/// needed beside `ul`.
const HOLA_STEPS: [(&str, (i8, i8)); 12] = [
    ("u", (0, 1)),
    ("d", (0, -1)),
    ("l", (-1, 0)),
    ("r", (1, 0)),
    ("uu", (0, 2)),
    ("dd", (0, -2)),
    ("ll", (-2, 0)),
    ("rr", (2, 0)),
    ("ul", (-1, 1)),
    ("ur", (1, 1)),
    ("dl", (-1, -1)),
    ("dr", (1, -1)),
];

fn read_hola(text: &str, position: &Position) -> Option<Move> {
    if let Some(&(_, (columns, rows))) = HOLA_STEPS.iter().find(|(letters, _)| *letters == text) {
        return position.pawn(position.turn()).offset(columns, rows).map(Move::Step);
    }
    let (orientation, number) = text.split_at_checked(1)?;
    let orientation: Orientation = orientation.parse().ok()?;
    let plain = number.bytes().all(|byte| byte.is_ascii_digit())
        && (number == "0" || !number.starts_with('0'));
    let number: u8 = plain.then(|| number.parse().ok())??;
    let size = position.variant().size;
    let (columns, rows) = (size.width() - 1, size.height() - 1);
    let row_from_top = number / columns;
    let square =
        (row_from_top < rows).then(|| Square::new(number % columns, rows - 1 - row_from_top))??;
    Wall::new(square, orientation).map(Move::Wall)
}

fn write_hola(mv: Move, position: &Position) -> Option<String> {
    let size = position.variant().size;
    match mv {
        Move::Step(to) => {
            let from = position.pawn(position.turn());
            let offset = |to: u8, from: u8| to as i8 - from as i8;
            let step = (offset(to.column(), from.column()), offset(to.row(), from.row()));
            HOLA_STEPS
                .iter()
                .find(|(_, other)| *other == step)
                .map(|(letters, _)| (*letters).to_owned())
        }
        Move::Wall(wall) => {
            let row_from_top = size.height() - 2 - wall.square().row();
            let number = row_from_top * (size.width() - 1) + wall.square().column();
            Some(format!("{}{number}", wall.orientation()))
        }
        Move::Pass => None,
    }
}
