//! Players of the registry.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quoridor_core::Move;
use quoridor_engine::{Agent, Decision, Limits, Progress, Value, Watch};
use quoridor_players::AGENTS;
use quoridor_players::Spec;

use crate::board::Board;
use crate::signals::interruptible;

/// Limits of a search: seconds, nodes, plies, playouts. Without any, the player's own.
#[pyclass(module = "quoridor", frozen, get_all, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Limit {
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    simulations: Option<u64>,
}

#[pymethods]
impl Limit {
    #[new]
    #[pyo3(signature = (*, time = None, nodes = None, depth = None, simulations = None))]
    fn new(
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        simulations: Option<u64>,
    ) -> PyResult<Self> {
        if let Some(time) = time.filter(|time| Duration::try_from_secs_f64(*time).is_err()) {
            return Err(PyValueError::new_err(format!(
                "time: expected a positive number of seconds, got {time}"
            )));
        }
        Ok(Self { time, nodes, depth, simulations })
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        let Self { time, nodes, depth, simulations } = *self;
        let options = PyDict::new(py);
        options.set_item("time", time)?;
        options.set_item("nodes", nodes)?;
        options.set_item("depth", depth)?;
        options.set_item("simulations", simulations)?;
        Ok(((), options))
    }

    fn __repr__(&self) -> String {
        let mut parts = Vec::new();
        let mut part = |name: &str, value: Option<String>| {
            parts.extend(value.map(|value| format!("{name}={value}")));
        };
        part("time", self.time.map(|time| time.to_string()));
        part("nodes", self.nodes.map(|nodes| nodes.to_string()));
        part("depth", self.depth.map(|depth| depth.to_string()));
        part("simulations", self.simulations.map(|simulations| simulations.to_string()));
        format!("Limit({})", parts.join(", "))
    }
}

impl Limit {
    fn limits(&self) -> Limits {
        Limits {
            time: self.time.and_then(|time| Duration::try_from_secs_f64(time).ok()),
            nodes: self.nodes,
            depth: self.depth,
            simulations: self.simulations,
            ..Limits::NONE
        }
    }
}

/// A line of analysis: its moves and what the player expects of it.
#[pyclass(module = "quoridor", frozen, get_all, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Line {
    /// The moves, the best one first.
    moves: Vec<String>,
    /// The score in the player's own units (steps for the champion); None if it is a probability
    /// or proved.
    score: Option<f64>,
    /// The estimated probability of winning for the player to move; None for a score in a unit of
    /// the player's own.
    win_probability: Option<f64>,
    /// Plies to a proved win (positive) or loss (negative); None if nothing is proved.
    mate: Option<i64>,
    /// Depth in plies.
    depth: u32,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("Line({:?}, depth={})", self.moves.join(" "), self.depth)
    }
}

/// A chosen move and what the player thought of it.
#[pyclass(module = "quoridor", frozen, get_all, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PlayResult {
    /// The move in standard notation.
    r#move: String,
    /// Its action number.
    action: u8,
    /// The expected line.
    line: Option<Line>,
    /// Positions searched, or playouts.
    nodes: u64,
    /// Visits of each root move, for tree searches: move to count.
    visits: BTreeMap<String, u64>,
}

