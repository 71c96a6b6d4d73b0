//! Games as they come out of the store.

use std::time::Duration;

use quoridor_core::notation::Dialect;
use quoridor_core::record::{Clock, Evaluation, Line, Record, RecordedMove, Score, Tag};
use quoridor_core::{ByPlayer, Game, Move};
use quoridor_engine::Value;
use rusqlite::{Connection, Row};

use crate::columns::{read, value_of};
use crate::incoming::read_variations;
use crate::played::{MoveStats, PlayedGame};
use crate::record::RecordSource;
use crate::sqlite::columns::duration;
use crate::{GameId, Source, Store, StoreError, Summary};

impl Store {
    /// The record of a game: as it was imported, or made from what was stored of it.
    ///
    /// # Errors
    /// There is no such game; the database failed.
    pub fn record(&self, game: GameId) -> Result<Record, StoreError> {
        StoredGame::load(&self.connection, game)?.record(&self.connection)
    }

    /// A game that was played here to its end, as it was added.
    ///
    /// # Errors
    /// There is no such game; it was imported, or is still on; the database failed.
    pub fn played(&self, game: GameId) -> Result<PlayedGame, StoreError> {
        StoredGame::load(&self.connection, game)?.played()
    }
}

/// A game with all that the store knows of its moves.
pub(super) struct StoredGame {
    pub(super) summary: Summary,
    pub(super) game: Game,
    pub(super) opening: usize,
    pub(super) dialect: Dialect,
    pub(super) comment: String,
    moves: Vec<StoredMove>,
}

impl StoredGame {
    pub(super) fn load(connection: &Connection, game: GameId) -> Result<Self, StoreError> {
        let summary = Summary::load(connection, game)?;
        let mut statement = connection
            .prepare_cached("SELECT opening, dialect, comment FROM games WHERE id = ?1")?;
        let (opening, dialect, comment) = statement.query_row([game.0], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
        })?;
        let moves = load_moves(connection, game)?;
        let mut played = Game::new(summary.start);
        for (ply, StoredMove { mv, .. }) in moves.iter().enumerate() {
            let illegal = |reason| {
                StoreError::Damaged(format!("game {game}, move {}, '{mv}': {reason}", ply + 1))
            };
            played.replay(*mv).map_err(illegal)?;
        }
        let opening = opening as usize;
        Ok(Self { summary, game: played, opening, dialect: read(&dialect)?, comment, moves })
    }

    pub(super) fn record(&self, connection: &Connection) -> Result<Record, StoreError> {
        let Summary { source, outcome, date, ref reason, .. } = self.summary;
        if source == Source::Imported {
            let line = self.moves.iter().map(StoredMove::recorded).collect::<Result<_, _>>()?;
            return Ok(Record {
                tags: load_tags(connection, self.summary.id)?,
                start: *self.game.start(),
                dialect: self.dialect,
                main: Line { comment: self.comment.clone(), moves: line },
                result: outcome,
            });
        }
        let (players, move_stats) = (self.players(), self.move_stats()?);
        let ended = reason.as_ref().zip(outcome);
        let (game, opening) = (&self.game, self.opening);
        let told =
            RecordSource { players: &players, game, opening, move_stats: &move_stats, ended, date };
        let mut record = told.record();
        // A game that continues a record keeps its tags and annotations.
        let known = |tag: &Tag| record.tag(&tag.name).is_none();
        let more: Vec<Tag> = self.tags(connection)?.into_iter().filter(known).collect();
        record.tags.extend(more);
        record.main.comment.clone_from(&self.comment);
        record.main.moves.splice(..opening, self.given()?);
        Ok(record)
    }

    /// The tags of the record that a game continues.
    pub(super) fn tags(&self, connection: &Connection) -> Result<Vec<Tag>, StoreError> {
        load_tags(connection, self.summary.id)
    }

    /// The annotated moves that a game began with.
    pub(super) fn given(&self) -> Result<Vec<RecordedMove>, StoreError> {
        self.moves[..self.opening].iter().map(StoredMove::recorded).collect()
    }

    pub(super) fn played(self) -> Result<PlayedGame, StoreError> {
        let (players, move_stats) = (self.players(), self.move_stats()?);
        let reason = self.summary.reason.ok_or(StoreError::NotPlayed(self.summary.id))?;
        Ok(PlayedGame { players, game: self.game, opening: self.opening, move_stats, reason })
    }

    fn players(&self) -> ByPlayer<String> {
        self.summary.players.clone().map(|_, name| name.unwrap_or_default())
    }

    pub(super) fn move_stats(&self) -> Result<Vec<MoveStats>, StoreError> {
        let chosen = self.moves.iter().skip(self.opening);
        chosen.map_while(|mv| mv.used.map(|used| mv.thought(used))).collect()
    }
}

