//! The game store: a SQLite database of games, their players and their positions.
//!
//! What a method has acknowledged is on the disk (write-ahead log, `synchronous = FULL`), whatever
//! happens to the program or the machine afterwards; what it has not acknowledged is there
//! completely or not at all. Any number of threads and programs can use a store at the same time,
//! each with a [`Store`] of its own: all of them read at once, one writes, and the others wait for
//! it.
//!
//! ```
//! use quoridor_store::{Filter, Store};
//! use quoridor_core::record;
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("games.sqlite");
//! let mut store = Store::open(&path).unwrap();
//! let text = "[South \"Ann\"]\n[North \"Bob\"]\n\n1. e2 e8 {bold} 1-0\n";
//! let game = store.add_record(&record::read(text).next().unwrap().unwrap()).unwrap();
//! let found = store.list(&Filter { player: Some("Bob".to_owned()), ..Filter::default() }).unwrap();
//! assert_eq!(found[0].id, game);
//! assert_eq!(store.record(game).unwrap().write().unwrap(), "[South \"Ann\"]\n[North \"Bob\"]\n[Result \"1-0\"]\n\n1. e2 e8 {bold} 1-0\n\n");
//! ```

#[cfg(feature = "sqlite")]
mod columns;
mod date;
#[cfg(feature = "sqlite")]
mod error;
#[cfg(feature = "sqlite")]
mod explorer;
pub mod files;
#[cfg(feature = "sqlite")]
mod filter;
#[cfg(feature = "sqlite")]
mod import;
#[cfg(feature = "sqlite")]
mod incoming;
#[cfg(feature = "sqlite")]
mod live;
mod live_game;
#[cfg(feature = "sqlite")]
mod merge;
#[cfg(feature = "sqlite")]
mod open;
mod played;
mod record;
mod record_file;
#[cfg(feature = "sqlite")]
mod seating;
#[cfg(feature = "sqlite")]
mod stored;
#[cfg(feature = "sqlite")]
mod summary;
mod time_control;
#[cfg(feature = "sqlite")]
mod totals;
#[cfg(feature = "sqlite")]
mod tournament;

use std::fmt;

#[cfg(feature = "sqlite")]
use rusqlite::{Connection, Transaction};

#[cfg(feature = "sqlite")]
pub use columns::Source;
pub use date::{Date, ParseDateError};
#[cfg(feature = "sqlite")]
pub use error::StoreError;
#[cfg(feature = "sqlite")]
pub use explorer::Continuation;
#[cfg(feature = "sqlite")]
pub use filter::{Filter, NameIs, ResultIs};
#[cfg(feature = "sqlite")]
pub use import::{BadGame, Duplicates, Imported};
pub use live_game::{
    Change, Exit, LiveGame, NewLiveGame, Occupant, Seating, Stamp, Target, Update,
};
#[cfg(feature = "sqlite")]
pub use merge::Merged;
pub use played::{MoveStats, PlayedGame, Reason};
pub use record_file::RecordFile;
#[cfg(feature = "sqlite")]
pub use summary::Summary;
pub use time_control::{ParseTimeControlError, TimeControl};
#[cfg(feature = "sqlite")]
pub use totals::{Lengths, SeatTotals, Standing, Totals};
#[cfg(feature = "sqlite")]
pub use tournament::{Recorded, Tournament};

/// A store of games that has been opened.
///
/// It can be sent to another thread, but serves one at a time.
#[cfg(feature = "sqlite")]
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

#[cfg(feature = "sqlite")]
impl Store {
    /// Does something that happens completely or not at all. When it returns, it has happened.
    ///
    /// It begins as a writer, so that it never has to become one while another is writing: that
    /// could not be waited for.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let transaction = self.connection.transaction()?;
        let done = work(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }
}

/// The number of a game in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub i64);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number of a tournament in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentId(pub i64);

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