#[pymethods]
impl PlayResult {
    fn __repr__(&self) -> String {
        format!("PlayResult(move='{}', nodes={})", self.r#move, self.nodes)
    }
}

/// A player of the registry, by its spec: "champion", "respall-2018:simulations=1000". `seed` sets
/// the option of this name if the player has it. A pickled player comes back as a new one.
///
/// >>> import quoridor
/// >>> engine = quoridor.Engine("mertens-2006:depth=2")
/// >>> engine.play(quoridor.Board(), quoridor.Limit(depth=1)).move
/// 'e2'
/// >>> quoridor.Engine("champoin")
/// Traceback (most recent call last):
///     ...
/// ValueError: no player is called 'champoin' (did you mean 'champion'?): there are ...
#[pyclass(module = "quoridor", frozen)]
pub(crate) struct Engine {
    spec: Spec,
    agent: Mutex<Box<dyn Agent>>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (spec = "champion", *, seed = None))]
    fn new(spec: &str, seed: Option<u64>) -> PyResult<Self> {
        let spec: Spec = spec.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
        let seeded = seed.and_then(|seed| spec.clone().with("seed", &seed.to_string()).ok());
        let spec = seeded.unwrap_or(spec);
        let agent = spec.build().map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { spec, agent: Mutex::new(agent) })
    }

    /// The spec, with the options that were set.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Whether it thinks for a time that nobody has set, unless it gets a limit.
    #[getter]
    fn thinks_by_time(&self) -> bool {
        let has_time = self.spec.kind().options.iter().any(|option| option.name == "time");
        has_time && !self.spec().contains("time=")
    }

    /// Chooses a move. Other Python threads run meanwhile; Ctrl-C interrupts.
    #[pyo3(signature = (board, limit = None))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        limit: Option<Limit>,
    ) -> PyResult<PlayResult> {
        let (decision, lines) = self.search(py, board, limit)?;
        let line = lines.into_iter().next();
        Ok(PlayResult {
            r#move: decision.mv.to_string(),
            action: decision.mv.index(),
            line: line.or_else(|| decision_line(&decision)),
            nodes: decision.nodes,
            visits: decision.root.iter().map(|root| (root.mv.to_string(), root.visits)).collect(),
        })
    }

    /// The best lines, the best first: as many as the player's option `multipv`, or its root moves.
    /// A draw is worth what the option `contempt` says, which `champion` has: half a win with 0.
    #[pyo3(signature = (board, limit = None))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        limit: Option<Limit>,
    ) -> PyResult<Vec<Line>> {
        let (decision, lines) = self.search(py, board, limit)?;
        Ok(if lines.is_empty() { decision_line(&decision).into_iter().collect() } else { lines })
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.spec(),)
    }

    /// Forgets what it remembers of earlier positions.
    fn new_game(&self) {
        self.agent.lock().unwrap_or_else(PoisonError::into_inner).new_game();
    }

    fn __repr__(&self) -> String {
        format!("Engine('{}')", self.spec)
    }
}

impl Engine {
    /// Searches in a thread of its own, so that this one can listen for Ctrl-C.
    fn search(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        limit: Option<Limit>,
    ) -> PyResult<(Decision, Vec<Line>)> {
        let game = board.borrow().game().clone();
        if game.position().winner().is_some() {
            return Err(PyValueError::new_err("the game is over: there is no move to choose"));
        }
        let supported = self.spec.supports(game.position().variant());
        supported.map_err(|error| PyValueError::new_err(format!("{} {error}", self.spec)))?;
        let limits = limit.map_or(Limits::NONE, |limit| limit.limits());
        interruptible(py, |stop| {
            let mut lines = BTreeMap::new();
            let mut report = |progress: &Progress| {
                let line = line(&progress.line, Some(progress.value), progress.depth);
                lines.insert(progress.rank, line);
            };
            let mut agent = self.agent.lock().unwrap_or_else(PoisonError::into_inner);
            let decision = agent.choose(&game, &limits, &mut Watch::new(stop, &mut report));
            (decision, lines.into_values().collect())
        })
    }
}

fn decision_line(decision: &Decision) -> Option<Line> {
    (!decision.line.is_empty()).then(|| line(&decision.line, decision.value, decision.depth))
}

fn line(moves: &[Move], value: Option<Value>, depth: u32) -> Line {
    let (score, mate) = match value {
        Some(Value::Steps(score) | Value::Score(score)) => (Some(score), None),
        Some(Value::WinIn(plies)) => (None, Some(i64::from(plies))),
        Some(Value::LossIn(plies)) => (None, Some(-i64::from(plies))),
        Some(Value::Chance(_)) | None => (None, None),
    };
    Line {
        moves: moves.iter().map(ToString::to_string).collect(),
        score,
        win_probability: value.and_then(Value::win_probability),
        mate,
        depth,
    }
}

/// The players of the registry: name to one-line description.
#[pyfunction]
pub(crate) fn agents() -> BTreeMap<&'static str, &'static str> {
    AGENTS.iter().map(|kind| (kind.name, kind.summary)).collect()
}
