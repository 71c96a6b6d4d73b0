//! The database: how it is opened and migrated, written, searched and counted.

mod backup;
mod check;
mod explorer;
mod filter;
mod import;
mod interrupt;
mod live;
mod merge;
mod open;
mod place;
mod repair;
mod reviews;
mod rows;
mod seating;
mod summary;
mod totals;
mod tournament;

use self::place::Place;
use std::time::Instant;

use crate::StoreError;
use rusqlite::{Connection, Transaction};

pub use check::Survey;
pub use merge::Merged;
pub use repair::Repaired;
pub use summary::Listed;
pub use totals::{Lengths, SeatTotals, Standing, Totals};
pub use tournament::{Recorded, Tournament};

/// A store of games that has been opened.
///
/// It can be sent to another thread, but serves one at a time.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// The file that was opened, and where it was.
    place: Place,
    /// When [`probe`](Self::probe) succeeded last.
    probed: Option<Instant>,
}

impl Store {
    /// Does something that happens completely or not at all. When it returns, it has happened.
    ///
    /// It begins as a writer, so that it never has to become one while another is writing: that
    /// could not be waited for.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.place.check()?;
        let transaction = self.connection.transaction()?;
        let done = work(&transaction)?;
        transaction.commit()?;
        // If the file was removed meanwhile, what was written is gone with it.
        self.place.check()?;
        Ok(done)
    }
}
