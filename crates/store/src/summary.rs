//! Summaries of games.

use quoridor_core::{ByPlayer, Outcome, Position};

use crate::played::Reason;
use crate::{Date, GameId};

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A match or a tournament.
    Played,
    /// A file of records.
    Imported,
    /// A session with people or computer players: it is stored move by move.
    Live,
}

impl Source {
    pub(crate) const ALL: [Self; 3] = [Self::Played, Self::Imported, Self::Live];

    /// The word in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Imported => "imported",
            Self::Live => "live",
        }
    }
}

/// The summary of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its number in the store.
    pub id: GameId,
    /// Where it comes from.
    pub source: Source,
    /// The players' names; `None` if unknown.
    pub players: ByPlayer<Option<String>>,
    /// Where it starts.
    pub start: Position,
    /// How many moves it has.
    pub plies: usize,
    /// The reason of its end; `None` if it is in progress or unknown.
    pub outcome: Option<Outcome>,
    /// Why it ended, if it was played here.
    pub reason: Option<Reason>,
    /// When it was played.
    pub date: Option<Date>,
}
