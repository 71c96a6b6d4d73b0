//! Reasons why a session refuses a request.

use quoridor_core::{IllegalMove, Player};

/// Why a session refuses a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules refuse the move, or the game is over, or it is another player's turn.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The player has seen another number of moves than there are.
    #[error("the board has changed: the game has {made} moves, not {seen}")]
    BoardChanged {
        /// The number of moves that there are.
        made: usize,
        /// The number of moves that the player has seen.
        seen: usize,
    },
    /// The player's time was over before the move.
    #[error("your time ran out before the move")]
    OutOfTime,
    /// The seat is somebody else's.
    #[error("{0} is not your seat")]
    NotYourSeat(Player),
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// There is no move to play again.
    #[error("there is no move to redo")]
    NothingToRedo,
    /// A rematch follows a game that is over.
    #[error("a rematch is possible when the game is over")]
    RematchTooEarly,
    /// Computer players do not answer offers.
    #[error("draws are agreed between people: a computer plays here")]
    NoDrawWithComputers,
    /// Who plays several seats has no name of its own.
    #[error("a name is for somebody who plays exactly one seat")]
    NameNeedsOneSeat,
    /// Hints are for the player to move.
    #[error("hints are for the player to move")]
    NoHint,
    /// Somebody else plays.
    #[error("there are no hints in a game against people")]
    HintAgainstPeople,
}
