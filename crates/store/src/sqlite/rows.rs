//! The rows of games: inserted, loaded and verified.

use quoridor_core::record::{Record, Tag};
use quoridor_core::{Game, Move, Position};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::columns::{ReasonColumns, read, symmetry_name};
use crate::played::PlayedGame;
use crate::position_key::PositionKey;
use crate::rows::{GameRows, MoveRow, fingerprint};
use crate::{Date, GameId, Store, StoreError, Summary};

impl Store {
    /// Adds a game that was played. The date is today's (UTC).
    ///
    /// # Errors
    /// The game has more move_stats than moves, or a time of more than 292 years; the database
    /// failed.
    pub fn add(&mut self, game: &PlayedGame) -> Result<GameId, StoreError> {
        self.write(|transaction| GameRows::played(game, Date::today())?.insert(transaction))
    }

    /// Adds the game of a record, whether it is there already or not. Everything in the record is
    /// kept.
    ///
    /// # Errors
    /// A move is illegal; a comment in a variation cannot be written as it is; a clock of more than
    /// 292 years; the database failed.
    pub fn add_record(&mut self, record: &Record) -> Result<GameId, StoreError> {
        let rows = GameRows::imported(record)?;
        self.write(|transaction| rows.insert(transaction))
    }

    /// The record of a game: as it was imported, or made from what was stored of it.
    ///
    /// # Errors
    /// There is no such game; it is damaged; the database failed.
    pub fn record(&self, game: GameId) -> Result<Record, StoreError> {
        let record = GameRows::load(&self.connection, game)?.record();
        record.map_err(|error| error.about(game))
    }

    /// A game that was played here to its end, as it was added.
    ///
    /// # Errors
    /// There is no such game; it was imported, is in progress or damaged; the database failed.
    pub fn played(&self, game: GameId) -> Result<PlayedGame, StoreError> {
        let played = GameRows::load(&self.connection, game)?.into_played();
        played.map_err(|error| error.about(game))
    }
}

impl GameRows {
    /// Inserts the game under a new number.
    pub(super) fn insert(&self, transaction: &Transaction<'_>) -> Result<GameId, StoreError> {
        self.insert_as(transaction, None)
    }

