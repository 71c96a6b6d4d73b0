//! Matches and tournaments.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use quoridor_arena::statistics::{Estimate, Strength};
use quoridor_arena::{
    Archive, Arena, Control, Entry, MatchEnd, OpeningChoice, Rules, Shard, Standings,
    StoredTournament, Timeouts, TournamentError, TournamentEvent, TournamentPlan, entrants,
    round_robin,
};
use quoridor_core::{Position, Variant};
use quoridor_engine::Limits;

use crate::records::open;
use crate::signals::interruptible;

/// A match, as `quoridor match` plays it: every opening from every seat.
///
/// Players are of the registry ("mertens-2006:depth=2") or programs ("cmd:./engine"). With limits
/// on nodes, depth or simulations the same match has the same games, at any concurrency. With
/// `store` the games are kept there, and the same match goes on where it was stopped.
/// `shard=(2, 5)` plays the second of five parts.
///
/// >>> import quoridor
/// >>> result = quoridor.Match("mertens-2006:depth=1", "random", games=4).run()
/// >>> result.games, result.table[0]["wins"]
/// (4, 4)
#[pyclass(module = "quoridor", frozen)]
pub(crate) struct Match {
    plan: TournamentPlan,
    store: Option<PathBuf>,
}

/// The result of a match: `table` has a row for each player, `elo` the difference of two players in
/// Elo with its 95 % interval (value, low, high).
#[pyclass(module = "quoridor", frozen, get_all)]
pub(crate) struct MatchResult {
    games: usize,
    table: Vec<BTreeMap<&'static str, Cell>>,
    elo: Option<(f64, f64, f64)>,
}

/// An entry of a table.
#[derive(Clone, IntoPyObject)]
enum Cell {
    Text(String),
    Count(u64),
    Points(f64),
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (
        *players, games = 100, nodes = None, depth = None, simulations = None, time = None,
        openings = "random:4", seed = 1, concurrency = 1, shard = None, store = None
    ))]
    #[expect(clippy::too_many_arguments)]
    fn new(
        players: Vec<String>,
        games: usize,
        nodes: Option<u64>,
        depth: Option<u32>,
        simulations: Option<u64>,
        time: Option<f64>,
        openings: &str,
        seed: u64,
        concurrency: usize,
        shard: Option<(usize, usize)>,
        store: Option<PathBuf>,
    ) -> PyResult<Self> {
        let start = Position::start(Variant::STANDARD);
        if players.len() != 2 {
            let count = players.len();
            return Err(PyValueError::new_err(format!("players: expected 2, got {count}")));
        }
        if games == 0 || !games.is_multiple_of(2) {
            return Err(PyValueError::new_err(format!(
                "games: {games}: every opening is played 2 times, so write a multiple of 2"
            )));
        }
        let entries: Vec<Entry> =
            players.iter().map(|player| entry(player)).collect::<Result<_, _>>()?;
        for entry in &entries {
            entry
                .supports(start.variant())
                .map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        let time = time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| PyValueError::new_err(format!("time: {error}")))?;
        let limits = Limits { time, nodes, depth, simulations, ..Limits::NONE };
        let openings: OpeningChoice = openings
            .parse()
            .map_err(|error| PyValueError::new_err(format!("openings: {error}")))?;
        let arena = Arena {
            entrants: entrants(&entries),
            control: Control { limits, clock: None },
            rules: Rules::default(),
            seed,
            concurrency,
            recover: false,
            timeouts: Timeouts::default(),
        };
        let plan = TournamentPlan {
            arena,
            groups: round_robin(2, start.seats()),
            start,
            openings,
            rounds: Some(games / 2),
            sprt: None,
            shard: shard.map(read_shard).transpose()?,
        };
        Ok(Self { plan, store })
    }

    /// The tournament of a file (docs/arena.md), given as its text.
    #[staticmethod]
    #[pyo3(signature = (text, *, concurrency = None, shard = None, store = None))]
    fn tournament(
        text: &str,
        concurrency: Option<usize>,
        shard: Option<(usize, usize)>,
        store: Option<PathBuf>,
    ) -> PyResult<Self> {
        let mut plan = TournamentPlan::read(text).map_err(|error| failed(&error))?;
        plan.arena.concurrency = concurrency.unwrap_or(plan.arena.concurrency);
        plan.shard = shard.map(read_shard).transpose()?;
        Ok(Self { plan, store })
    }

    /// The number of games, those of other shards not counted.
    #[getter]
    fn total(&self) -> Option<usize> {
        self.plan.total()
    }

    /// Plays the games that are not in the store. `progress` is called after each game with the
    /// number of games that are over, in the thread that plays the match. Ctrl-C stops it.
    #[pyo3(signature = (progress = None))]
    fn run(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<MatchResult> {
        let (standings, end) = self.play(py, progress, false)?;
        match end {
            MatchEnd::Completed => Ok(MatchResult::new(&standings)),
            MatchEnd::Stopped => Err(PyRuntimeError::new_err("the match was stopped")),
            MatchEnd::EngineFailed(what) => Err(PyRuntimeError::new_err(what)),
        }
    }

    /// The result of the games that are in the store so far.
    fn so_far(&self, py: Python<'_>) -> PyResult<MatchResult> {
        let (standings, _) = self.play(py, None, true)?;
        Ok(MatchResult::new(&standings))
    }
}

