//! Merging stores: the games of several machines in one file.

use quoridor_core::record::RecordError;

use crate::{Duplicates, Filter, GameId, Recorded, Source, Store, StoreError};

/// The result of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Merged {
    /// Games added.
    pub added: u64,
    /// Games that were there already.
    pub duplicates: u64,
    /// Games in progress, which stay where they are.
    pub in_progress: u64,
}

impl Store {
    /// Adds the games of another store. A scheduled game of a tournament that both have is added
    /// once: the one that is here stays. All other games are compared as in an import. Merging the
    /// same store again adds nothing.
    ///
    /// # Errors
    /// A database failed. Games that were added before stay.
    pub fn merge(&mut self, other: &Self) -> Result<Merged, StoreError> {
        let mut merged = Merged::default();
        let mut scheduled = std::collections::BTreeSet::new();
        for (tournament, config, seed) in other.tournaments()? {
            let here = self.begin_or_resume(&config, seed)?.id;
            for (number, game) in other.tournament_games(tournament)? {
                scheduled.insert(game);
                match self.record_game(here, number, &other.played(game)?)? {
                    Recorded::Now(_) => merged.added += 1,
                    Recorded::Before(_) => merged.duplicates += 1,
                }
            }
        }
        let others = other.list(&Filter::default())?;
        let (open, finished): (Vec<_>, Vec<_>) = others
            .into_iter()
            .filter(|summary| !scheduled.contains(&summary.id))
            .partition(|summary| summary.source == Source::Live && summary.outcome.is_none());
        merged.in_progress = open.len() as u64;
        let ids: Vec<GameId> = finished.iter().map(|summary| summary.id).collect();
        let records: Vec<_> = ids.iter().map(|&id| other.record(id)).collect::<Result<_, _>>()?;
        let records = records.into_iter().map(Ok::<_, RecordError>);
        let imported = self.import(records, Duplicates::Skip, |_| ())?;
        merged.added += imported.added;
        merged.duplicates += imported.duplicates;
        Ok(merged)
    }
}