    /// Inserts the game under a number.
    pub(super) fn insert_as(
        &self,
        transaction: &Transaction<'_>,
        id: Option<GameId>,
    ) -> Result<GameId, StoreError> {
        let summary = &self.summary;
        transaction
            .prepare_cached(
                "INSERT INTO games (id, source, start, plies, opening, date, dialect, comment, \
                                    checksum) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0)",
            )?
            .execute(params![
                id.map(|id| id.0),
                summary.source.name(),
                summary.start.to_string(),
                summary.plies as i64,
                self.opening as i64,
                summary.date.map(|date| date.to_string()),
                self.dialect.name(),
                self.comment,
            ])?;
        let game = GameId(transaction.last_insert_rowid());
        for (seat, name) in summary.players.iter() {
            let player = name.as_ref().map(|name| player_id(transaction, name)).transpose()?;
            transaction
                .prepare_cached("INSERT INTO seats (game, seat, player) VALUES (?1, ?2, ?3)")?
                .execute(params![game.0, seat.to_string(), player])?;
        }
        self.seal(transaction, game)?;
        for (place, Tag { name, value }) in self.tags.iter().enumerate() {
            transaction
                .prepare_cached(
                    "INSERT INTO tags (game, place, name, value) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![game.0, place as i64, name, value])?;
        }
        insert_position(transaction, game, 0, self.game.start())?;
        for (ply, (&mv, row)) in self.game.moves().iter().zip(&self.moves).enumerate() {
            row.insert(transaction, game, ply, mv)?;
            insert_position(transaction, game, ply + 1, &self.game.positions()[ply + 1])?;
        }
        Ok(game)
    }

    /// Writes the columns that depend on all others: the result, the points, the fingerprint and
    /// the checksum.
    pub(super) fn seal(
        &self,
        transaction: &Transaction<'_>,
        game: GameId,
    ) -> Result<(), StoreError> {
        let reason = self.summary.reason.as_ref().map(ReasonColumns::from);
        transaction
            .prepare_cached(
                "UPDATE games SET outcome = ?2, reason = ?3, reason_seat = ?4, reason_detail = ?5, \
                                  fingerprint = ?6, checksum = ?7, opening = ?8 \
                 WHERE id = ?1",
            )?
            .execute(params![
                game.0,
                self.summary.outcome.map(|outcome| outcome.to_string()),
                reason.as_ref().map(|reason| &reason.word),
                reason.as_ref().and_then(|reason| reason.seat.as_ref()),
                reason.as_ref().and_then(|reason| reason.detail.as_ref()),
                self.fingerprint.map(u64::cast_signed),
                self.checksum(),
                self.opening as i64,
            ])?;
        let points = self.points();
        for &seat in self.game.start().seats().players() {
            transaction
                .prepare_cached("UPDATE seats SET points = ?3 WHERE game = ?1 AND seat = ?2")?
                .execute(params![
                    game.0,
                    seat.to_string(),
                    points.as_ref().map(|points| points[seat])
                ])?;
        }
        Ok(())
    }

    /// Loads a game, and checks that it is what was written.
    pub(super) fn load(connection: &Connection, game: GameId) -> Result<Self, StoreError> {
        let (rows, checksum) = Self::load_unverified(connection, game)?;
        if rows.summary.plies != rows.moves.len() {
            let (found, plies) = (rows.moves.len(), rows.summary.plies);
            let found = format!("{found} moves instead of {plies}");
            return Err(StoreError::DamagedGame { game, found });
        }
        if rows.checksum() != checksum {
            let found = "its checksum differs".to_owned();
            return Err(StoreError::DamagedGame { game, found });
        }
        Ok(rows)
    }

    /// Loads a game whose moves are legal, and its checksum.
    pub(super) fn load_unverified(
        connection: &Connection,
        id: GameId,
    ) -> Result<(Self, i64), StoreError> {
        Self::load_columns(connection, id).map_err(|error| error.about(id))
    }

    fn load_columns(connection: &Connection, id: GameId) -> Result<(Self, i64), StoreError> {
        let summary = Summary::load(connection, id)?;
        let mut statement = connection.prepare_cached(
            "SELECT opening, dialect, comment, fingerprint, checksum FROM games WHERE id = ?1",
        )?;
        let (opening, dialect, comment, fingerprint, checksum) =
            statement.query_row([id.0], |row| {
                let dialect: String = row.get(1)?;
                let fingerprint: Option<i64> = row.get(3)?;
                Ok((row.get::<_, i64>(0)?, dialect, row.get(2)?, fingerprint, row.get(4)?))
            })?;
        let mut game = Game::new(summary.start);
        let loaded = load_moves(connection, id)?;
        let mut moves = Vec::with_capacity(loaded.len());
        for (mv, row) in loaded {
            let number = moves.len() + 1;
            game.replay(mv).map_err(|reason| {
                StoreError::Damaged(format!("move {number}, '{mv}': {reason}"))
            })?;
            moves.push(row);
        }
        let rows = Self {
            summary,
            game,
            opening: (opening as usize).min(moves.len()),
            dialect: read(&dialect)?,
            comment,
            fingerprint: fingerprint.map(i64::cast_unsigned),
            tags: load_tags(connection, id)?,
            moves,
        };
        Ok((rows, checksum))
    }

    /// Computes the fingerprint of a live game that has just ended.
    pub(super) fn set_fingerprint(&mut self) -> Result<(), StoreError> {
        self.fingerprint = Some(fingerprint(&self.record()?));
        Ok(())
    }
}

pub(super) fn player_id(transaction: &Transaction<'_>, name: &str) -> Result<i64, StoreError> {
    transaction
        .prepare_cached("INSERT INTO players (name) VALUES (?1) ON CONFLICT DO NOTHING")?
        .execute([name])?;
    Ok(transaction
        .prepare_cached("SELECT id FROM players WHERE name = ?1")?
        .query_row([name], |row| row.get(0))?)
}

pub(super) fn insert_position(
    transaction: &Transaction<'_>,
    game: GameId,
    ply: usize,
    position: &Position,
) -> Result<(), StoreError> {
    let PositionKey { hash, symmetry } = PositionKey::of(position);
    transaction
        .prepare_cached(
            "INSERT INTO positions (hash, game, ply, symmetry) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![hash, game.0, ply as i64, symmetry_name(symmetry)])?;
    Ok(())
}

impl MoveRow {
    /// Inserts the move and what is known of it.
    pub(super) fn insert(
        &self,
        transaction: &Transaction<'_>,
        game: GameId,
        ply: usize,
        mv: Move,
    ) -> Result<(), StoreError> {
        let (game, ply) = (game.0, ply as i64);
        transaction
            .prepare_cached("INSERT INTO moves (game, ply, move) VALUES (?1, ?2, ?3)")?
            .execute(params![game, ply, mv.to_string()])?;
        if self.used.is_some() || self.left.is_some() {
            transaction
                .prepare_cached(
                    "INSERT INTO clocks (game, ply, used, left) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![game, ply, self.used, self.left])?;
        }
        if self.value.is_some() || self.depth.is_some() || self.nodes.is_some() {
            let (kind, value) = self.value.as_ref().map(|(kind, value)| (&**kind, value)).unzip();
            transaction
                .prepare_cached(
                    "INSERT INTO evaluations (game, ply, kind, value, depth, nodes) VALUES (?1, \
                     ?2, ?3, ?4, ?5, ?6)",
                )?
                .execute(params![game, ply, kind, value, self.depth, self.nodes])?;
        }
        if [&self.nags, &self.comment, &self.variations].iter().any(|text| !text.is_empty()) {
            transaction
                .prepare_cached(
                    "INSERT INTO annotations (game, ply, nags, comment, variations) VALUES (?1, \
                     ?2, ?3, ?4, ?5)",
                )?
                .execute(params![game, ply, self.nags, self.comment, self.variations])?;
        }
        Ok(())
    }

    fn load(row: &Row<'_>) -> Result<(Move, Self), StoreError> {
        let text = |column| Ok::<_, StoreError>(row.get::<_, Option<String>>(column)?);
        let value: Option<f64> = row.get(4)?;
        let rows = Self {
            used: row.get(1)?,
            left: row.get(2)?,
            value: text(3)?.map(Into::into).zip(value),
            depth: row.get(5)?,
            nodes: row.get(6)?,
            nags: text(7)?.unwrap_or_default(),
            comment: text(8)?.unwrap_or_default(),
            variations: text(9)?.unwrap_or_default(),
        };
        Ok((read(&row.get::<_, String>(0)?)?, rows))
    }
}

fn load_moves(connection: &Connection, game: GameId) -> Result<Vec<(Move, MoveRow)>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT moves.move, clocks.used, clocks.left, evaluations.kind, evaluations.value, \
         evaluations.depth, evaluations.nodes, \
         annotations.nags, annotations.comment, annotations.variations \
         FROM moves LEFT JOIN clocks USING (game, ply) LEFT JOIN evaluations USING (game, ply) \
         LEFT JOIN annotations USING (game, ply) \
         WHERE moves.game = ?1 ORDER BY moves.ply",
    )?;
    let moves = statement.query_and_then([game.0], MoveRow::load)?;
    moves.collect()
}

fn load_tags(connection: &Connection, game: GameId) -> Result<Vec<Tag>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT name, value FROM tags WHERE game = ?1 ORDER BY place")?;
    let tags =
        statement.query_map([game.0], |row| Ok(Tag { name: row.get(0)?, value: row.get(1)? }))?;
    Ok(tags.collect::<Result<_, _>>()?)
}

/// Whether there is a game.
pub(super) fn exists(connection: &Connection, game: GameId) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?;
    let found = statement.query_row([game.0], |_| Ok(())).optional()?;
    found.ok_or(StoreError::NoGame(game))
}
