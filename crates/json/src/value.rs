//! Values of positions and moves, and what a player decided.

use quoridor_core::{Player, Seats};
use quoridor_engine::{Decision, RootMove, Term, Value};
use schemars::JsonSchema;
use serde::Serialize;

use crate::texts;

/// A value for a player: an object whose one key names the unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Value")]
#[serde(rename_all = "snake_case")]
pub enum ValueJson {
    /// A lead in steps.
    Steps(f64),
    /// An estimate in a unit of the player's own, which nothing converts.
    Score(f64),
    /// An estimated win probability, 0 to 1.
    Chance(f64),
    /// A proved win in this many plies.
    WinIn(u32),
    /// A proved loss in this many plies.
    LossIn(u32),
}

impl From<Value> for ValueJson {
    fn from(value: Value) -> Self {
        match value {
            Value::Steps(steps) => Self::Steps(steps),
            Value::Score(score) => Self::Score(score),
            Value::Chance(chance) => Self::Chance(chance),
            Value::WinIn(plies) => Self::WinIn(plies),
            Value::LossIn(plies) => Self::LossIn(plies),
        }
    }
}

/// The value for South of what is worth `value` to a player; `None` for more than two players.
#[must_use]
pub fn for_south(value: Value, to: Player, seats: Seats) -> Option<Value> {
    match (seats, to) {
        (Seats::Two, Player::South) => Some(value),
        (Seats::Two, _) => Some(value.negated()),
        _ => None,
    }
}

/// The decision of a player, with its reasons.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Decision")]
pub struct DecisionJson {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value for the player to move; null if the player does not evaluate.
    pub value: Option<ValueJson>,
    /// The value for South; null for more than two players.
    pub south: Option<ValueJson>,
    /// South's win probability; null for more than two players, and for a score without a unit.
    pub chance: Option<f64>,
    /// The value as text.
    pub text: Option<String>,
    /// The principal variation.
    pub line: Vec<String>,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The number of positions searched, or of playouts.
    pub nodes: u64,
    /// The moves that were compared, the best first.
    pub root: Vec<RootMoveJson>,
    /// The terms of an evaluation that is a weighted sum; null for other players.
    pub terms: Option<Vec<TermJson>>,
}

/// A move that was compared with others.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "RootMove")]
pub struct RootMoveJson {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The number of visits in a tree search, or of nodes below it.
    pub visits: u64,
    /// The value for the player who makes it.
    pub value: ValueJson,
    /// The probability before the search, by a policy.
    pub prior: f64,
}

/// One term of an evaluation that is a weighted sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Term")]
pub struct TermJson {
    /// The feature.
    pub name: &'static str,
    /// Its value in the position.
    pub value: f64,
    /// Its weight.
    pub weight: f64,
    /// The product of both.
    pub product: f64,
}

impl DecisionJson {
    /// The answer of a player when `mover` was to move, and the terms of its evaluation there.
    #[must_use]
    pub fn new(decision: &Decision, terms: &[Term], mover: Player, seats: Seats) -> Self {
        let south = decision.value.and_then(|value| for_south(value, mover, seats));
        Self {
            mv: decision.mv.to_string(),
            value: decision.value.map(ValueJson::from),
            south: south.map(ValueJson::from),
            chance: south.and_then(Value::win_probability),
            text: decision.value.map(|value| value.to_string()),
            line: texts(&decision.line),
            depth: decision.depth,
            nodes: decision.nodes,
            root: decision.root.iter().map(RootMoveJson::from).collect(),
            terms: (!terms.is_empty()).then(|| terms.iter().map(TermJson::from).collect()),
        }
    }
}

impl From<&RootMove> for RootMoveJson {
    fn from(&RootMove { mv, visits, value, prior }: &RootMove) -> Self {
        Self { mv: mv.to_string(), visits, value: value.into(), prior }
    }
}

impl From<&Term> for TermJson {
    fn from(term: &Term) -> Self {
        let Term { feature, value, weight } = *term;
        Self { name: feature, value, weight, product: term.product() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_value_names_its_unit() {
        let written = |value: Value| serde_json::to_value(ValueJson::from(value)).unwrap();
        assert_eq!(written(Value::Steps(0.5)), json!({ "steps": 0.5 }));
        assert_eq!(written(Value::Score(0.5)), json!({ "score": 0.5 }));
        assert_eq!(written(Value::Chance(0.5)), json!({ "chance": 0.5 }));
        assert_eq!(written(Value::WinIn(3)), json!({ "win_in": 3 }));
        assert_eq!(written(Value::LossIn(2)), json!({ "loss_in": 2 }));
    }

    #[test]
    fn what_one_wins_the_other_loses() {
        assert_eq!(for_south(Value::WinIn(3), Player::North, Seats::Two), Some(Value::LossIn(3)));
        assert_eq!(
            for_south(Value::Chance(0.25), Player::North, Seats::Two),
            Some(Value::Chance(0.75))
        );
        let score = Value::Score(1.5);
        assert_eq!(for_south(score, Player::South, Seats::Two), Some(score));
        assert_eq!(for_south(score, Player::South, Seats::Four), None);
    }
}
