//! Self-play: tree searches in threads, whose leaves are evaluated in Python.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};

use numpy::{PyArray1, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};
use quoridor_core::{MAX_SQUARES, Move};
use quoridor_engine::SpecError;
use quoridor_engine::net::conv::{POLICY_SIZE, Planes};
use quoridor_engine::players::puct::Settings;
use quoridor_learn::self_play::{Batch, BatchConfig, LeafPlanes, Row, Variety};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::actions::policy_places;
use crate::signals::wait;

/// Games that are played at the same time, in groups: while the leaves of one group are evaluated
/// in Python, the others search.
///
/// `selfplay` is the simple way to use it. Directly, it lets several groups be evaluated at once:
///
/// >>> import numpy as np, quoridor
/// >>> play = quoridor.SelfPlay(games=4, batch=2, visits=8, threads=1)
/// >>> while (batch := play.next_batch()) is not None:
/// ...     group, planes = batch
/// ...     policy = np.zeros((len(planes), quoridor.POLICY_SIZE), np.float32)
/// ...     play.submit(group, policy, np.zeros(len(planes), np.float32))
/// >>> play.games
/// 4
#[pyclass(module = "quoridor")]
pub(crate) struct SelfPlay {
    pool: ThreadPool,
    groups: Vec<State>,
    /// The group whose turn it is.
    turn: usize,
    /// The numbers of the games that have not begun.
    numbers: Arc<Mutex<Range<u64>>>,
    /// Games that are over, but were not handed out.
    finished: BTreeMap<u64, Vec<Row>>,
    /// The number of the next game to hand out.
    next_out: u64,
    games: u64,
    leaves: u64,
    config: BatchConfig,
}

/// What a group does.
enum State {
    Searching(Mutex<Receiver<Search>>),
    /// Its leaves are being evaluated.
    Waiting(Search),
    /// Its games are over.
    Over,
}

/// A batch with room for the evaluations of its leaves.
struct Search {
    batch: Batch,
    /// The features of the leaves, which search threads write, and the array that shows Python a
    /// copy of them: the same one for every batch of the group, so that its memory can be pinned.
    planes: Vec<LeafPlanes>,
    shown: Py<PyArray4<u8>>,
    policies: Vec<[f32; POLICY_SIZE]>,
    values: Vec<f32>,
}

