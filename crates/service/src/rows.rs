//! Games of a store in memory as JSON, for a host that keeps them between two visits.

use std::time::Duration;

use quoridor_core::record;
use quoridor_core::{ByPlayer, Game, Move, Player, Position};
use quoridor_session::{Exit, GameId, Keys, LiveGame, MoveStats, Occupant, Seating, TimeControl};
use quoridor_store::{Date, MemoryContent, MemoryGame, ReasonColumns, value_columns, value_of};
use serde::{Deserialize, Serialize};

/// A game as it is kept. Fields may be added; a field is never given another meaning.
#[derive(Debug, Serialize, Deserialize)]
pub struct Row {
    date: Option<String>,
    review: Option<String>,
    /// The record of a game that was imported.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// A game that is or was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<LiveRow>,
}

#[derive(Debug, Serialize, Deserialize)]
struct LiveRow {
    start: String,
    occupants: Vec<OccupantRow>,
    /// Milliseconds of each player, and for each move.
    clock: Option<(u64, u64)>,
    control: Vec<String>,
    rematch: Option<i64>,
    moves: Vec<MoveRow>,
    exits: Vec<(String, usize, ReasonRow)>,
    ended: Option<ReasonRow>,
}

#[derive(Debug, Serialize, Deserialize)]
struct OccupantRow {
    name: String,
    /// The hashes of the tokens of a human; `None` for a computer player.
    keys: Option<Vec<String>>,
}

/// A move; its time and the clock in microseconds; its value; its depth and nodes.
type MoveRow = (String, u64, Option<u64>, Option<(String, f64)>, u32, u64);

/// A word, a seat, an illegal move.
type ReasonRow = (String, Option<String>, Option<String>);

impl From<&MemoryGame> for Row {
    fn from(game: &MemoryGame) -> Self {
        let (record, live) = match &game.content {
            // A record that was read can be written.
            MemoryContent::Imported(record) => (record.write().ok(), None),
            MemoryContent::Live(live) => (None, Some(LiveRow::from(&**live))),
        };
        let date = game.date.map(|date| date.to_string());
        Self { date, review: game.review.clone(), record, live }
    }
}

impl Row {
    /// The game.
    ///
    /// # Errors
    /// One line: the row is damaged, or a newer version of the program wrote it.
    pub fn game(&self) -> Result<MemoryGame, String> {
        let content = match (&self.record, &self.live) {
            (Some(text), None) => {
                let record = record::read(text).with_hidden_characters().next();
                let record = record.ok_or("an empty record")?.map_err(|error| error.to_string())?;
                MemoryContent::Imported(Box::new(record))
            }
            (None, Some(live)) => MemoryContent::Live(Box::new(live.live()?)),
            _ => return Err("neither a record nor a live game".to_owned()),
        };
        let date: Option<Date> = self.date.as_deref().map(read).transpose()?;
        Ok(MemoryGame { content, date, review: self.review.clone() })
    }
}

fn read<T: std::str::FromStr>(text: &str) -> Result<T, String>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error| format!("'{}': {error}", text.escape_debug()))
}

fn reason_row(reason: &quoridor_session::Reason) -> ReasonRow {
    let ReasonColumns { word, seat, detail } = reason.into();
    (word, seat, detail)
}

fn reason((word, seat, detail): &ReasonRow) -> Result<quoridor_session::Reason, String> {
    let (word, seat, detail) = (word.clone(), seat.clone(), detail.clone());
    ReasonColumns { word, seat, detail }.reason().map_err(|error| error.to_string())
}

impl From<&LiveGame> for LiveRow {
    fn from(live: &LiveGame) -> Self {
        let micros = |time: Duration| time.as_micros() as u64;
        let moves = live.game.moves().iter().zip(&live.move_stats).map(|(mv, stats)| {
            let value = stats.value.and_then(value_columns);
            let value = value.map(|(kind, value)| (kind.to_owned(), value));
            let clock = stats.clock.map(micros);
            (mv.to_string(), micros(stats.time), clock, value, stats.depth, stats.nodes)
        });
        let exits = live.exits.iter();
        let Seating { occupants, clock, control, rematch } = &live.seating;
        let millis = |time: Duration| time.as_millis() as u64;
        Self {
            start: live.game.start().to_string(),
            occupants: occupants.values().map(OccupantRow::from).collect(),
            clock: clock.map(|control| (millis(control.time), millis(control.increment))),
            control: control.hashes().to_vec(),
            rematch: rematch.map(|game| game.0),
            moves: moves.collect(),
            exits: exits
                .map(|exit| (exit.player.to_string(), exit.ply, reason_row(&exit.reason)))
                .collect(),
            ended: live.ended.as_ref().map(|(reason, _)| reason_row(reason)),
        }
    }
}

impl From<&Occupant> for OccupantRow {
    fn from(occupant: &Occupant) -> Self {
        let keys = occupant.keys().map(|keys| keys.hashes().to_vec());
        Self { name: occupant.name().to_owned(), keys }
    }
}

impl LiveRow {
    fn live(&self) -> Result<LiveGame, String> {
        let start: Position = read(&self.start)?;
        let occupants = self.occupants.iter().map(|row| match &row.keys {
            Some(keys) => {
                Occupant::Human { name: row.name.clone(), keys: Keys::of_hashes(keys.clone()) }
            }
            None => Occupant::Computer { spec: row.name.clone() },
        });
        let occupants = ByPlayer::from_values(occupants.collect::<Vec<_>>())
            .map_err(|count| format!("{count} seats"))?;
        if self.occupants.len() != start.seats().count() {
            return Err(format!("{} seats", self.occupants.len()));
        }
        let clock = self.clock.map(|(time, increment)| TimeControl {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
        });
        let seating = Seating {
            occupants,
            clock,
            control: Keys::of_hashes(self.control.clone()),
            rematch: self.rematch.map(GameId),
        };
        let mut live = LiveGame { game: Game::new(start), ..LiveGame::new(seating, start) };
        for (text, time, clock, value, depth, nodes) in &self.moves {
            let mv: Move = read(text)?;
            live.game.replay(mv).map_err(|reason| format!("{text}: {reason}"))?;
            let value = value.as_ref().map(|(kind, value)| value_of(kind, *value)).transpose();
            live.move_stats.push(MoveStats {
                time: Duration::from_micros(*time),
                clock: clock.map(Duration::from_micros),
                value: value.map_err(|error| error.to_string())?,
                depth: *depth,
                nodes: *nodes,
            });
        }
        for (player, ply, why) in &self.exits {
            let player: Player = read(player)?;
            live.exits.push(Exit { player, ply: *ply, reason: reason(why)? });
        }
        if let Some(why) = &self.ended {
            let why = reason(why)?;
            let outcome = why.outcome(&live.game);
            live.ended = Some((why, outcome));
        }
        Ok(live)
    }
}
