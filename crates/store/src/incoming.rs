//! Games on their way into the store, checked: nothing about them is left to compute.

use std::time::Duration;

use quoridor_core::notation::Dialect;
use quoridor_core::record::{self, Line, Record, RecordError, RecordedMove, Score, Tag};
use quoridor_core::{ByPlayer, Game, Outcome, Position};
use quoridor_engine::Fnv;

use crate::columns::value_columns;
use crate::played::{MoveStats, PlayedGame, Reason, points};
use crate::{BadGame, Date, Imported, Source, StoreError};

/// A number that two records share if they are the same but for the notation of their moves.
pub(crate) fn fingerprint(record: &Record) -> u64 {
    let standard = Record { dialect: Dialect::Standard, ..record.clone() };
    let mut hash = Fnv::default();
    hash.text(&standard.write().expect("standard notation has words for all moves"));
    hash.value()
}

/// The columns of a game.
pub(crate) struct NewGame {
    pub(crate) source: Source,
    pub(crate) players: ByPlayer<Option<String>>,
    pub(crate) game: Game,
    pub(crate) opening: usize,
    pub(crate) ended: Option<(Outcome, ByPlayer<f64>)>,
    pub(crate) reason: Option<Reason>,
    pub(crate) date: Option<Date>,
    pub(crate) dialect: Dialect,
    pub(crate) comment: String,
    pub(crate) fingerprint: Option<u64>,
    pub(crate) tags: Vec<Tag>,
    /// The details of each move.
    pub(crate) details: Vec<Details>,
}

impl NewGame {
    /// A game that was played to its end.
    pub(crate) fn played(played: &PlayedGame, date: Date) -> Result<Self, StoreError> {
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
    pub(crate) fn imported(record: &Record) -> Result<Self, StoreError> {
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
}

/// The details of a move.
#[derive(Default)]
pub(crate) struct Details {
    pub(crate) used: Option<i64>,
    pub(crate) left: Option<i64>,
    pub(crate) value: Option<(&'static str, f64)>,
    pub(crate) depth: Option<i64>,
    pub(crate) nodes: Option<i64>,
    pub(crate) nags: String,
    pub(crate) comment: String,
    pub(crate) variations: String,
}

impl Details {
    pub(crate) const NOTHING: Self = Self {
        used: None,
        left: None,
        value: None,
        depth: None,
        nodes: None,
        nags: String::new(),
        comment: String::new(),
        variations: String::new(),
    };

    pub(crate) fn thought(thought: &MoveStats) -> Result<Self, StoreError> {
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

pub(crate) fn read_variations(text: &str) -> Result<Vec<Line>, StoreError> {
    let records = record::read(text).with_hidden_characters();
    let lines = records.map(|record| record.map(|record| record.main));
    lines
        .collect::<Result<_, _>>()
        .map_err(|error| StoreError::Damaged(format!("variations: {error}")))
}

/// A game of a file that the store can keep: its moves are legal, and nothing is left to compute.
pub struct CheckedGame {
    pub(crate) record: Record,
    pub(crate) game: NewGame,
}

impl CheckedGame {
    /// Checks a game, without a store.
    ///
    /// # Errors
    /// The store has no place for what it says.
    pub fn new(record: Record) -> Result<Self, StoreError> {
        let game = NewGame::imported(&record)?;
        Ok(Self { record, game })
    }

    /// The number of its moves.
    pub fn plies(&self) -> usize {
        self.game.game.moves().len()
    }
}

impl Imported {
    /// Checks a game of a file, and notes it if it is bad.
    pub fn check(
        &mut self,
        number: usize,
        record: Result<Record, RecordError>,
    ) -> Option<CheckedGame> {
        let checked = record.map_err(BadGame::Unreadable).and_then(|record| {
            CheckedGame::new(record).map_err(|error| BadGame::Refused { game: number, error })
        });
        checked.map_err(|bad| self.bad.push(bad)).ok()
    }
}

/// Nanoseconds: enough for 292 years.
pub(crate) fn nanoseconds(time: Duration) -> Result<i64, StoreError> {
    i64::try_from(time.as_nanos())
        .map_err(|_| StoreError::Unstorable(format!("a time of {} s", time.as_secs())))
}
