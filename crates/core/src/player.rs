//! Players.

use core::fmt;
use core::str::FromStr;

use crate::direction::Direction;

/// A player, named by the side of the board it starts from.
///
/// Clockwise and in turn order: South, West, North, East. Two players are South and North; three
/// South, West and North.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Starts on the bottom row and heads for the top one. Moves first.
    South,
    /// Starts in the left column and heads for the right one.
    West,
    /// Starts on the top row and heads for the bottom one.
    North,
    /// Starts in the right column and heads for the left one.
    East,
}

impl Player {
    /// All four, in turn order.
    pub const ALL: [Self; 4] = [Self::South, Self::West, Self::North, Self::East];

    /// The player across the board.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::West => Self::East,
            Self::North => Self::South,
            Self::East => Self::West,
        }
    }

    /// The way to the goal.
    #[inline]
    pub const fn heading(self) -> Direction {
        match self {
            Self::South => Direction::Up,
            Self::West => Direction::Right,
            Self::North => Direction::Down,
            Self::East => Direction::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::South => "South",
            Self::West => "West",
            Self::North => "North",
            Self::East => "East",
        })
    }
}

/// The text is not a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePlayerError;

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a player: the players are South, West, North and East")
    }
}

impl core::error::Error for ParsePlayerError {}

impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        Self::ALL
            .into_iter()
            .find(|player| text.eq_ignore_ascii_case(&player.to_string()))
            .ok_or(ParsePlayerError)
    }
}
