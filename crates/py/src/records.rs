//! Game records and the store of games.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyKeyError, PyOSError, PyValueError};
use pyo3::prelude::*;
use quoridor_core::record::{Record as GameRecord, read, write_result};
use quoridor_core::{Outcome, Position};
use quoridor_store::{Duplicates, Filter, GameId, Store as GameStore, StoreError};

use crate::board::Board;

/// A recorded game: tags, moves and result.
#[pyclass(module = "quoridor", frozen)]
#[derive(Clone)]
pub(crate) struct Record {
    record: GameRecord,
}

#[pymethods]
impl Record {
    /// The tag pairs: players, date, event and others.
    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        let tags = self.record.tags.iter();
        tags.map(|tag| (tag.name.clone(), tag.value.clone())).collect()
    }

    /// The value of a tag; None if there is none.
    fn tag(&self, name: &str) -> Option<&str> {
        self.record.tag(name)
    }

    /// The moves in standard notation.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.main.moves.iter().map(|recorded| recorded.mv.to_string()).collect()
    }

    /// "1-0", "0-1", "1/2-1/2", or "*" for a game without a result.
    #[getter]
    fn result(&self) -> String {
        write_result(self.record.result, self.record.start.seats())
    }

    /// The winner's number in turn order; None for a draw or a game without a result.
    #[getter]
    fn winner(&self) -> Option<usize> {
        match self.record.result {
            Some(Outcome::Win(player)) => self.record.start.seats().place(player),
            Some(Outcome::Draw) | None => None,
        }
    }

    /// The game at its end, with all moves; `pop` goes back.
    fn board(&self) -> Board {
        self.record.game().into()
    }

    fn __str__(&self) -> PyResult<String> {
        self.record.write().map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn __repr__(&self) -> String {
        format!("<Record of {} moves, {}>", self.record.main.moves.len(), self.result())
    }
}

/// The records of a file, or of several in one. ValueError at the first game that cannot be read,
/// with its line; with skip_bad=True such games are left out.
#[pyfunction]
#[pyo3(signature = (path, *, skip_bad = false))]
pub(crate) fn read_records(py: Python<'_>, path: PathBuf, skip_bad: bool) -> PyResult<Vec<Record>> {
    let text = std::fs::read_to_string(&path)
        .map_err(|error| PyOSError::new_err(format!("cannot read {}: {error}", path.display())))?;
    let mut records = Vec::new();
    for record in py.detach(|| read(&text).collect::<Vec<_>>()) {
        match record {
            Ok(record) => records.push(Record { record }),
            Err(_) if skip_bad => {}
            Err(error) => {
                return Err(PyValueError::new_err(format!("{}: {error}", path.display())));
            }
        }
    }
    Ok(records)
}

/// A store of games: a database on disk. It is made if it is not there.
///
/// >>> import os, tempfile
/// >>> import quoridor
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> path = os.path.join(folder.name, "games.sqlite")
/// >>> result = quoridor.Match("random", "hola-2016-path", games=2, store=path).run()
/// >>> store = quoridor.Store(path)
/// >>> len(store), [store.record(number).tag("White") for number in store.games()]
/// (2, ['random', 'hola-2016-path'])
#[pyclass(module = "quoridor", frozen)]
pub(crate) struct Store {
    path: PathBuf,
    /// Python may use an object from several threads.
    store: Mutex<GameStore>,
}

#[pymethods]
impl Store {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let store = open(&path)?;
        Ok(Self { path, store: Mutex::new(store) })
    }

    /// The numbers of games, in the order in which they were added: all, or those of a player, with
    /// a position (a position string, mirror images included), and at most `limit` of them.
    #[pyo3(signature = (*, player = None, position = None, limit = None))]
    fn games(
        &self,
        py: Python<'_>,
        player: Option<String>,
        position: Option<&str>,
        limit: Option<usize>,
    ) -> PyResult<Vec<i64>> {
        let position = position.map(str::parse::<Position>).transpose();
        let position =
            position.map_err(|error| PyValueError::new_err(format!("position: {error}")))?;
        let filter = Filter { player, position, limit, ..Filter::default() };
        let (ids, damage) =
            py.detach(|| self.lock().ids(&filter)).map_err(|error| self.failed(&error))?;
        match damage {
            Some(damage) => Err(self.failed(&damage)),
            None => Ok(ids.iter().map(|id| id.0).collect()),
        }
    }

    /// A game by its number.
    fn record(&self, py: Python<'_>, number: i64) -> PyResult<Record> {
        let record = py.detach(|| self.lock().record(GameId(number)));
        Ok(Record { record: record.map_err(|error| self.failed(&error))? })
    }

    /// Adds records and returns the number of new ones: a game that is there already is left out.
    fn add(&self, py: Python<'_>, records: Vec<PyRef<'_, Record>>) -> PyResult<u64> {
        let records: Vec<_> = records.iter().map(|record| Ok(record.record.clone())).collect();
        let imported = py.detach(|| self.lock().import(records, Duplicates::Skip, |_| ()));
        let imported = imported.map_err(|error| self.failed(&error))?;
        match imported.bad.first() {
            Some(bad) => Err(PyValueError::new_err(bad.to_string())),
            None => Ok(imported.added),
        }
    }

    /// Adds the games of another store and returns the number of new ones. A scheduled game of a
    /// match is added once.
    fn merge(&self, py: Python<'_>, other: PathBuf) -> PyResult<u64> {
        let source = GameStore::open_existing(&other)
            .map_err(|error| PyValueError::new_err(format!("{}: {error}", other.display())))?;
        let merged = py.detach(move || self.lock().merge(&source));
        let merged = merged.map_err(|error| self.failed(&error))?;
        match merged.damage.first() {
            Some(damage) => Err(PyValueError::new_err(format!("{}: {damage}", other.display()))),
            None => Ok(merged.added),
        }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let count = py.detach(|| self.lock().count(&Filter::default()));
        Ok(count.map_err(|error| self.failed(&error))? as usize)
    }

    fn __repr__(&self) -> String {
        format!("Store('{}')", self.path.display())
    }
}

impl Store {
    fn lock(&self) -> MutexGuard<'_, GameStore> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, error: &StoreError) -> PyErr {
        let message = format!("{}: {error}", self.path.display());
        match error {
            StoreError::NoGame(_) => PyKeyError::new_err(message),
            _ => PyValueError::new_err(message),
        }
    }
}

/// Opens a store, or makes it.
pub(crate) fn open(path: &std::path::Path) -> PyResult<GameStore> {
    GameStore::open(path)
        .map_err(|error| PyValueError::new_err(format!("{}: {error}", path.display())))
}
