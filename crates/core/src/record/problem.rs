//! Errors in records.

use core::fmt;

use super::annotation::{ParseClockError, ParseEvaluationError};
use super::result::ParseResultError;
use crate::notation::quoted::Quoted;
use crate::notation::{MoveTextError, ParseDialectError, ParsePositionError};
use crate::variant::ParseVariantError;

/// A game of a text is bad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Which game, counted from one.
    pub game: usize,
    /// In which line of the text, counted from one.
    pub line: usize,
    /// The error.
    pub problem: RecordProblem,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, game {}: {}", self.line, self.game, self.problem)
    }
}

impl core::error::Error for RecordError {}

/// An error in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordProblem {
    /// The text is not that of a record.
    Text(&'static str),
    /// A character that cannot be seen, or that changes how others are shown.
    Hidden(char),
    /// A tag is there twice.
    TagTwice {
        /// Its name.
        name: String,
    },
    /// The tag `Variant`.
    Variant(ParseVariantError),
    /// The tag `Position`.
    Position(ParsePositionError),
    /// The tags `Variant` and `Position` do not fit each other.
    VariantIsNotPositions,
    /// The tag `Dialect`.
    Dialect(ParseDialectError),
    /// The result, or the tag `Result`.
    Result(ParseResultError),
    /// The tag `Result` and the result at the end differ.
    ResultsDiffer,
    /// The result is not what the board shows.
    ResultIsNotTheEnd,
    /// A move cannot be read or made.
    Move {
        /// The text of the move.
        word: String,
        /// Why.
        error: MoveTextError,
    },
    /// The number of a move names the side that is not to move.
    WrongSide {
        /// The text of the move.
        word: String,
    },
    /// The number of a move is not that of its turn.
    WrongTurn {
        /// The text of the move.
        word: String,
        /// The number of its turn.
        expected: usize,
    },
    /// `[%eval …]`.
    Evaluation(ParseEvaluationError),
    /// `[%clk …]`.
    Clock(ParseClockError),
    /// An annotation glyph before the first move.
    NothingToJudge,
    /// A variation before the first move.
    NothingToVary,
    /// A variation without a move.
    EmptyVariation,
    /// A variation is never closed.
    NotClosed,
    /// A variation is closed that was never opened.
    StrayClose,
    /// More of something than any game needs.
    TooMany {
        /// How many there may be.
        most: usize,
        /// Of what.
        what: &'static str,
    },
}

impl fmt::Display for RecordProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(problem) => f.write_str(problem),
            Self::Hidden(character) => write!(
                f,
                "a control, invisible or direction-changing character, U+{:04X}: take it out",
                u32::from(*character)
            ),
            Self::TagTwice { name } => write!(f, "the tag {} is there twice", Quoted(name)),
            Self::Variant(error) => write!(f, "the tag Variant: {error}"),
            Self::Position(error) => write!(f, "the tag Position: {error}"),
            Self::VariantIsNotPositions => {
                f.write_str("the tags Variant and Position do not fit each other")
            }
            Self::Dialect(error) => write!(f, "the tag Dialect: {error}"),
            Self::Result(error) => error.fmt(f),
            Self::ResultsDiffer => {
                f.write_str("the tag Result and the result after the moves differ")
            }
            Self::ResultIsNotTheEnd => {
                f.write_str("the result is not the one that the moves lead to")
            }
            Self::Move { word, error } => write!(f, "{}: {error}", Quoted(word)),
            Self::WrongSide { word } => {
                write!(f, "{}: it is the other side's turn (b moves first, then w)", Quoted(word))
            }
            Self::WrongTurn { word, expected } => {
                write!(f, "{}: wrong turn number: this is turn {expected}", Quoted(word))
            }
            Self::Evaluation(error) => error.fmt(f),
            Self::Clock(error) => error.fmt(f),
            Self::NothingToJudge => f.write_str("a judgement stands before the first move"),
            Self::NothingToVary => f.write_str("a variation stands before the first move"),
            Self::EmptyVariation => f.write_str("a variation has no moves"),
            Self::NotClosed => f.write_str("a variation begins with ( but never ends with )"),
            Self::StrayClose => f.write_str("a variation ends with ) but never began with ("),
            Self::TooMany { most, what } => write!(f, "more than {most} {what}"),
        }
    }
}

impl core::error::Error for RecordProblem {}
