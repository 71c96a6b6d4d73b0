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

/// The value of a position or a move, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A score in the units of the agent's evaluation; the champion's are steps. Positive is good.
    Score(f64),
    /// An estimated probability of winning, 0 to 1.
    Chance(f64),
    /// A proved win in this many plies.
    WinIn(u32),
    /// A proved loss in this many plies.
    LossIn(u32),
}

/// The log-odds of winning that one step of advantage is worth. The champion's evaluation is
/// trained by logistic regression with this slope; docs/search.md has the measurement in games.
pub const LOG_ODDS_PER_STEP: f64 = 0.6;

impl Value {
    /// The probability of winning: the one conversion that everything uses. A score is taken to be
    /// in steps.
    pub fn win_probability(self) -> f64 {
        match self {
            Self::Score(steps) => 1.0 / (1.0 + (-LOG_ODDS_PER_STEP * steps).exp()),
            Self::Chance(probability) => probability,
            Self::WinIn(_) => 1.0,
            Self::LossIn(_) => 0.0,
        }
    }

    /// The score in steps that stands for a probability of winning: the inverse of
    /// [`win_probability`](Self::win_probability), infinite for 0 and 1.
    pub fn steps_of(probability: f64) -> f64 {
        (probability / (1.0 - probability)).ln() / LOG_ODDS_PER_STEP
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The logistic function, from tables: σ(0.6) = 0.645656, σ(1.2) = 0.768525.
    #[test]
    fn scores_become_probabilities_and_back() {
        let probability = |steps| Value::Score(steps).win_probability();
        assert_eq!(probability(0.0), 0.5);
        assert!((probability(1.0) - 0.645_656).abs() < 1e-6);
        assert!((probability(2.0) - 0.768_525).abs() < 1e-6);
        for steps in [-7.0, -0.3, 0.0, 1.0, 12.5] {
            assert!((probability(steps) + probability(-steps) - 1.0).abs() < 1e-12);
            assert!((Value::steps_of(probability(steps)) - steps).abs() < 1e-9);
        }
        assert_eq!(Value::Chance(0.3).win_probability(), 0.3);
        assert_eq!(Value::WinIn(9).win_probability(), 1.0);
        assert_eq!(Value::LossIn(9).win_probability(), 0.0);
        assert_eq!(Value::steps_of(1.0), f64::INFINITY);
    }
}
