//! A game as the tables of a store have it. Everything that goes into a store becomes this, and
//! everything that comes out is made from this.

use std::borrow::Cow;
use std::time::Duration;

use quoridor_core::notation::Dialect;
use quoridor_core::record::{
    self, Clock, Evaluation, Line, Record, RecordError, RecordedMove, Score, Tag,
};
use quoridor_core::{ByPlayer, Game, Move, Outcome, Position};
use quoridor_engine::Fnv;

use crate::columns::{duration, nanoseconds, read, value_columns, value_of};
use crate::live_game::NewLiveGame;
use crate::played::{MoveStats, PlayedGame, Reason, points};
use crate::record::RecordSource;
use crate::{BadGame, Date, GameId, Imported, Source, StoreError, Summary};

/// The longest value of a tag, in letters: lists show names of players.
const LONGEST_TAG: usize = 500;

/// The number of a game that is not stored yet.
const NOT_STORED: GameId = GameId(0);

/// A number that two records share if they are the same but for the notation of their moves.
pub(crate) fn fingerprint(record: &Record) -> u64 {
    let standard = Record { dialect: Dialect::Standard, ..record.clone() };
    let mut hash = Fnv::default();
    hash.text(&standard.write().expect("standard notation has words for all moves"));
    hash.value()
}

/// The rows of a game.
pub(crate) struct GameRows {
    pub(crate) summary: Summary,
    pub(crate) game: Game,
    /// The number of moves that were given and not chosen by the players.
    pub(crate) opening: usize,
    pub(crate) dialect: Dialect,
    pub(crate) comment: String,
    /// `None` while the game is in progress.
    pub(crate) fingerprint: Option<u64>,
    pub(crate) tags: Vec<Tag>,
    /// One for each move.
    pub(crate) moves: Vec<MoveRow>,
}

impl GameRows {
    /// A game that was played to its end.
    pub(crate) fn played(played: &PlayedGame, date: Date) -> Result<Self, StoreError> {
        let PlayedGame { players, game, opening, move_stats, reason } = played;
        let plies = game.moves().len();
        if opening + move_stats.len() > plies {
            let count = move_stats.len();
            return Err(StoreError::Unstorable(format!("{count} thoughts about fewer moves")));
        }
        let given = std::iter::repeat_with(|| Ok(MoveRow::default())).take(*opening);
        let moves = given.chain(move_stats.iter().map(MoveRow::thought));
        let mut moves: Vec<MoveRow> = moves.collect::<Result<_, _>>()?;
        moves.resize_with(plies, MoveRow::default);
        Ok(Self {
            summary: Summary {
                id: NOT_STORED,
                source: Source::Played,
                players: players.clone().map(|_, name| Some(name)),
                start: *game.start(),
                plies,
                outcome: Some(played.outcome()),
                reason: Some(reason.clone()),
                date: Some(date),
            },
            game: game.clone(),
            opening: *opening,
            dialect: Dialect::Standard,
            comment: String::new(),
            fingerprint: Some(fingerprint(&played.record(Some(date)))),
            tags: Vec::new(),
            moves,
        })
    }

    /// The game of a record.
    pub(crate) fn imported(record: &Record) -> Result<Self, StoreError> {
        if record.tags.iter().any(|tag| tag.value.chars().count() > LONGEST_TAG) {
            let what = format!("a name or another tag of more than {LONGEST_TAG} letters");
            return Err(StoreError::Unstorable(what));
        }
        let mut game = Game::new(record.start);
        let mut moves = Vec::with_capacity(record.main.moves.len());
        for (ply, recorded) in record.main.moves.iter().enumerate() {
            moves.push(MoveRow::recorded(recorded, game.position())?);
            let mv = recorded.mv;
            game.replay(mv).map_err(|reason| StoreError::IllegalMove { ply, mv, reason })?;
        }
        let name = |player: quoridor_core::Player| record.tag(&player.to_string());
        Ok(Self {
            summary: Summary {
                id: NOT_STORED,
                source: Source::Imported,
                players: ByPlayer::new(record.start.seats(), |player| {
                    name(player).map(str::to_owned)
                }),
                start: record.start,
                plies: moves.len(),
                outcome: record.result,
                reason: None,
                // A date of which a part is unknown, like 2026.??.??, is no day.
                date: record.tag("Date").and_then(|date| date.parse().ok()),
            },
            game,
            opening: 0,
            dialect: record.dialect,
            comment: record.main.comment.clone(),
            fingerprint: Some(fingerprint(record)),
            tags: record.tags.clone(),
            moves,
        })
    }

