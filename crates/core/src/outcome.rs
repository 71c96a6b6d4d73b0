//! How a game ends.

use core::fmt;
use core::str::FromStr;

use crate::player::Player;

/// How a game ended.
///
/// The rules themselves know no draw; an [`Adjudication`](crate::Adjudication) may call one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// A player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// Who won, if anybody.
    #[inline]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(player) => write!(f, "{player} wins"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// The text is not an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOutcomeError;

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an outcome: an outcome is draw, or a player and wins, like South wins")
    }
}

impl core::error::Error for ParseOutcomeError {}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Self, ParseOutcomeError> {
        if text == "draw" {
            return Ok(Self::Draw);
        }
        let player = text.strip_suffix(" wins").ok_or(ParseOutcomeError)?;
        player.parse().map(Self::Win).map_err(|_| ParseOutcomeError)
    }
}
