//! What an agent answers.

use std::fmt;
use std::time::Duration;

use quoridor_core::Move;

/// A move, and what the agent thought of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The move.
    pub mv: Move,
    /// What the agent thinks that the position is worth to whoever is to move; `None` if it has no
    /// opinion.
    pub value: Option<Value>,
    /// What it expects to be played, its own move first.
    pub line: Vec<Move>,
    /// How many moves it looked ahead.
    pub depth: u32,
    /// How many positions it looked at, or games it played out.
    pub nodes: u64,
    /// What it thinks of each move, the best first; empty if it did not compare them.
    pub root: Vec<RootMove>,
}

impl Decision {
    /// A move chosen without looking ahead.
    pub fn at_once(mv: Move) -> Self {
        Self { mv, value: None, line: vec![mv], depth: 0, nodes: 0, root: Vec::new() }
    }
}

/// What a search thinks of one of its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u64,
    /// What it is worth to whoever makes it.
    pub value: Value,
    /// How likely it seemed before the search.
    pub prior: f64,
}

/// One part of an evaluation that is a weighted sum: a feature of the position and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The feature, in a word or two.
    pub feature: &'static str,
    /// Its value in the position.
    pub value: f64,
    /// What a unit of it is worth to whoever is to move.
    pub weight: f64,
}

impl Term {
    /// What it adds to the sum.
    pub fn product(&self) -> f64 {
        self.value * self.weight
    }
}

/// What a position or a move is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// In the units of the agent's evaluation; good if positive.
    Score(f64),
    /// The chance to win, 0 to 1.
    Chance(f64),
    /// Won in so many moves of both sides, proved.
    WinIn(u32),
    /// Lost in so many moves of both sides, proved.
    LossIn(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => write!(f, "{score:+.3}"),
            Self::Chance(chance) => write!(f, "{:.1} %", chance * 100.0),
            Self::WinIn(plies) => write!(f, "win in {plies}"),
            Self::LossIn(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// How far a search has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// How many moves it has looked ahead, completely.
    pub depth: u32,
    /// What it thinks so far.
    pub value: Value,
    /// How many positions it looked at, or games it played out.
    pub nodes: u64,
    /// How long it has been.
    pub time: Duration,
    /// What it expects to be played.
    pub line: Vec<Move>,
    /// Which of its best lines this is, from one.
    pub rank: usize,
    /// How full its table is, in thousandths; `None` if it has none, or does not know.
    pub fullness: Option<u32>,
}