    /// A game that begins.
    pub(crate) fn begun(new: &NewLiveGame, date: Date) -> Result<Self, StoreError> {
        let mut rows = Self::imported(&new.record)?;
        rows.opening = rows.moves.len();
        rows.fingerprint = None;
        let occupants = new.seating.occupants.clone();
        rows.summary = Summary {
            source: Source::Live,
            players: occupants.map(|_, occupant| Some(occupant.name().to_owned())),
            outcome: None,
            date: Some(date),
            ..rows.summary
        };
        Ok(rows)
    }

    /// The record: as it was imported, or made from what is known.
    pub(crate) fn record(&self) -> Result<Record, StoreError> {
        let Summary { source, outcome, date, reason, .. } = &self.summary;
        if *source == Source::Imported {
            return Ok(Record {
                tags: self.tags.clone(),
                start: *self.game.start(),
                dialect: self.dialect,
                main: Line { comment: self.comment.clone(), moves: self.recorded(usize::MAX)? },
                result: *outcome,
            });
        }
        let source = RecordSource {
            players: &self.players(),
            game: &self.game,
            opening: self.opening,
            move_stats: &self.move_stats()?,
            ended: reason.as_ref().zip(*outcome),
            date: *date,
            tags: &self.tags,
            given: &self.given()?,
        };
        Ok(source.record())
    }

    /// The game as it was played to its end.
    pub(crate) fn into_played(self) -> Result<PlayedGame, StoreError> {
        let (players, move_stats) = (self.players(), self.move_stats()?);
        let reason = self.summary.reason.ok_or(StoreError::NotPlayed(self.summary.id))?;
        Ok(PlayedGame { players, game: self.game, opening: self.opening, move_stats, reason })
    }

    /// The annotated moves that the game began with.
    pub(crate) fn given(&self) -> Result<Line, StoreError> {
        Ok(Line { comment: self.comment.clone(), moves: self.recorded(self.opening)? })
    }

    fn recorded(&self, count: usize) -> Result<Vec<RecordedMove>, StoreError> {
        let moves = self.game.moves().iter().zip(&self.moves).take(count);
        moves.map(|(&mv, row)| row.to_recorded(mv)).collect()
    }

    fn players(&self) -> ByPlayer<String> {
        self.summary.players.clone().map(|_, name| name.unwrap_or_default())
    }

    /// The statistics of the moves after the opening.
    pub(crate) fn move_stats(&self) -> Result<Vec<MoveStats>, StoreError> {
        let chosen = self.moves.iter().skip(self.opening);
        chosen.map_while(|row| row.used.map(|used| row.to_thought(used))).collect()
    }

    /// The points of the players of a game that has a result.
    pub(crate) fn points(&self) -> Option<ByPlayer<f64>> {
        let outcome: Outcome = self.summary.outcome?;
        let forfeited = self.summary.reason.as_ref().and_then(Reason::forfeited_by);
        let out = self.game.out();
        let is_in = |player| forfeited != Some(player) && !out.contains(player);
        Some(points(outcome, self.game.start().seats(), is_in))
    }

    /// A sum over the game and its moves, so that a move that is appended is added to it.
    pub(crate) fn checksum(&self) -> i64 {
        let Self { summary, opening, dialect, comment, fingerprint, tags, .. } = self;
        let mut hash = Fnv::default();
        hash.text(summary.source.name());
        hash.text(&summary.start.to_string());
        for name in summary.players.values() {
            add_option(&mut hash, name.as_ref());
        }
        add_option(&mut hash, summary.outcome);
        add_option(&mut hash, summary.reason.as_ref());
        add_option(&mut hash, summary.date);
        add_option(&mut hash, *fingerprint);
        hash.text(&opening.to_string());
        hash.text(dialect.name());
        hash.text(comment);
        for Tag { name, value } in tags {
            hash.text(name);
            hash.text(value);
        }
        let moves = self.game.moves().iter().zip(&self.moves).enumerate();
        moves.fold(hash.value().cast_signed(), |sum, (ply, (&mv, row))| {
            sum.wrapping_add(row.checksum(ply, mv))
        })
    }
}

fn add_option(hash: &mut Fnv, value: Option<impl ToString>) {
    hash.bytes(&[u8::from(value.is_some())]);
    hash.text(&value.map_or_else(String::new, |value| value.to_string()));
}

/// What is stored of a move beside the move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MoveRow {
    pub(crate) used: Option<i64>,
    pub(crate) left: Option<i64>,
    pub(crate) value: Option<(Cow<'static, str>, f64)>,
    pub(crate) depth: Option<i64>,
    pub(crate) nodes: Option<i64>,
    pub(crate) nags: String,
    pub(crate) comment: String,
    pub(crate) variations: String,
}

