//! Many games at once, as arrays.

use std::sync::LazyLock;

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use quoridor_core::{Game, Move, MoveSet, Player, Position};
use quoridor_engine::net::conv::{
    GameFeatures, PlaneBytes, Planes, write_action_mask, write_board_features,
};
use quoridor_engine::random::{Random, mixed};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::IllegalMoveError;
use crate::actions::{action_of, move_of, nth_move};
use crate::board::Board;

/// Many games for two on the official board, stepped together; docs/python.md has the encodings.
///
/// A step takes one action for each game, as its player to move sees it, and returns arrays: planes
/// (uint8, 64 is 1.0), action masks, rewards of the players who moved, terminations and
/// truncations. They are the same arrays every time, overwritten by each step. A finished game
/// begins again at once: its planes and mask are those of a new game.
///
/// `planes` is "full" for the network's 20 planes, "board" for the 12 of them that need no
/// distances (0 to 7 and 12 to 15), None for none. A game is truncated after `max_plies` moves. An
/// illegal action raises IllegalMoveError and changes nothing; with illegal="lose" it loses its
/// game.
///
/// >>> import quoridor
/// >>> env = quoridor.VecEnv(2)
/// >>> planes, masks = env.reset()
/// >>> planes.shape, masks.sum(axis=1)
/// ((2, 20, 9, 9), array([131, 131]))
/// >>> planes, masks, rewards, terminations, truncations = env.step([13, 13])
/// >>> env.board(0).moves
/// ['e2']
#[pyclass(module = "quoridor")]
pub(crate) struct VecEnv {
    games: Vec<Running>,
    pool: Option<ThreadPool>,
    kind: Option<Kind>,
    max_plies: Option<u32>,
    illegal_loses: bool,
    /// None without planes.
    planes: Option<Py<PyArray4<u8>>>,
    masks: Py<PyArray2<u8>>,
    rewards: Py<PyArray1<f32>>,
    terminations: Py<PyArray1<bool>>,
    truncations: Py<PyArray1<bool>>,
    actions: Py<PyArray1<i64>>,
}

/// Which planes there are.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Full,
    Board,
}

impl Kind {
    const fn planes(self) -> usize {
        match self {
            Self::Full => Planes::COUNT,
            Self::Board => 12,
        }
    }

    fn write(self, game: &Running, planes: &mut [PlaneBytes]) {
        let Running { position, features, .. } = game;
        match self {
            Self::Full => features.write(position, planes.try_into().expect("20 planes")),
            Self::Board => write_board_features(position, planes.try_into().expect("12 planes")),
        }
    }
}

/// The position before the first move, with its legal moves and features.
static START: LazyLock<(Position, MoveSet, GameFeatures)> = LazyLock::new(|| {
    let start = Position::default();
    (start, start.legal_moves(), GameFeatures::new(&start))
});

/// A game.
struct Running {
    position: Position,
    legal: MoveSet,
    /// Kept up to date only if all planes are shown.
    features: GameFeatures,
    moves: Vec<Move>,
    random: Random,
}

/// A game with its entries of the arrays.
struct Entry<'a> {
    game: &'a mut Running,
    /// None to begin again.
    action: Option<i64>,
    planes: &'a mut [PlaneBytes],
    mask: &'a mut [u8; Move::COUNT],
    reward: &'a mut f32,
    termination: &'a mut bool,
    truncation: &'a mut bool,
}

impl Entry<'_> {
    fn step(self, kind: Option<Kind>, max_plies: Option<u32>) {
        let game = self.game;
        let end = match self.action {
            Some(action) => game.step(action, max_plies, kind == Some(Kind::Full)),
            None => {
                game.restart();
                End::No
            }
        };
        *self.reward = match end {
            End::Won => 1.0,
            End::Illegal => -1.0,
            End::No | End::Truncated => 0.0,
        };
        *self.termination = matches!(end, End::Won | End::Illegal);
        *self.truncation = end == End::Truncated;
        if let Some(kind) = kind {
            kind.write(game, self.planes);
        }
        write_action_mask(&game.legal, game.position.turn(), self.mask);
    }
}

/// Whether a step ended its game.
#[derive(Clone, Copy, PartialEq)]
enum End {
    No,
    /// The player who moved has won.
    Won,
    /// The action was illegal, and loses.
    Illegal,
    Truncated,
}

impl Running {
    fn restart(&mut self) {
        let (position, legal, features) = &*START;
        (self.position, self.legal) = (*position, *legal);
        self.features.clone_from(features);
        self.moves.clear();
    }

