//! Games that are added to the database.

use quoridor_core::record::Record;
use quoridor_core::{Move, Position};
use rusqlite::{Transaction, params};

use crate::columns::ReasonColumns;
use crate::incoming::{Details, NewGame};
use crate::played::PlayedGame;
use crate::position_key::PositionKey;
use crate::sqlite::columns::symmetry_name;
use crate::{Date, GameId, Store, StoreError};

impl Store {
    /// Adds a game that was played. The date is today's (UTC).
    ///
    /// # Errors
    /// The game has more move_stats than moves, or a time of more than 292 years; the database
    /// failed.
    pub fn add(&mut self, game: &PlayedGame) -> Result<GameId, StoreError> {
        self.write(|transaction| NewGame::played(game, Date::today())?.insert(transaction))
    }

    /// Adds the game of a record, whether it is there already or not. Everything in the record is
    /// kept.
    ///
    /// # Errors
    /// A move is illegal; a comment in a variation cannot be written as it is; a clock of more than
    /// 292 years; the database failed.
    pub fn add_record(&mut self, record: &Record) -> Result<GameId, StoreError> {
        let game = NewGame::imported(record)?;
        self.write(|transaction| game.insert(transaction))
    }
}

impl NewGame {
    pub(super) fn insert(&self, transaction: &Transaction<'_>) -> Result<GameId, StoreError> {
        let reason = self.reason.as_ref().map(ReasonColumns::from);
        transaction
            .prepare_cached(
                "INSERT INTO games (source, start, plies, opening, outcome, reason, reason_seat, \
                 reason_detail, date, dialect, \
                 comment, fingerprint) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?
            .execute(params![
                self.source.name(),
                self.game.start().to_string(),
                self.game.moves().len() as i64,
                self.opening as i64,
                self.ended.as_ref().map(|(outcome, _)| outcome.to_string()),
                reason.as_ref().map(|reason| &reason.word),
                reason.as_ref().and_then(|reason| reason.seat.as_ref()),
                reason.as_ref().and_then(|reason| reason.detail.as_ref()),
                self.date.map(|date| date.to_string()),
                self.dialect.name(),
                self.comment,
                self.fingerprint.map(u64::cast_signed),
            ])?;
        let game = GameId(transaction.last_insert_rowid());
        self.insert_seats(transaction, game)?;
        for (place, tag) in self.tags.iter().enumerate() {
            transaction
                .prepare_cached(
                    "INSERT INTO tags (game, place, name, value) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![game.0, place as i64, tag.name, tag.value])?;
        }
        insert_position(transaction, game, 0, self.game.start())?;
        for (ply, (&mv, details)) in self.game.moves().iter().zip(padded(&self.details)).enumerate()
        {
            details.insert(transaction, game, ply, mv)?;
            insert_position(transaction, game, ply + 1, &self.game.positions()[ply + 1])?;
        }
        Ok(game)
    }

    fn insert_seats(&self, transaction: &Transaction<'_>, game: GameId) -> Result<(), StoreError> {
        for (seat, name) in self.players.iter() {
            let player = name.as_ref().map(|name| player_id(transaction, name)).transpose()?;
            let points = self.ended.as_ref().map(|(_, points)| points[seat]);
            transaction
                .prepare_cached(
                    "INSERT INTO seats (game, seat, player, points) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![game.0, seat.to_string(), player, points])?;
        }
        Ok(())
    }
}

/// The details of the moves, and for those behind them that nothing is known.
fn padded(details: &[Details]) -> impl Iterator<Item = &Details> {
    const NOTHING: &Details = &Details::NOTHING;
    details.iter().chain(std::iter::repeat(NOTHING))
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

impl Details {
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
            let (kind, value) = self.value.unzip();
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
}
