//! Errors of a store.

use std::io;
use std::path::PathBuf;

use quoridor_core::{IllegalMove, Move};
#[cfg(feature = "sqlite")]
use rusqlite::ErrorCode;
use thiserror::Error;

use crate::{GameId, TournamentId};

/// Why the store failed. It has then changed nothing. The file is not named: the caller knows it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no file.
    #[error("there is no such store of games")]
    Missing,
    /// The file is something else.
    #[error("not a store of games: the file is something else")]
    NotAStore,
    /// The file has another version than this program reads.
    #[error("the store has version {found}, but this program reads only version {known}")]
    Version {
        /// The version of the file.
        found: i64,
        /// The version of this program.
        known: i64,
    },
    /// The file is damaged, or another program wrote into it: what was found.
    #[error("the store is damaged ({0}): quoridor games repair keeps what is whole")]
    Damaged(String),
    /// A game is damaged; others may be whole.
    #[error("game {game} is damaged: {found}")]
    DamagedGame {
        /// The game.
        game: GameId,
        /// What was found.
        found: String,
    },
    /// A file is there that would be replaced.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// A file beside the store cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Other programs were writing all the time.
    #[error("other programs keep the store busy: try again when they are done")]
    Busy,
    /// A query was interrupted, see `Store::interrupt_when`.
    #[error("the search took too long: ask for less")]
    Interrupted,
    /// The file was deleted, moved or replaced while it was open.
    #[error(
        "the store was deleted or replaced while it was open: nothing was saved; put it back, or \
         restart the program"
    )]
    Replaced,
    /// The file can only be read.
    #[error("the store can only be read: make the file and its folder writable")]
    ReadOnly,
    /// There is no such game.
    #[error("there is no game {0}")]
    NoGame(GameId),
    /// There is no such tournament.
    #[error("there is no tournament {0}")]
    NoTournament(TournamentId),
    /// A move cannot be made.
    #[error("move {}, '{mv}': illegal: {reason}", .ply + 1)]
    IllegalMove {
        /// How many moves were made before it.
        ply: usize,
        /// The move.
        mv: Move,
        /// Why not.
        reason: IllegalMove,
    },
    /// A move was to be appended, but not behind the last one.
    #[error("the move is number {}, but the game has {plies} moves", .ply + 1)]
    WrongPly {
        /// How many moves it was to stand behind.
        ply: usize,
        /// How many moves the game has.
        plies: usize,
    },
    /// A move was to be appended to other moves than the game has.
    #[error("game {0} has other moves")]
    Diverged(GameId),
    /// A move or a result was to be added to a game that has a result.
    #[error("game {0} is over")]
    Over(GameId),
    /// The game was asked for as one that was played here to its end, which it was not.
    #[error("game {0} was imported, or is in progress")]
    NotPlayed(GameId),
    /// Something that the store has no place for, like a clock of more than 292 years.
    #[error("the store cannot keep {0}")]
    Unstorable(String),
    /// Any other trouble with the database: no place left, no right to write, …
    #[cfg(feature = "sqlite")]
    #[error("database error: {0}")]
    Sqlite(rusqlite::Error),
}

impl StoreError {
    /// Damage that was found in a game.
    pub(crate) fn about(self, game: GameId) -> Self {
        match self {
            Self::Damaged(found) => Self::DamagedGame { game, found },
            error => error,
        }
    }
}

#[cfg(feature = "sqlite")]
impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotAStore,
            // It may quote from the file, where there can be anything.
            Some(ErrorCode::DatabaseCorrupt) => {
                Self::Damaged(error.to_string().replace(char::is_control, " "))
            }
            Some(ErrorCode::OperationInterrupted) => Self::Interrupted,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            None if is_conversion(&error) => Self::Damaged(error.to_string()),
            _ => Self::Sqlite(error),
        }
    }
}

/// Whether a column holds something else than it should.
#[cfg(feature = "sqlite")]
const fn is_conversion(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType};
    matches!(
        error,
        FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | rusqlite::Error::Utf8Error(..)
            | rusqlite::Error::QueryReturnedNoRows
    )
}