    /// Plays an action; a game that is over begins again.
    fn step(&mut self, action: i64, max_plies: Option<u32>, with_features: bool) -> End {
        let mover = self.position.turn();
        let mv = move_of(action, mover);
        let end = match mv.filter(|&mv| self.legal.contains(mv)) {
            None => End::Illegal,
            Some(mv) => {
                self.position.play_unchecked(mv);
                self.moves.push(mv);
                let is_long = max_plies.is_some_and(|most| self.moves.len() >= most as usize);
                match self.position.winner() {
                    Some(_) => End::Won,
                    None if is_long => End::Truncated,
                    None => End::No,
                }
            }
        };
        if end == End::No {
            self.legal = self.position.legal_moves();
            if let Some(mv) = mv.filter(|_| with_features) {
                self.features.update(&self.position, mover, mv);
            }
        } else {
            self.restart();
        }
        end
    }

    /// A random legal action.
    fn sample(&mut self) -> i64 {
        let place = self.random.below(self.legal.len());
        let mv = nth_move(&self.legal, place).expect("a game that is on has a legal move");
        action_of(mv, self.position.turn()).into()
    }
}

/// The result of `step`: planes, masks, rewards, terminations, truncations.
type Step<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Py<PyArray1<f32>>, Bools, Bools);
type Bools = Py<PyArray1<bool>>;

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (
        n, *, threads = 1, planes = Some("full"), max_plies = Some(200), illegal = "raise", seed = 0
    ))]
    fn new(
        py: Python<'_>,
        n: usize,
        threads: usize,
        planes: Option<&str>,
        max_plies: Option<u32>,
        illegal: &str,
        seed: u64,
    ) -> PyResult<Self> {
        let wrong = |name: &str, expected: &str, got: &str| {
            PyValueError::new_err(format!("{name}: expected {expected}, got {got}"))
        };
        let kind = match planes {
            Some("full") => Some(Kind::Full),
            Some("board") => Some(Kind::Board),
            None => None,
            Some(other) => return Err(wrong("planes", "'full', 'board' or None", other)),
        };
        let illegal_loses = match illegal {
            "raise" => false,
            "lose" => true,
            other => return Err(wrong("illegal", "'raise' or 'lose'", other)),
        };
        if n == 0 || threads == 0 {
            return Err(wrong("n and threads", "at least 1", "0"));
        }
        if max_plies == Some(0) {
            return Err(wrong("max_plies", "at least 1, or None", "0"));
        }
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
        let pool = pool.transpose().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let game = |number: usize| Running {
            position: START.0,
            legal: START.1,
            features: START.2.clone(),
            moves: Vec::with_capacity(256),
            random: Random::new(mixed(&[seed, number as u64])),
        };
        let env = Self {
            games: (0..n).map(game).collect(),
            pool,
            kind,
            max_plies,
            illegal_loses,
            planes: kind.map(|kind| PyArray4::zeros(py, [n, kind.planes(), 9, 9], false).unbind()),
            masks: PyArray2::zeros(py, [n, Move::COUNT], false).unbind(),
            rewards: PyArray1::zeros(py, n, false).unbind(),
            terminations: PyArray1::from_vec(py, vec![false; n]).unbind(),
            truncations: PyArray1::from_vec(py, vec![false; n]).unbind(),
            actions: PyArray1::zeros(py, n, false).unbind(),
        };
        Ok(env)
    }

    /// Begins all games again. Returns planes and masks.
    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        self.write(py, &[])?;
        self.observations(py)
    }

    /// Plays an action in each game. Integers of any type will do.
    fn step<'py>(&mut self, actions: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        let (py, actions) = (actions.py(), read_actions(actions)?.readonly());
        let actions = actions.as_slice()?;
        if actions.len() != self.games.len() {
            let (expected, got) = (self.games.len(), actions.len());
            return Err(PyValueError::new_err(format!(
                "actions: expected {expected}, one for each game, got {got}"
            )));
        }
        if !self.illegal_loses {
            self.check(actions)?;
        }
        self.write(py, actions)?;
        let (planes, masks) = self.observations(py)?;
        Ok((
            planes,
            masks,
            self.rewards.clone_ref(py),
            self.terminations.clone_ref(py),
            self.truncations.clone_ref(py),
        ))
    }

    /// A random legal action for each game; the same array every time.
    fn sample(&mut self, py: Python<'_>) -> PyResult<Py<PyArray1<i64>>> {
        {
            let mut actions = self.actions.bind(py).readwrite();
            for (game, action) in self.games.iter_mut().zip(actions.as_slice_mut()?) {
                *action = game.sample();
            }
        }
        Ok(self.actions.clone_ref(py))
    }

    /// A game as a board.
    fn board(&self, number: usize) -> PyResult<Board> {
        let running = self.games.get(number).ok_or_else(|| {
            PyIndexError::new_err(format!("game {number} of {}", self.games.len()))
        })?;
        let mut game = Game::default();
        for &mv in &running.moves {
            game.play(mv).expect("it was legal");
        }
        Ok(game.into())
    }

    /// The player to move in each game: 0 or 1.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let turn = |game: &Running| u8::from(game.position.turn() == Player::North);
        PyArray1::from_iter(py, self.games.iter().map(turn))
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }
}