impl MoveRow {
    pub(crate) fn thought(thought: &MoveStats) -> Result<Self, StoreError> {
        Ok(Self {
            used: Some(nanoseconds(thought.time)?),
            left: thought.clock.map(nanoseconds).transpose()?,
            value: thought.value.and_then(value_columns).map(|(kind, value)| (kind.into(), value)),
            depth: (thought.depth > 0).then(|| i64::from(thought.depth)),
            nodes: (thought.nodes > 0).then(|| thought.nodes.cast_signed()),
            ..Self::default()
        })
    }

    fn to_thought(&self, used: i64) -> Result<MoveStats, StoreError> {
        let value = self.value.as_ref().map(|(kind, value)| value_of(kind, *value));
        Ok(MoveStats {
            time: duration(used)?,
            clock: self.left.map(duration).transpose()?,
            value: value.transpose()?,
            depth: self.depth()?.unwrap_or_default(),
            nodes: self.nodes.unwrap_or_default().cast_unsigned(),
        })
    }

    fn recorded(recorded: &RecordedMove, before: &Position) -> Result<Self, StoreError> {
        let nags: Vec<String> = recorded.nags.iter().map(u8::to_string).collect();
        let left = recorded.clock.map(|clock| Duration::from_millis(clock.milliseconds));
        Ok(Self {
            left: left.map(nanoseconds).transpose()?,
            value: recorded.evaluation.map(|evaluation| match evaluation.score {
                Score::Hundredths(hundredths) => ("hundredths".into(), f64::from(hundredths)),
                Score::WinsIn(moves) => ("wins in".into(), f64::from(moves)),
            }),
            depth: recorded.evaluation.and_then(|evaluation| evaluation.depth).map(i64::from),
            nags: nags.join(" "),
            comment: recorded.comment.clone(),
            variations: write_variations(&recorded.variations, before)?,
            ..Self::default()
        })
    }

    fn to_recorded(&self, mv: Move) -> Result<RecordedMove, StoreError> {
        let score = match &self.value {
            Some((kind, value)) if kind == "hundredths" => Some(Score::Hundredths(*value as i32)),
            Some((kind, value)) if kind == "wins in" => Some(Score::WinsIn(*value as i32)),
            _ => None,
        };
        let (depth, left) = (self.depth()?, self.left.map(duration).transpose()?);
        Ok(RecordedMove {
            mv,
            nags: self.nags.split_whitespace().map(read).collect::<Result<_, _>>()?,
            evaluation: score.map(|score| Evaluation { score, depth }),
            clock: left.map(|left| Clock { milliseconds: left.as_millis() as u64 }),
            comment: self.comment.clone(),
            variations: read_variations(&self.variations)?,
        })
    }

    fn depth(&self) -> Result<Option<u32>, StoreError> {
        let depth = self.depth.map(u32::try_from).transpose();
        depth.map_err(|_| StoreError::Damaged("a depth out of range".to_owned()))
    }

    /// Its part of the checksum of the game.
    pub(crate) fn checksum(&self, ply: usize, mv: Move) -> i64 {
        let Self { used, left, value, depth, nodes, nags, comment, variations } = self;
        let mut hash = Fnv::default();
        hash.text(&format!("{ply} {mv}"));
        for number in [used, left, depth, nodes] {
            add_option(&mut hash, *number);
        }
        // SQLite has one zero.
        let bits = value.as_ref().map(|(_, value)| (value + 0.0).to_bits());
        add_option(&mut hash, value.as_ref().map(|(kind, _)| kind));
        add_option(&mut hash, bits);
        [nags, comment, variations].into_iter().for_each(|text| hash.text(text));
        hash.value().cast_signed()
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

fn read_variations(text: &str) -> Result<Vec<Line>, StoreError> {
    let records = record::read(text).with_hidden_characters();
    let lines = records.map(|record| record.map(|record| record.main));
    lines
        .collect::<Result<_, _>>()
        .map_err(|error| StoreError::Damaged(format!("variations: {error}")))
}

/// A game of a file that the store can keep: its moves are legal, and nothing is left to compute.
pub struct CheckedGame {
    pub(crate) record: Record,
    pub(crate) rows: GameRows,
}

impl CheckedGame {
    /// Checks a game, without a store.
    ///
    /// # Errors
    /// The store cannot keep something in it.
    pub fn new(record: Record) -> Result<Self, StoreError> {
        let rows = GameRows::imported(&record)?;
        Ok(Self { record, rows })
    }

    /// The number of its moves.
    pub fn plies(&self) -> usize {
        self.rows.moves.len()
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
