//! The answer of an agent: a move, its value, and the statistics of the search.

use std::fmt;
use std::time::Duration;

use quoridor_core::{Move, Position};

/// A move, and how the agent came to it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The move.
    pub mv: Move,
    /// The value of the position for the player to move; `None` if the agent does not evaluate.
    pub value: Option<Value>,
    /// The principal variation, its own move first.
    pub line: Vec<Move>,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The number of positions searched, or of playouts.
    pub nodes: u64,
    /// The moves with their values, the best first; empty if it did not compare them.
    pub root: Vec<RootMove>,
}

impl Decision {
    /// A move chosen without a search.
    pub fn at_once(mv: Move) -> Self {
        Self { mv, value: None, line: vec![mv], depth: 0, nodes: 0, root: Vec::new() }
    }

    /// The step that wins at once, if there is one.
    pub fn win_at_once(position: &Position) -> Option<Self> {
        let goal = (position.legal_steps() & position.goals(position.turn())).first()?;
        Some(Self { value: Some(Value::WinIn(1)), ..Self::at_once(Move::Step(goal)) })
    }
}

/// A move at the root of a search.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The number of visits in a tree search, or of nodes below it.
    pub visits: u64,
    /// Its value for the player who makes it.
    pub value: Value,
    /// Its probability before the search, by a policy.
    pub prior: f64,
}

/// One part of an evaluation that is a weighted sum: a feature of the position and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The feature, in a word or two.
    pub feature: &'static str,
    /// Its value in the position.
    pub value: f64,
    /// Its weight, positive if good for the player to move.
    pub weight: f64,
}

impl Term {
    /// Its contribution to the sum.
    pub fn product(&self) -> f64 {
        self.value * self.weight
    }
}

/// The value of a position or a move, for the player to move.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A lead in steps, the unit of `alphabeta`. Positive is good.
    Steps(#[cfg_attr(feature = "serde", serde(deserialize_with = "number"))] f64),
    /// A score in a unit of the agent's own, which nothing converts. Positive is good.
    Score(#[cfg_attr(feature = "serde", serde(deserialize_with = "number"))] f64),
    /// An estimated probability of winning, 0 to 1.
    Chance(#[cfg_attr(feature = "serde", serde(deserialize_with = "number"))] f64),
    /// A proved win in this many plies.
    WinIn(u32),
    /// A proved loss in this many plies.
    LossIn(u32),
}

/// A number of JSON, which writes null for one that is not finite.
#[cfg(feature = "serde")]
fn number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(<Option<f64> as serde::Deserialize>::deserialize(deserializer)?.unwrap_or(f64::NAN))
}

/// The log-odds of winning that one step of advantage is worth. The evaluation of `alphabeta` is
/// trained by logistic regression with this slope; docs/search.md has the measurement in games.
pub const LOG_ODDS_PER_STEP: f64 = 0.6;

impl Value {
    /// The probability of winning: the one conversion that everything uses. A score without a unit
    /// stands for none.
    pub fn win_probability(self) -> Option<f64> {
        match self {
            Self::Steps(steps) => Some(1.0 / (1.0 + (-LOG_ODDS_PER_STEP * steps).exp())),
            Self::Score(_) => None,
            Self::Chance(probability) => Some(probability),
            Self::WinIn(_) => Some(1.0),
            Self::LossIn(_) => Some(0.0),
        }
    }

    /// The value for the other one of two players.
    pub const fn negated(self) -> Self {
        match self {
            Self::Steps(steps) => Self::Steps(-steps),
            Self::Score(score) => Self::Score(-score),
            Self::Chance(chance) => Self::Chance(1.0 - chance),
            Self::WinIn(plies) => Self::LossIn(plies),
            Self::LossIn(plies) => Self::WinIn(plies),
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
            Self::Steps(score) | Self::Score(score) => write!(f, "{score:+.3}"),
            Self::Chance(chance) => write!(f, "{:.1} %", chance * 100.0),
            Self::WinIn(plies) => write!(f, "win in {plies}"),
            Self::LossIn(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// A progress report of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The last completed depth in plies.
    pub depth: u32,
    /// The value so far.
    pub value: Value,
    /// The number of positions searched, or of playouts.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The principal variation.
    pub line: Vec<Move>,
    /// The rank of this line among the best ones (MultiPV), from one.
    pub rank: usize,
    /// How full the transposition table is, in thousandths; `None` without one.
    pub fullness: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The logistic function, from tables: σ(0.6) = 0.645656, σ(1.2) = 0.768525.
    #[test]
    fn scores_become_probabilities_and_back() {
        let probability = |steps| Value::Steps(steps).win_probability().unwrap();
        assert_eq!(probability(0.0), 0.5);
        assert!((probability(1.0) - 0.645_656).abs() < 1e-6);
        assert!((probability(2.0) - 0.768_525).abs() < 1e-6);
        for steps in [-7.0, -0.3, 0.0, 1.0, 12.5] {
            assert!((probability(steps) + probability(-steps) - 1.0).abs() < 1e-12);
            assert!((Value::steps_of(probability(steps)) - steps).abs() < 1e-9);
        }
        assert_eq!(Value::Chance(0.3).win_probability(), Some(0.3));
        assert_eq!(Value::WinIn(9).win_probability(), Some(1.0));
        assert_eq!(Value::LossIn(9).win_probability(), Some(0.0));
        assert_eq!(Value::Score(1e9).win_probability(), None);
        assert_eq!(Value::steps_of(1.0), f64::INFINITY);
    }
}
