//! Merging stores: the games of several machines in one file.

use quoridor_core::record::RecordError;

use crate::{BadGame, Duplicates, Filter, Listed, Recorded, Source, Store, StoreError, Summary};

/// The result of a merge.
#[derive(Debug, Default)]
pub struct Merged {
    /// Games added.
    pub added: u64,
    /// Games that were there already.
    pub duplicates: u64,
    /// Games in progress, which stay where they are.
    pub in_progress: u64,
    /// Why other games were left out.
    pub damage: Vec<StoreError>,
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
                let played = match other.played(game) {
                    Ok(played) => played,
                    Err(error) => {
                        merged.damage.push(error.only_damage(game)?);
                        continue;
                    }
                };
                match self.record_game(here, number, &played)? {
                    Recorded::Now(_) => merged.added += 1,
                    Recorded::Before(_) => merged.duplicates += 1,
                }
            }
        }
        let Listed { games, damage } = other.list(&Filter::default())?;
        merged.damage.extend(damage);
        let (open, finished): (Vec<_>, Vec<_>) = games
            .into_iter()
            .filter(|summary| !scheduled.contains(&summary.id))
            .partition(|summary| summary.source == Source::Live && summary.outcome.is_none());
        merged.in_progress = open.len() as u64;
        let mut records = Vec::new();
        for Summary { id, .. } in finished {
            match other.record(id) {
                Ok(record) => records.push(Ok::<_, RecordError>(record)),
                Err(error) => merged.damage.push(error.only_damage(id)?),
            }
        }
        let imported = self.import(records, Duplicates::Skip, |_| ())?;
        merged.added += imported.added;
        merged.duplicates += imported.duplicates;
        merged.damage.extend(imported.bad.into_iter().filter_map(|bad| match bad {
            BadGame::Refused { error, .. } => Some(error),
            BadGame::Unreadable(_) => None,
        }));
        Ok(merged)
    }
}
