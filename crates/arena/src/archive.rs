//! Tournaments whose games are in a store.

use std::collections::BTreeMap;

use quoridor_store::{PlayedGame, Recorded, Store, StoreError, TournamentId};

use crate::opening::OpeningsError;
use crate::referee::{DrawRule, ResignRule, Rules};
use crate::tournament::{Archive, ArchiveError, TournamentError, TournamentPlan};

/// The games of one tournament in a store: those that are there, and those to come.
///
/// The tournament is the one with the same [identity](TournamentPlan::identity) and seed, so that
/// the same command resumes it. One that an older version of the program began under the text it
/// used then gets today's text.
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
        let legacy = plan.legacy_identity().map_err(TournamentError::Openings)?;
        let begun = store
            .rename_tournament(&legacy, &identity, plan.arena.seed)
            .and_then(|()| store.begin_or_resume(&identity, plan.arena.seed));
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

impl TournamentPlan {
    /// The identity that this program wrote until version 0.1, in which the adjudication was the
    /// `Debug` output of its types at that time.
    ///
    /// # Errors
    /// The openings cannot be read.
    pub(crate) fn legacy_identity(&self) -> Result<String, OpeningsError> {
        let Rules { adjudication, draw, resign, .. } = self.arena.rules;
        let option =
            |text: Option<String>| text.map_or("None".to_owned(), |text| format!("Some({text})"));
        let count = |count: Option<usize>| option(count.map(|count| count.to_string()));
        let draw = draw.map(|DrawRule { from, moves, score }| {
            format!("DrawRule {{ from: {from}, moves: {moves}, score: {} }}", with_point(score))
        });
        let resign = resign.map(|ResignRule { moves, score }| {
            format!("ResignRule {{ moves: {moves}, score: {} }}", with_point(score))
        });
        self.identity_with(&format!(
            "Adjudication {{ max_plies: {}, repetitions: {} }} {} {}",
            count(adjudication.max_plies),
            count(adjudication.repetitions),
            option(draw),
            option(resign)
        ))
    }
}

/// A number as `Debug` writes it: always with a point.
fn with_point(number: f64) -> String {
    let text = number.to_string();
    if text.contains('.') { text } else { format!("{text}.0") }
}
