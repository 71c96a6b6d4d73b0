//! Games: of records, of the store, and what was played in a position.

use std::collections::BTreeMap;

use quoridor_core::notation::MoveTextError;
use quoridor_core::record::{Record, write_result};
use quoridor_core::{Position, visible};
use quoridor_store::{Continuation, Summary};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{LineJson, SeatMap};

/// A game of a record.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub struct GameJson {
    /// The tags of the record.
    pub tags: BTreeMap<String, String>,
    /// The dialect that it was written in.
    pub dialect: &'static str,
    /// The position where it starts.
    pub start: String,
    /// The position where it ends.
    pub end: String,
    /// The result as records have it, `1-0`; null if there is none.
    pub result: Option<String>,
    /// The moves, with comments and variations.
    pub line: LineJson,
}

impl From<&Record> for GameJson {
    fn from(record: &Record) -> Self {
        let tags = record.tags.iter();
        Self {
            tags: tags.map(|tag| (tag.name.clone(), visible(&tag.value).into_owned())).collect(),
            dialect: record.dialect.name(),
            start: record.start.to_string(),
            end: record.game().position().to_string(),
            result: record.result.map(|outcome| write_result(Some(outcome), record.start.seats())),
            line: LineJson::from(&record.main),
        }
    }
}

fn shown(name: &str) -> String {
    visible(name).into_owned()
}

/// Lists do not show more of a name than this.
const SHORT: usize = 100;

/// A name, or its beginning.
fn short(name: &str) -> String {
    match name.char_indices().nth(SHORT) {
        Some((end, _)) => shown(&name[..end]) + "…",
        None => shown(name),
    }
}

/// A game of the store, in short.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Summary")]
pub struct SummaryJson {
    /// Its number in the store.
    pub id: String,
    /// Where it comes from: `live`, `played`, `imported`.
    pub source: &'static str,
    /// The name of each player; null if it is unknown.
    pub players: SeatMap<Option<String>>,
    /// Board, players and walls.
    pub variant: String,
    /// The position where it starts.
    pub start: String,
    /// The number of moves.
    pub plies: usize,
    /// The outcome in English, `South wins`; null if there is none.
    pub outcome: Option<String>,
    /// The result as records have it, `1-0`; null if there is none.
    pub result: Option<String>,
    /// Why it ended, if it was played here.
    pub reason: Option<String>,
    /// When it was played: `2026-11-15`.
    pub date: Option<String>,
}

impl From<&Summary> for SummaryJson {
    fn from(summary: &Summary) -> Self {
        let players = summary.players.iter();
        Self {
            id: summary.id.to_string(),
            source: summary.source.name(),
            players: players
                .map(|(seat, name)| (seat.to_string(), name.as_deref().map(short)))
                .collect(),
            variant: summary.start.variant().to_string(),
            start: summary.start.to_string(),
            plies: summary.plies,
            outcome: summary.outcome.map(|outcome| outcome.to_string()),
            result: summary
                .outcome
                .map(|outcome| write_result(Some(outcome), summary.start.seats())),
            reason: summary.reason.as_ref().map(ToString::to_string),
            date: summary.date.map(|date| date.to_string()),
        }
    }
}

/// A game of the store.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "StoredGame")]
pub struct StoredGameJson {
    #[serde(flatten)]
    summary: SummaryJson,
    tags: BTreeMap<String, String>,
    dialect: &'static str,
    end: String,
    line: LineJson,
    /// The record as text.
    record: String,
}

impl StoredGameJson {
    /// A game with its record.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn new(summary: &Summary, record: &Record) -> Result<Self, MoveTextError> {
        let GameJson { tags, dialect, end, line, .. } = GameJson::from(record);
        let (summary, record) = (summary.into(), record.write()?);
        Ok(Self { summary, tags, dialect, end, line, record })
    }
}

/// The moves that were played in a position in stored games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Explored")]
pub struct ExploredJson {
    /// The position.
    pub position: String,
    /// The number of games.
    pub games: u64,
    /// The moves, the most frequent first.
    pub moves: Vec<ContinuationJson>,
}

/// A move that was played in a position; the results are those of the player who made it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Continuation")]
pub struct ContinuationJson {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The number of games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games without a result.
    pub open: u64,
    /// The share of the points, 0 to 1; null without a result.
    pub score: Option<f64>,
}

impl ExploredJson {
    /// The moves that were found in a position.
    #[must_use]
    pub fn new(position: &Position, found: &[Continuation]) -> Self {
        // A draw shares the point among all players.
        let draw = 1.0 / position.seats().count() as f64;
        let moves = found.iter().map(|found| {
            let ended = found.wins + found.draws + found.losses;
            let score = (found.wins as f64 + found.draws as f64 * draw) / ended as f64;
            ContinuationJson {
                mv: found.mv.to_string(),
                games: found.games,
                wins: found.wins,
                draws: found.draws,
                losses: found.losses,
                open: found.games - ended,
                score: (ended > 0).then_some(score),
            }
        });
        Self {
            position: position.to_string(),
            games: found.iter().map(|found| found.games).sum(),
            moves: moves.collect(),
        }
    }
}
