//! Summaries of games in the database.

use std::collections::HashSet;

use quoridor_core::{ByPlayer, Player, Position};
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use crate::columns::{ReasonColumns, read, read_source};
use crate::sqlite::check::games_table_defect;
use crate::{Filter, GameId, Store, StoreError, Summary};

/// The games that a filter lets through.
#[derive(Debug, Default)]
pub struct Listed {
    /// Those that can be read.
    pub games: Vec<Summary>,
    /// Why others cannot.
    pub damage: Vec<StoreError>,
}

impl Store {
    /// The games that a filter lets through, in the order in which they were added, or the other
    /// way round. Damaged games are left out.
    ///
    /// # Errors
    /// The database failed otherwise than by damage.
    pub fn list(&self, filter: &Filter) -> Result<Listed, StoreError> {
        let (ids, damage) = self.ids(filter)?;
        let mut listed = Listed { games: Vec::new(), damage: damage.into_iter().collect() };
        for id in ids {
            match Summary::load(&self.connection, id) {
                Ok(summary) => listed.games.push(summary),
                Err(error) => listed.damage.push(error.only_damage(id)?),
            }
        }
        Ok(listed)
    }

    /// The numbers of the games that a filter lets through, and what is damaged if not all can be
    /// found.
    ///
    /// # Errors
    /// The database failed otherwise than by damage.
    pub fn ids(&self, filter: &Filter) -> Result<(Vec<GameId>, Option<StoreError>), StoreError> {
        let (mut ids, mut damage) = self.ids_until_damage(filter, filter.newest_first)?;
        if filter.limit.is_none() {
            // Otherwise games could be missing without a word.
            damage = damage.or(games_table_defect(&self.connection)?);
        }
        if damage.is_some() && filter.limit.is_none() {
            // From the other end.
            let (others, _) = self.ids_until_damage(filter, !filter.newest_first)?;
            let known: HashSet<GameId> = ids.iter().copied().collect();
            ids.extend(others.into_iter().rev().filter(|id| !known.contains(id)));
        }
        Ok((ids, damage))
    }

    fn ids_until_damage(
        &self,
        filter: &Filter,
        newest_first: bool,
    ) -> Result<(Vec<GameId>, Option<StoreError>), StoreError> {
        let (condition, mut values) = filter.condition();
        let page = filter.page(&mut values);
        let order = if newest_first { "DESC" } else { "ASC" };
        let sql =
            format!("SELECT games.id FROM games {condition} ORDER BY games.id {order} {page}");
        let mut ids = Vec::new();
        let found = self.connection.prepare(&sql).and_then(|mut statement| {
            let mut rows = statement.query(params_from_iter(values))?;
            while let Some(row) = rows.next()? {
                ids.push(GameId(row.get(0)?));
            }
            Ok(())
        });
        match found.map_err(StoreError::from) {
            Ok(()) => Ok((ids, None)),
            Err(error @ StoreError::Damaged(_)) => Ok((ids, Some(error))),
            Err(error) => Err(error),
        }
    }

    /// How many games a filter lets through, whatever its limit and offset.
    ///
    /// # Errors
    /// The database failed.
    pub fn count(&self, filter: &Filter) -> Result<u64, StoreError> {
        let (condition, values) = filter.condition();
        // In the order of the table: an index of games would look seats up at random.
        let table = if condition.is_empty() { "games" } else { "games NOT INDEXED" };
        let sql = format!("SELECT COUNT(*) FROM {table} {condition}");
        let count: i64 =
            self.connection.query_row(&sql, params_from_iter(values), |row| row.get(0))?;
        Ok(count.cast_unsigned())
    }

    /// The summary of a game.
    ///
    /// # Errors
    /// There is no such game; the database failed.
    pub fn summary(&self, game: GameId) -> Result<Summary, StoreError> {
        Summary::load(&self.connection, game)
    }
}

impl Summary {
    pub(super) fn load(connection: &Connection, game: GameId) -> Result<Self, StoreError> {
        let mut statement = connection.prepare_cached(&format!("{SELECT} WHERE games.id = ?1"))?;
        let columns = statement.query_row([game.0], Columns::load).optional();
        let columns = columns.map_err(|error| StoreError::from(error).about(game))?;
        let columns = columns.ok_or(StoreError::NoGame(game))?;
        columns.summary(connection).map_err(|error| error.about(game))
    }
}

const SELECT: &str =
    "SELECT id, source, start, plies, outcome, reason, reason_seat, reason_detail, date FROM games";

/// The columns of a game.
struct Columns {
    id: i64,
    source: String,
    start: String,
    plies: i64,
    outcome: Option<String>,
    reason: Option<ReasonColumns>,
    date: Option<String>,
}

impl Columns {
    fn load(row: &Row<'_>) -> rusqlite::Result<Self> {
        let (seat, detail) = (row.get(6)?, row.get(7)?);
        let reason =
            row.get::<_, Option<String>>(5)?.map(|word| ReasonColumns { word, seat, detail });
        Ok(Self {
            id: row.get(0)?,
            source: row.get(1)?,
            start: row.get(2)?,
            plies: row.get(3)?,
            outcome: row.get(4)?,
            reason,
            date: row.get(8)?,
        })
    }

    fn summary(self, connection: &Connection) -> Result<Summary, StoreError> {
        let (id, start) = (GameId(self.id), read::<Position>(&self.start)?);
        let mut players = ByPlayer::new(start.seats(), |_| None);
        for (seat, name) in load_players(connection, id)? {
            if !start.seats().has(seat) {
                return Err(StoreError::Damaged(format!("{seat} does not take part")));
            }
            players[seat] = name;
        }
        Ok(Summary {
            id,
            source: read_source(&self.source)?,
            players,
            start,
            plies: usize::try_from(self.plies)
                .map_err(|_| StoreError::Damaged(format!("{} moves", self.plies)))?,
            outcome: self.outcome.as_deref().map(read).transpose()?,
            reason: self.reason.map(ReasonColumns::reason).transpose()?,
            date: self.date.as_deref().map(read).transpose()?,
        })
    }
}

fn load_players(
    connection: &Connection,
    game: GameId,
) -> Result<Vec<(Player, Option<String>)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT seats.seat, players.name FROM seats LEFT JOIN players ON players.id = seats.player \
         WHERE seats.game = ?1",
    )?;
    let players = statement.query_and_then([game.0], |row| {
        Ok::<_, StoreError>((
            read::<Player>(&row.get::<_, String>(0)?)?,
            row.get::<_, Option<String>>(1)?,
        ))
    })?;
    players.collect()
}
