//! A game in progress, in the style of python-chess.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use numpy::{PyArray1, PyArray3, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray3};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use quoridor_core::{Adjudication, Diagram, Ending, Game, Move, MoveSet, Position};
use quoridor_engine::net::conv::Planes;

use crate::IllegalMoveError;
use crate::actions::{action_numbers, nth_move};
use crate::arguments::{Size, place, player, read_move, variant};
use crate::observation::{Observation, fill_mask};

/// A game: a start position and the moves so far.
///
/// Moves are texts in standard notation ("e2", "e3h") or action numbers. Players are numbered from
/// 0 in turn order.
///
/// >>> import quoridor
/// >>> board = quoridor.Board()
/// >>> board.push("e2"); board.push("e8"); board.push("e3h")
/// >>> board.fen()
/// 'e3 / - / e2 e8 / 9 10 / 2'
/// >>> board.why_illegal("f3h")
/// 'it overlaps the wall e3h'
/// >>> board.distance(0), board.distance(1)
/// (8, 8)
/// >>> board.pop()
/// 'e3h'
#[pyclass(module = "quoridor")]
#[derive(Clone)]
pub(crate) struct Board {
    game: Game,
    /// The legal moves, once they were asked for.
    legal: Option<MoveSet>,
    observation: Observation,
}

