//! The game store: a SQLite database of games, their players and their positions.
//!
//! When a method returns, its change is on the disk (write-ahead log, `synchronous = FULL`) and
//! survives a crash of the program or the machine; a change that was interrupted is there
//! completely or not at all. Any number of threads and programs can use a store at the same time,
//! each with its own [`Store`]: all read at once, and one writes while the others wait.
//!
//! ```
//! use quoridor_store::{Filter, Store};
//! use quoridor_core::record;
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("games.sqlite");
//! let mut store = Store::open(&path).unwrap();
//! let text = "[South \"Ann\"]\n[North \"Bob\"]\n\n1. e2 e8 {bold} 1-0\n";
//! let game = store.add_record(&record::read(text).next().unwrap().unwrap()).unwrap();
//! let of_bob = Filter { player: Some("Bob".to_owned()), ..Filter::default() };
//! assert_eq!(store.list(&of_bob).unwrap().games[0].id, game);
//! let text = store.record(game).unwrap().write().unwrap();
//! assert!(text.ends_with("[Result \"1-0\"]\n\n1. e2 e8 {bold} 1-0\n\n"));
//! ```

// Without the database its columns are computed and not written.
#![cfg_attr(not(feature = "sqlite"), allow(dead_code))]

mod columns;
mod date;
mod error;
mod explorer;
pub mod files;
mod filter;
mod import;
mod keys;
mod live_game;
mod memory;
mod played;
mod position_key;
mod record;
mod record_file;
mod rows;
#[cfg(feature = "sqlite")]
mod sqlite;
mod summary;
mod time_control;

use std::fmt;

pub use date::{Date, ParseDateError};
pub use error::StoreError;
pub use explorer::Continuation;
pub use filter::{Filter, NameIs, ResultIs};
pub use import::{BadGame, Duplicates, Imported};
pub use keys::Keys;
pub use live_game::{
    Change, Exit, LiveGame, NewLiveGame, Occupant, Seating, Stamp, Target, Update,
};
pub use memory::{MemoryContent, MemoryGame, MemoryStore};
pub use played::{MoveStats, PlayedGame, Reason};
pub use record_file::RecordFile;
pub use rows::CheckedGame;
#[cfg(feature = "sqlite")]
pub use sqlite::{
    Lengths, Listed, Merged, Recorded, Repaired, SeatTotals, Standing, Store, Survey, Totals,
    Tournament,
};
pub use summary::{Source, Summary};
pub use time_control::{ParseTimeControlError, TimeControl};

/// The number of a game in its store.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