#[pymethods]
impl SelfPlay {
    #[new]
    #[pyo3(signature = (
        *, games, batch = 1024, groups = 2, visits = 250, threads = None, seed = 1, first = 0,
        random_plies = 12, noise = 0.25, c_puct = None, fpu = None, policy_temperature = None,
        short_searches = 0.0, resign = 0.0, hoarders = 0.0
    ))]
    #[expect(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        games: u64,
        batch: usize,
        groups: usize,
        visits: usize,
        threads: Option<usize>,
        seed: u64,
        first: u64,
        random_plies: usize,
        noise: f64,
        c_puct: Option<f64>,
        fpu: Option<f64>,
        policy_temperature: Option<f32>,
        short_searches: f64,
        resign: f64,
        hoarders: f64,
    ) -> PyResult<Self> {
        for (name, number) in [("batch", batch), ("groups", groups), ("visits", visits)] {
            if number == 0 {
                return Err(PyValueError::new_err(format!("{name}: expected at least 1, got 0")));
            }
        }
        let variety = Variety { short_searches, resign, hoarders };
        variety.check().map_err(PyValueError::new_err)?;
        let default = Settings::default();
        let search = Settings {
            exploration: c_puct.unwrap_or(default.exploration),
            first_play_urgency: fpu.unwrap_or(default.first_play_urgency),
            temperature: policy_temperature.unwrap_or(default.temperature),
            noise,
            // Rows are to have the true value of a draw.
            contempt: 0.0,
        };
        search.check().map_err(out_of_range)?;
        let config = BatchConfig { nodes: visits, random_plies, variety, search, seed };
        let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
        let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let threads = pool.current_num_threads();
        let end = first
            .checked_add(games)
            .filter(|&end| end <= u64::from(u32::MAX))
            .ok_or_else(|| PyValueError::new_err("games: their numbers must be below 2**32"))?;
        let mut numbers = first..end;
        let groups = (0..groups).map(|_| {
            let begun: Vec<u64> = numbers.by_ref().take(batch).collect();
            let mut planes = vec![[[0; MAX_SQUARES]; Planes::COUNT]; begun.len()];
            let batch = py.detach(|| Batch::new(config, &begun, threads, &mut planes));
            // The array does not own this memory, so NumPy cannot resize it.
            let shown = PyArray1::from_vec(py, vec![0; begun.len() * size_of::<LeafPlanes>()]);
            let shown = shown.reshape([begun.len(), Planes::COUNT, 9, 9])?.unbind();
            let (sender, receiver) = mpsc::channel();
            let (policies, values) = (Vec::new(), Vec::new());
            let search = Search { batch, planes, shown, policies, values };
            sender.send(search).expect("the receiver is here");
            Ok(State::Searching(Mutex::new(receiver)))
        });
        Ok(Self {
            groups: groups.collect::<PyResult<_>>()?,
            pool,
            turn: 0,
            numbers: Arc::new(Mutex::new(numbers)),
            finished: BTreeMap::new(),
            next_out: first,
            games: 0,
            leaves: 0,
            config,
        })
    }

    /// All options that the games follow from, with the defaults of those that were not given. The
    /// temperature is the text of the option: single precision is not the number that was given.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        // A field that is added here decides the games, too.
        let BatchConfig { nodes, random_plies, variety, search, seed } = self.config;
        let Variety { short_searches, resign, hoarders } = variety;
        let Settings { exploration, first_play_urgency, temperature, noise, contempt: _ } = search;
        let settings = PyDict::new(py);
        settings.set_item("visits", nodes)?;
        settings.set_item("seed", seed)?;
        settings.set_item("random_plies", random_plies)?;
        settings.set_item("noise", noise)?;
        settings.set_item("c_puct", exploration)?;
        settings.set_item("fpu", first_play_urgency)?;
        settings.set_item("policy_temperature", temperature.to_string())?;
        settings.set_item("short_searches", short_searches)?;
        settings.set_item("resign", resign)?;
        settings.set_item("hoarders", hoarders)?;
        Ok(settings)
    }

    /// The next group whose leaves have to be evaluated, and their planes; None if no group is
    /// searching: all are over, or wait for `submit`. The memory of the planes is used again for
    /// the next batch of the group.
    fn next_batch<'py>(&mut self, py: Python<'py>) -> PyResult<Option<(usize, Bound<'py, PyAny>)>> {
        for _ in 0..self.groups.len() {
            let number = self.turn;
            self.turn = (number + 1) % self.groups.len();
            let group = &mut self.groups[number];
            let State::Searching(receiver) = group else { continue };
            let mut search = wait(py, receiver)?;
            for (number, rows) in search.batch.finished() {
                self.games += 1;
                // The games before were handed out or given up.
                if number >= self.next_out {
                    self.finished.insert(number, rows);
                }
            }
            let count = search.batch.len();
            if count == 0 {
                *group = State::Over;
                continue;
            }
            self.leaves += count as u64;
            let planes = search.show(py, count)?;
            *group = State::Waiting(search);
            return Ok(Some((number, planes)));
        }
        Ok(None)
    }

    /// Takes the evaluations of a group's leaves, and lets it search on. `policy` has a logit for
    /// each move, as the mover sees it: POLICY_SIZE or ACTIONS columns of float32. `value` has the
    /// logits of the expected score of the player to move.
    fn submit(
        &mut self,
        py: Python<'_>,
        group: usize,
        policy: PyReadonlyArray2<'_, f32>,
        value: PyReadonlyArray1<'_, f32>,
    ) -> PyResult<()> {
        let of_group = self.groups.get_mut(group);
        let Some(state @ State::Waiting(_)) = of_group else {
            let message = format!("group {group} does not wait for evaluations");
            return Err(PyValueError::new_err(message));
        };
        let State::Waiting(search) = &mut *state else { unreachable!() };
        let (policy, value) = (policy.as_array(), value.as_array());
        let (count, columns) = (search.batch.len(), policy.ncols());
        if policy.nrows() != count || value.len() != count {
            return Err(PyValueError::new_err(format!(
                "policy and value: expected {count} rows, got {} and {}",
                policy.nrows(),
                value.len()
            )));
        }
        if columns != POLICY_SIZE && columns != Move::COUNT {
            return Err(PyValueError::new_err(format!(
                "policy: expected {POLICY_SIZE} or {} columns, got {columns}",
                Move::COUNT
            )));
        }
        let (Some(policy), Some(value)) = (policy.as_slice(), value.as_slice()) else {
            return Err(PyValueError::new_err("policy and value: expected contiguous arrays"));
        };
        let has_numbers = py.detach(|| search.take(policy, value));
        if !has_numbers {
            return Err(PyValueError::new_err("policy or value: not a number (NaN)"));
        }
        let (sender, receiver) = mpsc::channel();
        let searching = State::Searching(Mutex::new(receiver));
        let State::Waiting(mut search) = std::mem::replace(state, searching) else {
            unreachable!()
        };
        let numbers = Arc::clone(&self.numbers);
        self.pool.spawn(move || {
            let next = || numbers.lock().ok()?.next();
            let Search { batch, planes, policies, values, .. } = &mut search;
            batch.advance(policies, values, next, planes);
            // The receiver is gone only if the object is.
            let _ = sender.send(search);
        });
        Ok(())
    }

    /// Begins no more games; those that were begun are played to their ends.
    fn stop(&mut self) {
        if let Ok(mut numbers) = self.numbers.lock() {
            numbers.end = numbers.start;
        }
    }

    /// The rows of finished games, 64 bytes each, in the order of the games' numbers; each row
    /// once. A finished game waits for the unfinished ones before it; `skip_unfinished` gives those
    /// up and hands out all that are finished.
    #[pyo3(signature = (*, skip_unfinished = false))]
    fn rows<'py>(&mut self, py: Python<'py>, skip_unfinished: bool) -> Bound<'py, PyArray1<u8>> {
        let mut bytes = Vec::new();
        while let Some(game) = self.finished.first_entry() {
            if *game.key() != self.next_out && !skip_unfinished {
                break;
            }
            self.next_out = game.key() + 1;
            game.remove().iter().for_each(|row| bytes.extend(row.bytes()));
        }
        PyArray1::from_vec(py, bytes)
    }

    /// The number of finished games.
    #[getter]
    fn games(&self) -> u64 {
        self.games
    }

    /// The number of leaves that were handed out.
    #[getter]
    fn leaves(&self) -> u64 {
        self.leaves
    }
}

