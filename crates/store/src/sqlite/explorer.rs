//! The opening explorer in the database.

use quoridor_core::{Move, Outcome, Position};

use crate::columns::{read, symmetry};
use crate::explorer::Explorer;
use crate::position_key::PositionKey;
use crate::{Continuation, Store, StoreError};

impl Store {
    /// The moves that were played in a position or in one of its images, turned back to this one;
    /// the most frequent first.
    ///
    /// A game in which the position came up more than once counts once for each different move.
    ///
    /// # Errors
    /// The database failed.
    pub fn explore(&self, position: &Position) -> Result<Vec<Continuation>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT positions.game, positions.symmetry, moves.move, games.outcome \
             FROM positions JOIN moves USING (game, ply) JOIN games ON games.id = positions.game \
             WHERE positions.hash = ?1 ORDER BY positions.game",
        )?;
        let mut rows = statement.query([PositionKey::of(position).hash])?;
        let mut explorer = Explorer::new(position);
        while let Some(row) = rows.next()? {
            // A damaged row counts for nothing.
            let (Ok(there), Ok(played)) =
                (symmetry(&row.get::<_, String>(1)?), read::<Move>(&row.get::<_, String>(2)?))
            else {
                continue;
            };
            let outcome = row.get::<_, Option<String>>(3)?.as_deref().map(read::<Outcome>);
            let Ok(outcome) = outcome.transpose() else { continue };
            explorer.add(row.get(0)?, there, played, outcome);
        }
        Ok(explorer.finish())
    }
}
