//! Tournaments: every scheduled game exactly once, however often the program is stopped.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::played::PlayedGame;
use crate::rows::GameRows;
use crate::{Date, GameId, Store, StoreError, TournamentId};

/// A tournament, and which of its games have been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// Its number in the store.
    pub id: TournamentId,
    /// The games that are there, by their numbers in the schedule.
    pub games: BTreeMap<usize, GameId>,
}

/// The result of recording a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// It is in the store now.
    Now(GameId),
    /// Its number was there before, with this game: another program is running the same tournament.
    /// The new one was not kept.
    Before(GameId),
}

impl Store {
    /// The tournament of a configuration and a seed: a new one, or the one that was begun with both
    /// and is to go on.
    ///
    /// `config` is any text that is the same if and only if the tournament is.
    ///
    /// # Errors
    /// The database failed.
    pub fn begin_or_resume(&mut self, config: &str, seed: u64) -> Result<Tournament, StoreError> {
        self.write(|transaction| {
            let key = params![config, seed.cast_signed()];
            transaction.execute(
                "INSERT INTO tournaments (config, seed) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                key,
            )?;
            let id = transaction.query_row(
                "SELECT id FROM tournaments WHERE config = ?1 AND seed = ?2",
                key,
                |row| Ok(TournamentId(row.get(0)?)),
            )?;
            Ok(Tournament { id, games: games(transaction, id)? })
        })
    }

    /// All tournaments: number, configuration, seed.
    pub(crate) fn tournaments(&self) -> Result<Vec<(TournamentId, String, u64)>, StoreError> {
        let mut statement =
            self.connection.prepare("SELECT id, config, seed FROM tournaments ORDER BY id")?;
        let rows = statement.query_map([], |row| {
            Ok((TournamentId(row.get(0)?), row.get(1)?, row.get::<_, i64>(2)?.cast_unsigned()))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The games of a tournament that are there, by their numbers in the schedule; none if there is
    /// no such tournament.
    ///
    /// # Errors
    /// The database failed.
    pub fn tournament_games(
        &self,
        tournament: TournamentId,
    ) -> Result<BTreeMap<usize, GameId>, StoreError> {
        games(&self.connection, tournament)
    }

    /// Whether there is a tournament.
    ///
    /// # Errors
    /// There is none; the database failed.
    pub fn check_tournament(&self, tournament: TournamentId) -> Result<(), StoreError> {
        check(&self.connection, tournament)
    }

    /// Records a game of a tournament. When this returns, it is on the disk.
    ///
    /// # Errors
    /// There is no such tournament; the database failed.
    pub fn record_game(
        &mut self,
        tournament: TournamentId,
        number: usize,
        game: &PlayedGame,
    ) -> Result<Recorded, StoreError> {
        self.write(|transaction| record(transaction, tournament, number, game))
    }

    /// Records many games of a tournament with one access to the disk: all of them or none.
    ///
    /// # Errors
    /// There is no such tournament; the database failed.
    pub fn record_games<'a>(
        &mut self,
        tournament: TournamentId,
        games: impl IntoIterator<Item = (usize, &'a PlayedGame)>,
    ) -> Result<Vec<Recorded>, StoreError> {
        self.write(|transaction| {
            games
                .into_iter()
                .map(|(number, game)| record(transaction, tournament, number, game))
                .collect()
        })
    }
}

fn games(
    connection: &Connection,
    tournament: TournamentId,
) -> Result<BTreeMap<usize, GameId>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT number, game FROM tournament_games WHERE tournament = ?1")?;
    let games = statement.query_map([tournament.0], |row| {
        Ok((row.get::<_, i64>(0)? as usize, GameId(row.get(1)?)))
    })?;
    Ok(games.collect::<Result<_, _>>()?)
}

fn check(connection: &Connection, tournament: TournamentId) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM tournaments WHERE id = ?1")?;
    if statement.exists([tournament.0])? {
        Ok(())
    } else {
        Err(StoreError::NoTournament(tournament))
    }
}

fn record(
    transaction: &Transaction<'_>,
    tournament: TournamentId,
    number: usize,
    game: &PlayedGame,
) -> Result<Recorded, StoreError> {
    let mut statement = transaction.prepare_cached(
        "SELECT game FROM tournament_games WHERE tournament = ?1 AND number = ?2",
    )?;
    if let Some(before) =
        statement.query_row(params![tournament.0, number as i64], |row| row.get(0)).optional()?
    {
        return Ok(Recorded::Before(GameId(before)));
    }
    check(transaction, tournament)?;
    let game = GameRows::played(game, Date::today())?.insert(transaction)?;
    transaction
        .prepare_cached(
            "INSERT INTO tournament_games (tournament, number, game) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![tournament.0, number as i64, game.0])?;
    Ok(Recorded::Now(game))
}
