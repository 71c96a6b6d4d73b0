//! Many records at once.

use quoridor_core::notation::Dialect;
use quoridor_core::record::{Record, RecordError};
use rusqlite::Transaction;
use thiserror::Error;

use crate::sqlite::incoming::NewGame;
use crate::sqlite::stored::StoredGame;
use crate::{GameId, Store, StoreError};

/// How many games are written with one access to the disk.
const BATCH: usize = 1000;

/// The treatment of a game that is in the store already: the same players, moves, result, tags and
/// comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// Leave it out and count it.
    Skip,
    /// Add it once more.
    Keep,
}

/// The result of an import.
#[derive(Debug, Default)]
pub struct Imported {
    /// How many were added.
    pub added: u64,
    /// How many were left out because they were there already.
    pub duplicates: u64,
    /// Those that were not good, in the order of the file.
    pub bad: Vec<BadGame>,
}

/// A bad game of a file.
#[derive(Debug, Error)]
pub enum BadGame {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(RecordError),
    /// It can be read, but the store has no place for what it says.
    #[error("game {game}: {error}")]
    Refused {
        /// Which game of the file, counted from one.
        game: usize,
        /// Why.
        error: StoreError,
    },
}

impl Store {
    /// Adds the games of a file. A bad one does not hinder the others.
    ///
    /// `acknowledge` hears how far the import has come each time that this is on the disk. After an
    /// interruption, the same import with [`Duplicates::Skip`] adds what is missing.
    ///
    /// # Errors
    /// The database failed. What was acknowledged stays.
    pub fn import(
        &mut self,
        records: impl IntoIterator<Item = Result<Record, RecordError>>,
        duplicates: Duplicates,
        mut acknowledge: impl FnMut(&Imported),
    ) -> Result<Imported, StoreError> {
        let mut imported = Imported::default();
        let mut games = (1..).zip(records).peekable();
        while games.peek().is_some() {
            self.write(|transaction| {
                for (number, record) in games.by_ref().take(BATCH) {
                    imported.take(transaction, number, record, duplicates)?;
                }
                Ok(())
            })?;
            acknowledge(&imported);
        }
        Ok(imported)
    }
}

impl Imported {
    fn take(
        &mut self,
        transaction: &Transaction<'_>,
        number: usize,
        record: Result<Record, RecordError>,
        duplicates: Duplicates,
    ) -> Result<(), StoreError> {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                self.bad.push(BadGame::Unreadable(error));
                return Ok(());
            }
        };
        let game = match NewGame::imported(&record) {
            Ok(game) => game,
            Err(error) => {
                self.bad.push(BadGame::Refused { game: number, error });
                return Ok(());
            }
        };
        if duplicates == Duplicates::Skip && is_there(transaction, &game, record)? {
            self.duplicates += 1;
        } else {
            game.insert(transaction)?;
            self.added += 1;
        }
        Ok(())
    }
}

/// Whether a game is in the store, in whatever notation. Its fingerprint finds it; that nothing
/// differs is seen by comparing.
fn is_there(
    transaction: &Transaction<'_>,
    game: &NewGame,
    record: Record,
) -> Result<bool, StoreError> {
    let standard = |record| Record { dialect: Dialect::Standard, ..record };
    let record = standard(record);
    let mut statement =
        transaction.prepare_cached("SELECT id FROM games WHERE fingerprint = ?1")?;
    let found = statement
        .query_map([game.fingerprint.map(u64::cast_signed)], |row| row.get(0).map(GameId))?;
    for id in found {
        if standard(StoredGame::load(transaction, id?)?.record(transaction)?) == record {
            return Ok(true);
        }
    }
    Ok(false)
}
