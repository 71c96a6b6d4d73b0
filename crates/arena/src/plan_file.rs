//! Tournament files: TOML, with the options of a match.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use quoridor_core::{Adjudication, ByPlayer, Position, Seats, Variant};
use quoridor_engine::Limits;
use serde::Deserialize;

use crate::control::Control;
use crate::participant::{Entrant, Entry, Timeouts, entrants};
use crate::referee::{MARGIN, Rules};
use crate::run::Arena;
use crate::schedule::{gauntlet, round_robin};
use crate::tournament::{TournamentError, TournamentPlan};

impl TournamentPlan {
    /// Reads a tournament from the text of its file.
    ///
    /// # Errors
    /// The mistake, and its line or key.
    pub fn read(text: &str) -> Result<Self, TournamentError> {
        let file: PlanFile = toml::from_str(text).map_err(|error| located(text, &error))?;
        file.plan()
    }
}

/// A mistake in the file, on one line.
fn located(text: &str, error: &toml::de::Error) -> TournamentError {
    let place = error.span().map_or(0, |span| span.start.min(text.len()));
    let line = text.as_bytes()[..place].iter().filter(|&&byte| byte == b'\n').count() + 1;
    TournamentError::File { line, problem: error.message().replace('\n', ", ") }
}

/// A tournament file. Keys have the names and meanings of the options of a match.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlanFile {
    format: Format,
    /// The number of players that meet all others in a gauntlet: the first ones.
    champions: Option<NonZeroUsize>,
    rounds: NonZeroUsize,
    players: Vec<PlayerFile>,
    seats: Option<usize>,
    board: Option<String>,
    walls: Option<u8>,
    openings: Option<String>,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default = "at_once")]
    concurrency: NonZeroUsize,
    #[serde(default)]
    recover: bool,
    tc: Option<String>,
    movetime: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    simulations: Option<u64>,
    timemargin: Option<u64>,
    patience: Option<u64>,
    maxplies: Option<usize>,
    repetition: Option<usize>,
    draw: Option<String>,
    resign: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerFile {
    /// `NAME:OPTION=VALUE,…` or `cmd:PROGRAM ARGUMENTS`, optionally with `@` and limits.
    player: String,
    name: Option<String>,
    /// Options of an external engine, set before its games.
    #[serde(default)]
    options: BTreeMap<String, OptionValue>,
}

/// The value of an engine option in a file.
#[derive(Deserialize)]
#[serde(untagged)]
enum OptionValue {
    Flag(bool),
    Number(i64),
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Format {
    RoundRobin,
    Gauntlet,
}

const fn one() -> u64 {
    1
}

const fn at_once() -> NonZeroUsize {
    NonZeroUsize::MIN
}

impl PlanFile {
    fn plan(&self) -> Result<TournamentPlan, TournamentError> {
        let seats = self.seats.map_or(Some(Seats::Two), Seats::new);
        let seats = seats.ok_or_else(|| bad("seats", "expected 2, 3 or 4"))?;
        let size =
            self.board.as_deref().map_or(Ok(Variant::STANDARD.size), |text| read("board", text))?;
        let walls = self.walls.unwrap_or(Variant::official(seats).walls);
        let start = Position::start(Variant { size, seats, walls });
        let groups = self.groups(seats)?;
        let arena = Arena {
            entrants: self.entrants(start.variant())?,
            control: self.control()?,
            rules: self.rules(seats)?,
            seed: self.seed,
            concurrency: self.concurrency.get(),
            recover: self.recover,
            timeouts: self.patience.map_or_else(Timeouts::default, |seconds| Timeouts {
                answer: Duration::from_secs(seconds),
                ..Timeouts::default()
            }),
        };
        let openings = self.openings.as_deref().unwrap_or("random:4");
        Ok(TournamentPlan {
            arena,
            start,
            groups,
            openings: read("openings", openings)?,
            rounds: Some(self.rounds.get()),
            sprt: None,
            shard: None,
        })
    }

    fn groups(&self, seats: Seats) -> Result<Vec<ByPlayer<usize>>, TournamentError> {
        let players = self.players.len();
        let groups = match (self.format, self.champions.map(NonZeroUsize::get)) {
            (Format::RoundRobin, None) => round_robin(players, seats),
            (Format::RoundRobin, Some(_)) => {
                return Err(bad("champions", "only for a gauntlet"));
            }
            (Format::Gauntlet, champions) => gauntlet(players, seats, champions.unwrap_or(1)),
        };
        let few = format!("{players} are too few for games of {seats}");
        if groups.is_empty() { Err(bad("players", few)) } else { Ok(groups) }
    }

    fn entrants(&self, variant: Variant) -> Result<Vec<Entrant>, TournamentError> {
        let entry = |player: &PlayerFile| {
            let options =
                player.options.iter().map(|(name, value)| (name.clone(), value.to_string()));
            let entry: Entry = read("player", &player.player)?;
            entry.with_options(options.collect()).map_err(|error| bad("options", error))
        };
        let entries: Vec<Entry> = self.players.iter().map(entry).collect::<Result<_, _>>()?;
        let mut named = entrants(&entries);
        for (entrant, player) in named.iter_mut().zip(&self.players) {
            entrant.name = player.name.clone().unwrap_or_else(|| entrant.name.clone());
            entrant.entry.supports(variant).map_err(TournamentError::Entry)?;
        }
        let twice =
            |place: usize| named[..place].iter().any(|other| other.name == named[place].name);
        match (0..named.len()).find(|&place| twice(place)) {
            Some(place) => {
                Err(bad("name", format!("two players are called '{}'", named[place].name)))
            }
            None => Ok(named),
        }
    }

    fn rules(&self, seats: Seats) -> Result<Rules, TournamentError> {
        let draw = self.draw.as_deref().map(|text| read("draw", text)).transpose()?;
        let resign = self.resign.as_deref().map(|text| read("resign", text)).transpose()?;
        if resign.is_some() && seats != Seats::Two {
            return Err(bad("resign", "only for two players: with more, the others play on"));
        }
        // Zero switches a limit off.
        let limit = |count: Option<usize>, standard| {
            count.map_or(standard, |count| (count > 0).then_some(count))
        };
        let adjudication = Adjudication {
            max_plies: limit(self.maxplies, Adjudication::STANDARD.max_plies),
            repetitions: limit(self.repetition, Adjudication::STANDARD.repetitions),
        };
        let margin = self.timemargin.map_or(MARGIN, Duration::from_millis);
        Ok(Rules { margin, adjudication, draw, resign })
    }

    fn control(&self) -> Result<Control, TournamentError> {
        let clock = self.tc.as_deref().map(|text| read("tc", text)).transpose()?;
        let Self { nodes, depth, simulations, .. } = *self;
        let limits = Limits {
            time: self.movetime.map(Duration::from_millis),
            nodes,
            depth,
            simulations,
            ..Limits::NONE
        };
        Ok(Control { limits, clock })
    }
}

/// Reads the value of a key.
fn read<T: std::str::FromStr<Err: fmt::Display>>(
    key: &'static str,
    text: &str,
) -> Result<T, TournamentError> {
    text.parse().map_err(|error| bad(key, format!("'{}': {error}", text.escape_debug())))
}

fn bad(key: &'static str, problem: impl ToString) -> TournamentError {
    TournamentError::Value { key, problem: problem.to_string() }
}