/// How a game ended: the winner's number (None for a draw) and the reason.
#[pyclass(module = "quoridor", frozen, get_all, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Outcome {
    winner: Option<usize>,
    reason: String,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        let winner = self.winner.map_or_else(|| "None".to_owned(), |winner| winner.to_string());
        format!("Outcome(winner={winner}, reason='{}')", self.reason)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen = None, *, size = None, players = None, walls = None))]
    fn new(
        fen: Option<&str>,
        size: Option<Size>,
        players: Option<usize>,
        walls: Option<u8>,
    ) -> PyResult<Self> {
        let start = if let Some(fen) = fen {
            let given = [
                ("size", size.is_some()),
                ("players", players.is_some()),
                ("walls", walls.is_some()),
            ];
            if let Some((name, _)) = given.iter().find(|(_, is_given)| *is_given) {
                return Err(PyValueError::new_err(format!(
                    "{name}: the position already determines it: give either fen or {name}"
                )));
            }
            read_position(fen)?
        } else {
            let size = size.unwrap_or(Size::Side(9));
            Position::start(variant(&size, players.unwrap_or(2), walls)?)
        };
        Ok(Game::new(start).into())
    }

    /// The legal moves in standard notation: pawn moves first, then walls.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.position().legal_moves().iter().map(|mv| mv.to_string()).collect()
    }

    /// The action numbers of the legal moves, in increasing order.
    #[getter]
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let numbers = action_numbers(py);
        let legal = self.legal();
        let (mut actions, mut count) = ([0; Move::COUNT], 0);
        legal.iter().for_each(|mv| {
            actions[count] = mv.index();
            count += 1;
        });
        PyList::new(py, actions[..count].iter().map(|&action| &numbers[usize::from(action)]))
    }

    /// A mask over all actions: 1 for legal ones. Fills `out` instead of a new array if given.
    #[pyo3(signature = (out = None))]
    fn action_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<PyReadwriteArray1<'py, u8>>,
    ) -> PyResult<Option<Bound<'py, PyArray1<u8>>>> {
        if let Some(mut out) = out {
            fill_mask(&self.legal(), out.as_slice_mut()?)?;
            return Ok(None);
        }
        let array = PyArray1::zeros(py, Move::COUNT, false);
        fill_mask(&self.legal(), array.readwrite().as_slice_mut()?)?;
        Ok(Some(array))
    }

    /// The network's planes, as the player to move sees them: uint8 of shape (20, 9, 9), 64 is 1.0;
    /// docs/python.md describes them. Fills `out` instead of a new array if given. Only for two
    /// players on the official board.
    #[pyo3(signature = (out = None))]
    fn planes<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<PyReadwriteArray3<'py, u8>>,
    ) -> PyResult<Option<Bound<'py, PyArray3<u8>>>> {
        if let Some(mut out) = out {
            self.observation.write(&self.game, out.as_slice_mut()?)?;
            return Ok(None);
        }
        let array = PyArray3::zeros(py, [Planes::COUNT, 9, 9], false);
        self.observation.write(&self.game, array.readwrite().as_slice_mut()?)?;
        Ok(Some(array))
    }

    /// Plays a move; IllegalMoveError if it is illegal, and nothing changes.
    fn push(&mut self, mv: &Bound<'_, PyAny>) -> PyResult<()> {
        let read = read_move(mv)?;
        let played = self.game.play(read);
        self.legal = None;
        played.map_err(|reason| IllegalMoveError::new_err(format!("{read}: {reason}")))
    }

    /// Plays a random legal move, chosen by a number from 0 up to 1 (such as `random.random()`),
    /// and returns its action number: the quick way to play random games. None if the game is over.
    fn push_random(&mut self, number: f64) -> PyResult<Option<u16>> {
        if !(0.0..1.0).contains(&number) {
            return Err(PyValueError::new_err(format!(
                "number: expected at least 0 and less than 1, got {number}"
            )));
        }
        let legal = self.legal();
        let place = (number * legal.len() as f64) as usize;
        let Some(mv) = nth_move(&legal, place) else { return Ok(None) };
        self.game.play(mv).expect("it is one of the legal moves");
        self.legal = None;
        Ok(Some(mv.index().into()))
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let undone = self.game.undo();
        self.legal = None;
        self.observation.forget_after(self.game.moves().len());
        undone
            .map(|mv| mv.to_string())
            .ok_or_else(|| PyIndexError::new_err("there is no move to take back"))
    }

    /// An independent copy with the same history.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Whether a move is legal now.
    fn is_legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position().check(read_move(mv)?).is_ok())
    }

    /// Why a move is illegal now; None if it is legal.
    fn why_illegal(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(self.position().check(read_move(mv)?).err().map(|reason| reason.to_string()))
    }

    /// How the game ended, or None. Draws exist only by adjudication: after `max_plies` moves of
    /// all players together, or when a position occurs `repetitions` times.
    #[pyo3(signature = (*, max_plies = None, repetitions = None))]
    fn outcome(&self, max_plies: Option<usize>, repetitions: Option<usize>) -> Option<Outcome> {
        let ending = self.game.ending(&Adjudication { max_plies, repetitions })?;
        let winner = match ending {
            Ending::Goal(player) => Some(place(self.position(), player)),
            Ending::Repetition | Ending::MoveCap => None,
        };
        Some(Outcome { winner, reason: ending.to_string() })
    }

    /// Whether a pawn has reached its goal.
    fn is_game_over(&self) -> bool {
        self.position().winner().is_some()
    }

    /// The number of the player to move.
    #[getter]
    fn turn(&self) -> usize {
        place(self.position(), self.position().turn())
    }

    /// The number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// The moves played, in standard notation.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.game.moves().iter().map(ToString::to_string).collect()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.position().seats().count()
    }

    /// Width and height.
    #[getter]
    fn size(&self) -> (u8, u8) {
        let size = self.position().variant().size;
        (size.width(), size.height())
    }

    /// The squares of the pawns, by player.
    #[getter]
    fn pawns(&self) -> Vec<String> {
        self.position().pawns().values().map(ToString::to_string).collect()
    }

    /// The placed walls.
    #[getter]
    fn walls(&self) -> Vec<String> {
        self.position().walls().iter().map(|wall| wall.to_string()).collect()
    }

    /// The number of walls each player has left.
    #[getter]
    fn walls_left(&self) -> Vec<u16> {
        self.position().all_walls_left().values().map(|&left| left.into()).collect()
    }

    /// Number of steps from a player's pawn to its goal; pawns do not block it.
    fn distance(&self, player_number: usize) -> PyResult<u8> {
        Ok(self.position().distance(player(self.position(), player_number)?))
    }

    /// The squares of a shortest path of a player, its pawn's first.
    fn shortest_path(&self, player_number: usize) -> PyResult<Vec<String>> {
        let player = player(self.position(), player_number)?;
        Ok(self.position().shortest_path(player).iter().map(ToString::to_string).collect())
    }

    /// How many times the position has occurred in this game.
    fn repetitions(&self) -> usize {
        self.game.repetitions()
    }

    /// The position as a string, the counterpart of a FEN in chess.
    fn fen(&self) -> String {
        self.position().to_string()
    }

    /// A number that is equal for equal positions, on every machine.
    #[getter]
    fn zobrist(&self) -> u64 {
        self.position().hash()
    }

    fn __str__(&self) -> String {
        Diagram::of(self.position()).to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.fen())
    }

    /// Boards are equal if their positions are; their histories may differ.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.borrow().position() == self.position())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position().hash().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let board = slf.borrow();
        let restore = slf.get_type().getattr("_restore")?;
        let start = board.game.start().to_string();
        Ok((restore, PyTuple::new(slf.py(), [start, board.moves().join(" ")])?))
    }

    #[staticmethod]
    fn _restore(start: &str, moves: &str) -> PyResult<Self> {
        let mut game = Game::new(read_position(start)?);
        for text in moves.split_whitespace() {
            let mv = text.parse().map_err(|error| PyValueError::new_err(format!("{error}")))?;
            game.play(mv).map_err(|reason| IllegalMoveError::new_err(reason.to_string()))?;
        }
        Ok(game.into())
    }

    fn _repr_svg_(&self) -> String {
        quoridor_picture::position(self.position())
    }
}

impl From<Game> for Board {
    fn from(game: Game) -> Self {
        Self { game, legal: None, observation: Observation::default() }
    }
}

impl Board {
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    fn legal(&mut self) -> MoveSet {
        *self.legal.get_or_insert_with(|| self.game.position().legal_moves())
    }
}

fn read_position(fen: &str) -> PyResult<Position> {
    fen.parse().map_err(|error| PyValueError::new_err(format!("fen: {error}")))
}
