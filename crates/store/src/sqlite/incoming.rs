//! Games on their way into the store.

use std::time::Duration;

use quoridor_core::notation::Dialect;
use quoridor_core::record::{self, Line, Record, RecordedMove, Score, Tag};
use quoridor_core::{ByPlayer, Game, Move, Outcome, Position};
use quoridor_engine::Fnv;
use rusqlite::{Transaction, params};

use crate::played::{MoveStats, PlayedGame, Reason, points};
use crate::sqlite::columns::{
    PositionKey, ReasonColumns, Source, nanoseconds, symmetry_name, value_columns,
};
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

/// A number that two records share if they are the same but for the notation of their moves.
pub(super) fn fingerprint(record: &Record) -> u64 {
    let standard = Record { dialect: Dialect::Standard, ..record.clone() };
    let mut hash = Fnv::default();
    hash.text(&standard.write().expect("standard notation has words for all moves"));
    hash.value()
}

/// The columns of a game.
pub(super) struct NewGame {
    pub(super) source: Source,
    pub(super) players: ByPlayer<Option<String>>,
    pub(super) game: Game,
    pub(super) opening: usize,
    pub(super) ended: Option<(Outcome, ByPlayer<f64>)>,
    pub(super) reason: Option<Reason>,
    pub(super) date: Option<Date>,
    pub(super) dialect: Dialect,
    pub(super) comment: String,
    pub(super) fingerprint: Option<u64>,
    pub(super) tags: Vec<Tag>,
    /// The details of each move.
    pub(super) details: Vec<Details>,
}

impl NewGame {
    /// A game that was played to its end.
    pub(super) fn played(played: &PlayedGame, date: Date) -> Result<Self, StoreError> {
        let PlayedGame { players, game, opening, move_stats, reason } = played;
        if opening + move_stats.len() > game.moves().len() {
            return Err(StoreError::Unstorable(format!(
                "{} thoughts about fewer moves",
                move_stats.len()
            )));
        }
        let given = std::iter::repeat_with(|| Ok(Details::default())).take(*opening);
        Ok(Self {
            source: Source::Played,
            players: players.clone().map(|_, name| Some(name)),
            game: game.clone(),
            opening: *opening,
            ended: Some((played.outcome(), played.points())),
            reason: Some(reason.clone()),
            date: Some(date),
            dialect: Dialect::Standard,
            comment: String::new(),
            fingerprint: Some(fingerprint(&played.record(Some(date)))),
            tags: Vec::new(),
            details: given
                .chain(move_stats.iter().map(Details::thought))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The game of a record.
    pub(super) fn imported(record: &Record) -> Result<Self, StoreError> {
        let mut game = Game::new(record.start);
        let mut details = Vec::with_capacity(record.main.moves.len());
        for (ply, recorded) in record.main.moves.iter().enumerate() {
            details.push(Details::recorded(recorded, game.position())?);
            game.replay(recorded.mv).map_err(|reason| StoreError::IllegalMove {
                ply,
                mv: recorded.mv,
                reason,
            })?;
        }
        let seats = record.start.seats();
        Ok(Self {
            source: Source::Imported,
            players: ByPlayer::new(seats, |player| {
                record.tag(&player.to_string()).map(str::to_owned)
            }),
            game,
            opening: 0,
            ended: record.result.map(|outcome| (outcome, points(outcome, seats, |_| true))),
            reason: None,
            // A date of which a part is unknown, like 2026.??.??, is no day.
            date: record.tag("Date").and_then(|date| date.parse().ok()),
            dialect: record.dialect,
            comment: record.main.comment.clone(),
            fingerprint: Some(fingerprint(record)),
            tags: record.tags.clone(),
            details,
        })
    }

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

/// The details of a move.
#[derive(Default)]
pub(super) struct Details {
    used: Option<i64>,
    left: Option<i64>,
    value: Option<(&'static str, f64)>,
    depth: Option<i64>,
    nodes: Option<i64>,
    nags: String,
    comment: String,
    variations: String,
}

impl Details {
    const NOTHING: Self = Self {
        used: None,
        left: None,
        value: None,
        depth: None,
        nodes: None,
        nags: String::new(),
        comment: String::new(),
        variations: String::new(),
    };

    pub(super) fn thought(thought: &MoveStats) -> Result<Self, StoreError> {
        Ok(Self {
            used: Some(nanoseconds(thought.time)?),
            left: thought.clock.map(nanoseconds).transpose()?,
            value: thought.value.and_then(value_columns),
            depth: (thought.depth > 0).then(|| i64::from(thought.depth)),
            nodes: (thought.nodes > 0).then(|| thought.nodes.cast_signed()),
            ..Self::default()
        })
    }

    fn recorded(recorded: &RecordedMove, before: &Position) -> Result<Self, StoreError> {
        let nags: Vec<String> = recorded.nags.iter().map(u8::to_string).collect();
        let score = recorded.evaluation.map(|evaluation| match evaluation.score {
            Score::Hundredths(hundredths) => ("hundredths", f64::from(hundredths)),
            Score::WinsIn(moves) => ("wins in", f64::from(moves)),
        });
        let left =
            recorded.clock.map(|clock| nanoseconds(Duration::from_millis(clock.milliseconds)));
        Ok(Self {
            left: left.transpose()?,
            value: score,
            depth: recorded.evaluation.and_then(|evaluation| evaluation.depth).map(i64::from),
            nags: nags.join(" "),
            comment: recorded.comment.clone(),
            variations: write_variations(&recorded.variations, before)?,
            ..Self::default()
        })
    }

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

/// Variations as records of their own, from the position on in which they begin.
fn write_variations(variations: &[Line], before: &Position) -> Result<String, StoreError> {
    let mut text = String::new();
    for variation in variations {
        check_legal(variation, before)?;
        let record = Record { start: *before, main: variation.clone(), ..Record::default() };
        text.push_str(&record.write().expect("standard notation has words for all moves"));
    }
    // A record that was read is always written as it was; one that a program made may hold what no
    // text can.
    if variations.is_empty() || read_variations(&text)?.as_slice() == variations {
        Ok(text)
    } else {
        Err(StoreError::Unstorable("a variation that cannot be written as it is".to_owned()))
    }
}

fn check_legal(line: &Line, start: &Position) -> Result<(), StoreError> {
    let mut position = *start;
    for recorded in &line.moves {
        recorded.variations.iter().try_for_each(|variation| check_legal(variation, &position))?;
        let illegal =
            || StoreError::Unstorable(format!("a variation with the illegal move {}", recorded.mv));
        position = position.play(recorded.mv).map_err(|_| illegal())?;
    }
    Ok(())
}

pub(super) fn read_variations(text: &str) -> Result<Vec<Line>, StoreError> {
    let records = record::read(text).with_hidden_characters();
    let lines = records.map(|record| record.map(|record| record.main));
    lines
        .collect::<Result<_, _>>()
        .map_err(|error| StoreError::Damaged(format!("variations: {error}")))
}
