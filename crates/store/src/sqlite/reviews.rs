//! Reviews of games: documents that belong to them.

use rusqlite::{OptionalExtension, params};

use super::rows::exists;
use crate::{GameId, Store, StoreError};

impl Store {
    /// Keeps the review of a game, in place of an earlier one.
    ///
    /// # Errors
    /// There is no such game; the database failed.
    pub fn keep_review(&mut self, game: GameId, document: &str) -> Result<(), StoreError> {
        exists(&self.connection, game)?;
        self.write(|transaction| {
            transaction
                .prepare_cached(
                    "INSERT INTO reviews (game, document) VALUES (?1, ?2) \
                     ON CONFLICT (game) DO UPDATE SET document = excluded.document",
                )?
                .execute(params![game.0, document])?;
            Ok(())
        })
    }

    /// The review of a game, if there is one.
    ///
    /// # Errors
    /// There is no such game; the database failed.
    pub fn review(&self, game: GameId) -> Result<Option<String>, StoreError> {
        exists(&self.connection, game)?;
        let mut statement =
            self.connection.prepare_cached("SELECT document FROM reviews WHERE game = ?1")?;
        Ok(statement.query_row([game.0], |row| row.get(0)).optional()?)
    }
}