impl Search {
    /// The planes of the first leaves, as Python sees them.
    fn show<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyAny>> {
        let shown = self.shown.bind(py);
        let planes = self.planes[..count].as_flattened().as_flattened();
        shown.try_readwrite()?.as_slice_mut()?[..planes.len()].copy_from_slice(planes);
        shown.as_any().get_item(PySlice::new(py, 0, count as isize, 1))
    }

    /// Copies the evaluations; false if one is not a number.
    fn take(&mut self, policy: &[f32], value: &[f32]) -> bool {
        let columns = (policy.len() / value.len().max(1)).max(1);
        self.policies.resize(value.len(), [0.0; POLICY_SIZE]);
        // Row by row, so that each is looked at while it is in the cache.
        for (row, logits) in self.policies.iter_mut().zip(policy.chunks_exact(columns)) {
            if let Ok(logits) = logits.try_into() {
                *row = logits;
            } else {
                *row = [0.0; POLICY_SIZE];
                for (&place, &logit) in policy_places().iter().zip(logits) {
                    row[usize::from(place)] = logit;
                }
            }
            if !make_finite(row) {
                return false;
            }
        }
        self.values.clear();
        self.values.extend_from_slice(value);
        make_finite(&mut self.values)
    }
}

/// The error for a setting, with its name in Python.
fn out_of_range(error: SpecError) -> PyErr {
    PyValueError::new_err(match error {
        SpecError::BadValue { name, expected, value } => {
            format!("{}: expected {expected}, got {value}", name.replace('-', "_"))
        }
        other => other.to_string(),
    })
}

/// A logit that is larger than the largest float divided by this might become infinite when it is
/// divided by the temperature of the policy, which is at least 0.1.
const HEADROOM: f32 = 100.0;

/// Makes infinite and huge numbers large ones; false if one is not a number.
fn make_finite(numbers: &mut [f32]) -> bool {
    // A finite number times 0 is 0, whose bits are all 0 but for the sign; others give NaN. Few are
    // too large, so the first look is a quick one.
    let bits = numbers.iter().fold(0, |bits, number| bits | (number * HEADROOM * 0.0).to_bits());
    if bits & !(1 << 31) == 0 {
        return true;
    }
    let most = f32::MAX / HEADROOM;
    numbers.iter_mut().for_each(|number| *number = number.clamp(-most, most));
    !numbers.iter().any(|number| number.is_nan())
}