impl Match {
    /// Plays the games that are not in the store, or none of them, and counts all.
    fn play(
        &self,
        py: Python<'_>,
        progress: Option<Py<PyAny>>,
        is_over: bool,
    ) -> PyResult<(Standings, MatchEnd)> {
        let mut store = self.store.as_deref().map(open).transpose()?;
        let (sender, failures) = mpsc::channel();
        let played = interruptible(py, |stop| {
            stop.fetch_or(is_over, Ordering::Relaxed);
            let mut stored = match &mut store {
                Some(store) => Some(StoredTournament::begin_or_resume(store, &self.plan)?),
                None => None,
            };
            let mut memory = BTreeMap::new();
            let archive: &mut dyn Archive = match &mut stored {
                Some(stored) => stored,
                None => &mut memory,
            };
            let mut over = 0_usize;
            self.plan.run(archive, stop, |event| {
                let TournamentEvent::GameOver(..) = event else { return ControlFlow::Continue(()) };
                over += 1;
                let Some(progress) = &progress else { return ControlFlow::Continue(()) };
                match Python::attach(|py| progress.call1(py, (over,))) {
                    Ok(_) => ControlFlow::Continue(()),
                    Err(error) => {
                        // The receiver outlives the match.
                        let _ = sender.send(error);
                        ControlFlow::Break(())
                    }
                }
            })
        })?;
        match failures.try_recv() {
            Ok(error) => Err(error),
            Err(_) => played.map_err(|error| failed(&error)),
        }
    }
}

#[pymethods]
impl MatchResult {
    fn __str__(&self) -> String {
        let mut lines = vec!["games  wins  draws  losses  points  player".to_owned()];
        lines.extend(self.table.iter().map(|row| {
            let cell = |name: &str, width: usize| format!("{:>width$}", row[name].to_string());
            let numbers = [("games", 5), ("wins", 4), ("draws", 5), ("losses", 6), ("points", 6)];
            let numbers = numbers.map(|(name, width)| cell(name, width)).join("  ");
            format!("{numbers}  {}", row["player"])
        }));
        if let Some((value, low, high)) = self.elo {
            lines.push(format!("Elo {value:+.1} ({low:+.1} to {high:+.1})"));
        }
        lines.join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<MatchResult of {} games>", self.games)
    }
}

impl MatchResult {
    fn new(standings: &Standings) -> Self {
        let rows: Vec<_> = standings.rows().collect();
        let strength = (rows.len() == 2).then(|| standings.encounter(0, 1).strength()).flatten();
        let elo = strength.map(|Strength { elo: Estimate { value, interval }, .. }| {
            (value, interval.low, interval.high)
        });
        let table = rows.iter().map(|(name, row)| {
            BTreeMap::from([
                ("player", Cell::Text((*name).to_owned())),
                ("games", Cell::Count(row.games)),
                ("wins", Cell::Count(row.wins)),
                ("draws", Cell::Count(row.draws)),
                ("losses", Cell::Count(row.losses)),
                ("points", Cell::Points(row.points)),
            ])
        });
        Self { games: standings.counted(), table: table.collect(), elo }
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Count(count) => count.fmt(f),
            Self::Points(points) => write!(f, "{points:.1}"),
        }
    }
}

fn entry(text: &str) -> PyResult<Entry> {
    text.parse().map_err(|error| PyValueError::new_err(format!("{error}")))
}

fn read_shard((index, count): (usize, usize)) -> PyResult<Shard> {
    format!("{index}/{count}")
        .parse()
        .map_err(|error| PyValueError::new_err(format!("shard: {error}")))
}

fn failed(error: &TournamentError) -> PyErr {
    match error {
        TournamentError::Archive(_) => PyRuntimeError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}