/// A move with the columns that belong to it.
struct StoredMove {
    mv: Move,
    used: Option<i64>,
    left: Option<i64>,
    kind: Option<String>,
    value: Option<f64>,
    depth: Option<u32>,
    nodes: Option<i64>,
    nags: Option<String>,
    comment: Option<String>,
    variations: Option<String>,
}

impl StoredMove {
    fn load(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            mv: read(&row.get::<_, String>(0)?)?,
            used: row.get(1)?,
            left: row.get(2)?,
            kind: row.get(3)?,
            value: row.get(4)?,
            depth: row.get(5)?,
            nodes: row.get(6)?,
            nags: row.get(7)?,
            comment: row.get(8)?,
            variations: row.get(9)?,
        })
    }

    fn left(&self) -> Result<Option<Duration>, StoreError> {
        self.left.map(duration).transpose()
    }

    fn thought(&self, used: i64) -> Result<MoveStats, StoreError> {
        let value: Option<Value> = self
            .kind
            .as_deref()
            .zip(self.value)
            .map(|(kind, value)| value_of(kind, value))
            .transpose()?;
        Ok(MoveStats {
            time: duration(used)?,
            clock: self.left()?,
            value,
            depth: self.depth.unwrap_or_default(),
            nodes: self.nodes.unwrap_or_default().cast_unsigned(),
        })
    }

    fn recorded(&self) -> Result<RecordedMove, StoreError> {
        let score = match (self.kind.as_deref(), self.value) {
            (Some("hundredths"), Some(value)) => Some(Score::Hundredths(value as i32)),
            (Some("wins in"), Some(value)) => Some(Score::WinsIn(value as i32)),
            _ => None,
        };
        let left = self.left()?;
        let nags = self.nags.as_deref().unwrap_or_default();
        Ok(RecordedMove {
            mv: self.mv,
            nags: nags.split_whitespace().map(read).collect::<Result<_, _>>()?,
            evaluation: score.map(|score| Evaluation { score, depth: self.depth }),
            clock: left.map(|left| Clock { milliseconds: left.as_millis() as u64 }),
            comment: self.comment.clone().unwrap_or_default(),
            variations: read_variations(self.variations.as_deref().unwrap_or_default())?,
        })
    }
}

fn load_moves(connection: &Connection, game: GameId) -> Result<Vec<StoredMove>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT moves.move, clocks.used, clocks.left, evaluations.kind, evaluations.value, \
         evaluations.depth, evaluations.nodes, \
         annotations.nags, annotations.comment, annotations.variations \
         FROM moves LEFT JOIN clocks USING (game, ply) LEFT JOIN evaluations USING (game, ply) \
         LEFT JOIN annotations USING (game, ply) \
         WHERE moves.game = ?1 ORDER BY moves.ply",
    )?;
    let moves = statement.query_and_then([game.0], StoredMove::load)?;
    moves.collect()
}

fn load_tags(connection: &Connection, game: GameId) -> Result<Vec<Tag>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT name, value FROM tags WHERE game = ?1 ORDER BY place")?;
    let tags =
        statement.query_map([game.0], |row| Ok(Tag { name: row.get(0)?, value: row.get(1)? }))?;
    Ok(tags.collect::<Result<_, _>>()?)
}
