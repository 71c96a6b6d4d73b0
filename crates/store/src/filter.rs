//! Which games are asked for.

use quoridor_core::{Game, Outcome, Player, Position, Seats};

use crate::{Date, TournamentId};

/// Which games are asked for: those that have everything that is set. The default lets all of them
/// through.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// One of the players has this name.
    pub player: Option<String>,
    /// One of the players is called one of these; empty lets everybody through.
    pub names: Vec<NameIs>,
    /// The player sits here; without a player, somebody whose name is known does.
    pub seat: Option<Player>,
    /// The number of players.
    pub seats: Option<Seats>,
    /// The game ended so.
    pub result: Option<ResultIs>,
    /// The game begins in the same position and with the same moves.
    pub opening: Option<Game>,
    /// This position was on the board, or one that a symmetry makes of it.
    pub position: Option<Position>,
    /// The minimum number of plies.
    pub min_plies: Option<usize>,
    /// The maximum number of plies.
    pub max_plies: Option<usize>,
    /// It was played on this day or later.
    pub since: Option<Date>,
    /// It was played on this day or earlier.
    pub until: Option<Date>,
    /// It belongs to a tournament.
    pub tournament: Option<TournamentId>,
    /// The maximum number of games listed.
    pub limit: Option<usize>,
    /// The number of games skipped first.
    pub offset: usize,
    /// The games that were added last are listed first.
    pub newest_first: bool,
}

/// A player's name, whole or in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameIs {
    /// The name.
    Exactly(String),
    /// A part of it, in capitals or not.
    Containing(String),
}

/// How a game ended, or that it did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultIs {
    /// It has this result.
    Outcome(Outcome),
    /// It has none: it is in progress, or the result is unknown.
    Open,
}

impl ResultIs {
    pub(crate) fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Outcome(outcome) => Some(outcome),
            Self::Open => None,
        }
    }
}
