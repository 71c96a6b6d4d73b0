//! What can go wrong with a store.

use std::fmt;

use quoridor_core::{IllegalMove, Move};
use rusqlite::ErrorCode;

use crate::{GameId, TournamentId};

/// Why the store did not do what it was asked. It has then changed nothing.
///
/// The file is not named: whoever opened it knows.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no file.
    Missing,
    /// The file is something else.
    NotAStore,
    /// A newer version of the program made it.
    Newer {
        /// The version of the file.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// The file is broken, or somebody else wrote into it: what was found.
    Damaged(String),
    /// Other programs were writing all the time.
    Busy,
    /// There is no such game.
    NoGame(GameId),
    /// There is no such tournament.
    NoTournament(TournamentId),
    /// A move cannot be made.
    IllegalMove {
        /// How many moves were made before it.
        ply: usize,
        /// The move.
        mv: Move,
        /// Why not.
        reason: IllegalMove,
    },
    /// A move was to be appended, but not behind the last one.
    WrongPly {
        /// How many moves it was to stand behind.
        ply: usize,
        /// How many moves the game has.
        plies: usize,
    },
    /// A move was to be appended to other moves than the game has.
    Diverged(GameId),
    /// A move or a result was to be added to a game that has a result.
    Over(GameId),
    /// The game was asked for as one that was played here to its end, which it was not.
    NotPlayed(GameId),
    /// Something that the store has no place for, like a clock of more than 292 years.
    Unstorable(String),
    /// Any other trouble with the database: no place left, no right to write, …
    Sqlite(rusqlite::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such store of games"),
            Self::NotAStore => f.write_str("not a store of games: the file is something else"),
            Self::Newer { found, known } => write!(
                f,
                "a newer version of this program made the store (its version is {found}, known are up to {known}): use that one"
            ),
            Self::Damaged(what) => {
                write!(
                    f,
                    "the store is damaged ({what}): restore a copy, or save what is left with sqlite3's .recover"
                )
            }
            Self::Busy => {
                f.write_str("other programs keep the store busy: try again when they are done")
            }
            Self::NoGame(game) => write!(f, "there is no game {game}"),
            Self::NoTournament(tournament) => write!(f, "there is no tournament {tournament}"),
            Self::IllegalMove { ply, mv, reason } => {
                write!(f, "move {}, '{mv}': illegal: {reason}", ply + 1)
            }
            Self::WrongPly { ply, plies } => {
                write!(f, "the move is number {}, but the game has {plies} moves", ply + 1)
            }
            Self::Diverged(game) => write!(f, "game {game} has other moves"),
            Self::Over(game) => write!(f, "game {game} is over"),
            Self::NotPlayed(game) => write!(f, "game {game} was imported, or is still on"),
            Self::Unstorable(what) => write!(f, "the store cannot keep {what}"),
            Self::Sqlite(error) => write!(f, "the database says: {error}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotAStore,
            // It may quote from the file, where there can be anything.
            Some(ErrorCode::DatabaseCorrupt) => {
                Self::Damaged(error.to_string().replace(char::is_control, " "))
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            _ => Self::Sqlite(error),
        }
    }
}
