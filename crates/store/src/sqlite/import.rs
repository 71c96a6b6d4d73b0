//! Many records at once.

use std::ops::AddAssign;

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
            let batch = games.by_ref().take(BATCH);
            let batch: Vec<_> =
                batch.filter_map(|(number, record)| imported.check(number, record)).collect();
            imported += self.add_checked(batch, duplicates)?;
            acknowledge(&imported);
        }
        Ok(imported)
    }

    /// Adds games that have been checked, all or none. This is the part of an import that other
    /// writers have to wait for.
    ///
    /// # Errors
    /// The database failed.
    pub fn add_checked(
        &mut self,
        games: Vec<CheckedGame>,
        duplicates: Duplicates,
    ) -> Result<Imported, StoreError> {
        let mut imported = Imported::default();
        if games.is_empty() {
            return Ok(imported);
        }
        self.write(|transaction| {
            for CheckedGame { record, game } in games {
                if duplicates == Duplicates::Skip && is_there(transaction, &game, record)? {
                    imported.duplicates += 1;
                } else {
                    game.insert(transaction)?;
                    imported.added += 1;
                }
            }
            Ok(())
        })?;
        Ok(imported)
    }
}

/// A game of a file that the store can keep: its moves are legal, and nothing is left to compute.
pub struct CheckedGame {
    record: Record,
    game: NewGame,
}

impl CheckedGame {
    /// Checks a game, without a store.
    ///
    /// # Errors
    /// The store has no place for what it says.
    pub fn new(record: Record) -> Result<Self, StoreError> {
        let game = NewGame::imported(&record)?;
        Ok(Self { record, game })
    }

    /// The number of its moves.
    pub fn plies(&self) -> usize {
        self.game.game.moves().len()
    }
}

impl Imported {
    /// Checks a game of a file, and notes it if it is bad.
    pub fn check(
        &mut self,
        number: usize,
        record: Result<Record, RecordError>,
    ) -> Option<CheckedGame> {
        let checked = record.map_err(BadGame::Unreadable).and_then(|record| {
            CheckedGame::new(record).map_err(|error| BadGame::Refused { game: number, error })
        });
        checked.map_err(|bad| self.bad.push(bad)).ok()
    }
}

impl AddAssign for Imported {
    fn add_assign(&mut self, more: Self) {
        self.added += more.added;
        self.duplicates += more.duplicates;
        self.bad.extend(more.bad);
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
