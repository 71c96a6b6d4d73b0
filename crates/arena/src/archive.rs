//! Tournaments whose games are in a store.

use std::collections::BTreeMap;

use quoridor_store::{PlayedGame, Recorded, Store, StoreError, TournamentId};

use crate::tournament::{Archive, ArchiveError, TournamentError, TournamentPlan};

/// The games of one tournament in a store: those that are there, and those to come.
///
/// The tournament is the one with the same [identity](TournamentPlan::identity) and seed, so that
/// the same command resumes it.
#[derive(Debug)]
pub struct StoredTournament<'a> {
    store: &'a mut Store,
    id: TournamentId,
}

impl<'a> StoredTournament<'a> {
    /// Finds the tournament in the store, or begins it.
    ///
    /// # Errors
    /// The openings cannot be read; the database failed.
    pub fn begin_or_resume(
        store: &'a mut Store,
        plan: &TournamentPlan,
    ) -> Result<Self, TournamentError> {
        let identity = plan.identity().map_err(TournamentError::Openings)?;
        let begun = store.begin_or_resume(&identity, plan.arena.seed);
        let id = begun.map_err(|error| TournamentError::Archive(error.into()))?.id;
        Ok(Self { store, id })
    }

    /// Its number in the store.
    pub const fn id(&self) -> TournamentId {
        self.id
    }

    fn load(&self) -> Result<BTreeMap<usize, PlayedGame>, StoreError> {
        let games = self.store.tournament_games(self.id)?;
        games.into_iter().map(|(number, game)| Ok((number, self.store.played(game)?))).collect()
    }
}

impl Archive for StoredTournament<'_> {
    fn played(&mut self) -> Result<BTreeMap<usize, PlayedGame>, ArchiveError> {
        Ok(self.load()?)
    }

    fn record(&mut self, number: usize, game: PlayedGame) -> Result<PlayedGame, ArchiveError> {
        match self.store.record_game(self.id, number, &game)? {
            Recorded::Now(_) => Ok(game),
            Recorded::Before(there) => Ok(self.store.played(there)?),
        }
    }
}