impl VecEnv {
    /// An error if an action is illegal.
    fn check(&self, actions: &[i64]) -> PyResult<()> {
        for (number, (game, &action)) in self.games.iter().zip(actions).enumerate() {
            let mv = move_of(action, game.position.turn());
            if mv.is_none_or(|mv| !game.legal.contains(mv)) {
                return Err(illegal(number, action, mv, &game.position));
            }
        }
        Ok(())
    }

    fn observations<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let planes = match &self.planes {
            Some(planes) => planes.bind(py).clone().into_any(),
            None => py.None().into_bound(py),
        };
        // The same memory, read as booleans.
        let masks = self.masks.bind(py).call_method1("view", ("?",))?;
        Ok((planes, masks))
    }

    /// Plays actions, or begins all games again, and writes the arrays, in all threads.
    fn write(&mut self, py: Python<'_>, actions: &[i64]) -> PyResult<()> {
        let mut planes = self.planes.as_ref().map(|planes| planes.bind(py).readwrite());
        let planes = match &mut planes {
            Some(planes) => planes.as_slice_mut()?,
            None => &mut [],
        };
        let mut masks = self.masks.bind(py).readwrite();
        let mut rewards = self.rewards.bind(py).readwrite();
        let mut terminations = self.terminations.bind(py).readwrite();
        let mut truncations = self.truncations.bind(py).readwrite();
        let (kind, max_plies) = (self.kind, self.max_plies);
        let mut planes = planes.as_chunks_mut().0.chunks_mut(kind.map_or(1, Kind::planes));
        let mut actions = actions.iter();
        let games = self.games.iter_mut().zip(masks.as_slice_mut()?.as_chunks_mut().0);
        let ends = terminations.as_slice_mut()?.iter_mut().zip(truncations.as_slice_mut()?);
        let entries = games.zip(rewards.as_slice_mut()?.iter_mut().zip(ends)).map(
            |((game, mask), (reward, (termination, truncation)))| Entry {
                game,
                action: actions.next().copied(),
                planes: planes.next().unwrap_or_default(),
                mask,
                reward,
                termination,
                truncation,
            },
        );
        py.detach(|| {
            let Some(pool) = &self.pool else {
                return entries.for_each(|entry| entry.step(kind, max_plies));
            };
            let entries: Vec<Entry<'_>> = entries.collect();
            let part = entries.len().div_ceil(pool.current_num_threads());
            let entries = entries.into_par_iter().with_min_len(part);
            pool.install(|| entries.for_each(|entry| entry.step(kind, max_plies)));
        });
        Ok(())
    }
}

/// Actions as an array of 64-bit integers.
fn read_actions<'py>(actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i64>>> {
    if let Ok(array) = actions.cast::<PyArray1<i64>>()
        && array.is_c_contiguous()
    {
        return Ok(array.clone());
    }
    let numpy = actions.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (actions,))?;
    let dtype = array.getattr("dtype")?;
    if !["i", "u"].contains(&dtype.getattr("kind")?.extract()?) {
        return Err(PyTypeError::new_err(format!("actions: expected integers, got {dtype}")));
    }
    Ok(numpy.call_method1("ascontiguousarray", (array, "int64"))?.cast_into()?)
}

fn illegal(number: usize, action: i64, mv: Option<Move>, position: &Position) -> PyErr {
    let reason = match mv {
        None => format!("expected a number from 0 to {}", Move::COUNT - 1),
        Some(mv) => match position.check(mv) {
            Err(reason) => format!("{mv}: {reason}"),
            Ok(()) => unreachable!("the move is not legal"),
        },
    };
    IllegalMoveError::new_err(format!("game {number}: action {action}: {reason}"))
}
