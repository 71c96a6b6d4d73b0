//! Reasons why a session refuses a request.

use quoridor_core::{IllegalMove, Player};

/// Why a session refuses a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules refuse the move, or the game is over, or it is another player's turn.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The player has seen a different number of moves.
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
    /// The seat is another player's.
    #[error("{0} is not your seat")]
    NotYourSeat(Player),
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// There is no move to redo.
    #[error("there is no move to redo")]
    NothingToRedo,
    /// A rematch follows a game that is over.
    #[error("a rematch is possible when the game is over")]
    RematchTooEarly,
    /// Computer players do not answer offers.
    #[error("a draw can be agreed only between people: a computer plays here")]
    NoDrawWithComputers,
    /// A player with several seats has no name of its own.
    #[error("you can set a name only when you play exactly one seat")]
    NameNeedsOneSeat,
    /// Hints are for the player to move.
    #[error("hints are for the player to move")]
    NoHint,
    /// Another human plays.
    #[error("there are no hints in a game against people")]
    HintAgainstPeople,
}
