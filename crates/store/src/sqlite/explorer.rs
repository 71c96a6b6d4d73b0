//! The opening explorer: the moves played in a position, and their results.

use std::collections::BTreeMap;

use quoridor_core::{Move, Outcome, Position, Symmetry};

use crate::sqlite::columns::{PositionKey, read, symmetry};
use crate::{Store, StoreError};

/// A move that was played in a position, with the results for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The move. In a position that is its own mirror image, it stands for its image too.
    pub mv: Move,
    /// In how many games it was played.
    pub games: u64,
    /// Games that the player won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// How many of them another player won. (The rest has no result.)
    pub losses: u64,
}

impl Store {
    /// The moves that were played in a position or in one of its images, turned back to this one;
    /// the most frequent first.
    ///
    /// A game in which the position came up more than once counts once for each different move.
    ///
    /// # Errors
    /// The database failed.
    pub fn explore(&self, position: &Position) -> Result<Vec<Continuation>, StoreError> {
        let (canonical, here) = position.canonical();
        let size = position.variant().size;
        let own = own_symmetries(position);
        let mut statement = self.connection.prepare_cached(
            "SELECT positions.game, positions.symmetry, moves.move, games.outcome \
             FROM positions JOIN moves USING (game, ply) JOIN games ON games.id = positions.game \
             WHERE positions.hash = ?1 ORDER BY positions.game",
        )?;
        let mut rows = statement.query([PositionKey::of(position).hash])?;
        let mut continuations: BTreeMap<Move, Continuation> = BTreeMap::new();
        // The moves of the game whose rows are being read.
        let mut current: (i64, Vec<Move>) = (0, Vec::new());
        while let Some(row) = rows.next()? {
            let (game, there) = (row.get::<_, i64>(0)?, symmetry(&row.get::<_, String>(1)?)?);
            let played: Move = read(&row.get::<_, String>(2)?)?;
            let outcome: Option<Outcome> =
                row.get::<_, Option<String>>(3)?.as_deref().map(read).transpose()?;
            // Every symmetry is its own inverse: from the game to the canonical image, and from
            // there to the position.
            let mv = here.mv(there.mv(played, size), size);
            let mv = own.iter().map(|own| own.mv(mv, size)).min().unwrap_or(mv);
            if current.0 != game {
                current = (game, Vec::new());
            }
            if current.1.contains(&mv) {
                continue;
            }
            current.1.push(mv);
            let mover = there.player(canonical.turn());
            let none = Continuation { mv, games: 0, wins: 0, draws: 0, losses: 0 };
            let continuation = continuations.entry(mv).or_insert(none);
            continuation.games += 1;
            match outcome {
                Some(Outcome::Win(winner)) if winner == mover => continuation.wins += 1,
                Some(Outcome::Win(_)) => continuation.losses += 1,
                Some(Outcome::Draw) => continuation.draws += 1,
                None => {}
            }
        }
        let mut continuations: Vec<Continuation> = continuations.into_values().collect();
        continuations.sort_by_key(|continuation| std::cmp::Reverse(continuation.games));
        Ok(continuations)
    }
}

/// The symmetries that change nothing about a position.
fn own_symmetries(position: &Position) -> Vec<Symmetry> {
    let all = Symmetry::of(position.variant()).iter().copied();
    all.filter(|symmetry| symmetry.position(position).as_ref() == Some(position)).collect()
}
