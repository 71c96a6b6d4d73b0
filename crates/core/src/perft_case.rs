//! Perft counts as data files.

use core::fmt;

use crate::notation::{Dialect, MoveListError};
use crate::position::Position;
use crate::variant::{ParseVariantError, Variant};

/// A position and its agreed number of move sequences of each length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCase {
    /// The name.
    pub name: String,
    /// The position.
    pub position: Position,
    /// The counts of 1, 2, 3 … moves.
    pub counts: Vec<u64>,
}

/// Reads a file of perft counts.
///
/// Blocks of lines with blank lines between them: `name`, then perhaps `variant` and `moves`, then
/// `perft` and the counts. Lines that begin with `#` are comments.
///
/// # Errors
/// The first line that cannot be understood.
///
/// ```
/// let text = "name start\nvariant 3x3, 2 players, 0 walls\nperft 3 9 20\n";
/// let cases = quoridor_core::read_perft_cases(text).unwrap();
/// assert_eq!(cases[0].counts, [3, 9, 20]);
/// ```
pub fn read_perft_cases(text: &str) -> Result<Vec<PerftCase>, PerftFileError> {
    let mut cases = Vec::new();
    let mut block = Block::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.lines().enumerate() {
        let error = |problem| PerftFileError { line: index + 1, problem };
        match line.trim() {
            "" if block != Block::default() => return Err(error(PerftFileProblem::NoPerft)),
            line if line.is_empty() || line.starts_with('#') => {}
            line => cases.extend(block.take_line(line).map_err(error)?),
        }
    }
    if block == Block::default() {
        Ok(cases)
    } else {
        Err(PerftFileError { line: text.lines().count(), problem: PerftFileProblem::NoPerft })
    }
}

/// The lines of a case read so far.
#[derive(Default, PartialEq, Eq)]
struct Block<'a> {
    name: Option<&'a str>,
    variant: Option<Variant>,
    position: Option<Position>,
}

impl<'a> Block<'a> {
    /// Takes in a line; the one with the counts completes the case.
    fn take_line(&mut self, line: &'a str) -> Result<Option<PerftCase>, PerftFileProblem> {
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        match keyword {
            "name" if self.name.is_none() => self.name = Some(rest.trim()),
            "variant" if self.variant.is_none() && self.position.is_none() => {
                self.variant = Some(rest.trim().parse().map_err(PerftFileProblem::Variant)?);
            }
            "moves" if self.position.is_none() => {
                let start = Position::start(self.variant.unwrap_or_default());
                let game =
                    Dialect::Standard.read_moves(rest, &start).map_err(PerftFileProblem::Moves)?;
                self.position = Some(*game.position());
            }
            "name" | "variant" | "moves" => return Err(PerftFileProblem::Order),
            "perft" => return core::mem::take(self).complete(rest).map(Some),
            _ => return Err(PerftFileProblem::Keyword),
        }
        Ok(None)
    }

    fn complete(self, counts: &str) -> Result<PerftCase, PerftFileProblem> {
        let start = Position::start(self.variant.unwrap_or_default());
        let counts: Result<Vec<u64>, _> = counts.split_whitespace().map(str::parse).collect();
        Ok(PerftCase {
            name: self.name.ok_or(PerftFileProblem::NoName)?.to_owned(),
            position: self.position.unwrap_or(start),
            counts: counts
                .ok()
                .filter(|counts| !counts.is_empty())
                .ok_or(PerftFileProblem::Counts)?,
        })
    }
}

/// A line of a perft file is bad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftFileError {
    /// Which line, counted from one.
    pub line: usize,
    /// The error.
    pub problem: PerftFileProblem,
}

impl fmt::Display for PerftFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl core::error::Error for PerftFileError {}

/// An error in a line of a perft file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftFileProblem {
    /// It begins with an unknown word.
    Keyword,
    /// The variant cannot be read.
    Variant(ParseVariantError),
    /// The moves cannot be read or made.
    Moves(MoveListError),
    /// A line is there twice, or the variant comes after the moves.
    Order,
    /// The counts cannot be read.
    Counts,
    /// The case has no name.
    NoName,
    /// The case ends without counts.
    NoPerft,
}

impl fmt::Display for PerftFileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keyword => f.write_str("a line must begin with name, variant, moves, perft or #"),
            Self::Variant(error) => error.fmt(f),
            Self::Moves(error) => error.fmt(f),
            Self::Order => f.write_str(
                "a case has one name, then at most one variant, then at most one line of moves",
            ),
            Self::Counts => f.write_str(
                "after perft there must be the numbers of sequences of 1, 2, 3 ... moves",
            ),
            Self::NoName => f.write_str("a case must have a name line before its perft line"),
            Self::NoPerft => f.write_str("a case must end with a perft line"),
        }
    }
}

impl core::error::Error for PerftFileProblem {}
