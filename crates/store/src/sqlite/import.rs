//! Many records at once.

use quoridor_core::notation::Dialect;
use quoridor_core::record::{Record, RecordError};
use rusqlite::Transaction;

use crate::rows::{CheckedGame, GameRows};
use crate::{Duplicates, GameId, Imported, Store, StoreError};

/// How many games are written with one access to the disk.
const BATCH: usize = 1000;

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
            for CheckedGame { record, rows } in games {
                if duplicates == Duplicates::Skip && is_there(transaction, &rows, record)? {
                    imported.duplicates += 1;
                } else {
                    rows.insert(transaction)?;
                    imported.added += 1;
                }
            }
            Ok(())
        })?;
        Ok(imported)
    }
}

/// Whether a game is in the store, in whatever notation. Its fingerprint finds it; that nothing
/// differs is seen by comparing.
fn is_there(
    transaction: &Transaction<'_>,
    rows: &GameRows,
    record: Record,
) -> Result<bool, StoreError> {
    let standard = |record| Record { dialect: Dialect::Standard, ..record };
    let record = standard(record);
    let mut statement =
        transaction.prepare_cached("SELECT id FROM games WHERE fingerprint = ?1")?;
    let found = statement
        .query_map([rows.fingerprint.map(u64::cast_signed)], |row| row.get(0).map(GameId))?;
    for id in found {
        // A damaged game is another one.
        match GameRows::load(transaction, id?).and_then(|rows| rows.record()).map(standard) {
            Ok(stored) if stored == record => return Ok(true),
            Ok(_) | Err(StoreError::DamagedGame { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(false)
}
