//! Summaries of games in the database.

use quoridor_core::{ByPlayer, Player, Position};
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use crate::columns::{ReasonColumns, read};
use crate::sqlite::columns::read_source;
use crate::{Filter, GameId, Store, StoreError, Summary};

impl Store {
    /// The games that a filter lets through, in the order in which they were added, or the other
    /// way round.
    ///
    /// # Errors
    /// The database failed.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Summary>, StoreError> {
        let (condition, mut values) = filter.condition();
        let page = filter.page(&mut values);
        let order = if filter.newest_first { "DESC" } else { "ASC" };
        let sql = format!("{SELECT} {condition} ORDER BY games.id {order} {page}");
        let mut statement = self.connection.prepare(&sql)?;
        let games = statement.query_and_then(params_from_iter(values), Columns::load)?;
        games.map(|columns| columns?.summary(&self.connection)).collect()
    }

    /// How many games a filter lets through, whatever its limit and offset.
    ///
    /// # Errors
    /// The database failed.
    pub fn count(&self, filter: &Filter) -> Result<u64, StoreError> {
        let (condition, values) = filter.condition();
        let sql = format!("SELECT COUNT(*) FROM games {condition}");
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
        let columns = statement.query_row([game.0], Columns::load_row).optional()?;
        columns.ok_or(StoreError::NoGame(game))?.summary(connection)
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
    fn load_row(row: &Row<'_>) -> rusqlite::Result<Self> {
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

    fn load(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self::load_row(row)?)
    }

    fn summary(self, connection: &Connection) -> Result<Summary, StoreError> {
        let (id, start) = (GameId(self.id), read::<Position>(&self.start)?);
        let mut players = ByPlayer::new(start.seats(), |_| None);
        for (seat, name) in load_players(connection, id)? {
            if !start.seats().has(seat) {
                return Err(StoreError::Damaged(format!("{seat} does not take part in game {id}")));
            }
            players[seat] = name;
        }
        Ok(Summary {
            id,
            source: read_source(&self.source)?,
            players,
            start,
            plies: self.plies as usize,
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
