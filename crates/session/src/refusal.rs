//! Why something is not done.

use std::fmt;

use quoridor_core::{IllegalMove, Player};

/// Why a session refuses what a player asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules refuse the move, or the game is over, or it is another player's turn.
    Illegal(IllegalMove),
    /// The player has seen another number of moves than there are.
    BoardChanged {
        /// The number of moves that there are.
        made: usize,
        /// The number of moves that the player has seen.
        seen: usize,
    },
    /// The player's time was over before the move.
    OutOfTime,
    /// The seat is somebody else's.
    NotYourSeat(Player),
    /// There is no move to take back.
    NothingToTakeBack,
    /// There is no move to play again.
    NothingToRedo,
    /// A rematch follows a game that is over.
    RematchTooEarly,
    /// Hints are for the player to move.
    NoHint,
    /// Somebody else plays.
    HintAgainstPeople,
}

impl From<IllegalMove> for Refusal {
    fn from(reason: IllegalMove) -> Self {
        Self::Illegal(reason)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(reason) => reason.fmt(f),
            Self::BoardChanged { made, seen } => {
                write!(f, "the board has changed: the game has {made} moves, not {seen}")
            }
            Self::OutOfTime => f.write_str("your time ran out before the move"),
            Self::NotYourSeat(seat) => write!(f, "{seat} is not your seat"),
            Self::NothingToTakeBack => f.write_str("there is no move to take back"),
            Self::NothingToRedo => f.write_str("there is no move to redo"),
            Self::RematchTooEarly => f.write_str("a rematch is possible when the game is over"),
            Self::NoHint => f.write_str("hints are for the player to move"),
            Self::HintAgainstPeople => f.write_str("there are no hints in a game against people"),
        }
    }
}

impl std::error::Error for Refusal {}
