//! What positions and moves are worth.

use quoridor_core::{Player, Seats};
use quoridor_engine::{Decision, RootMove, Term, Value as Worth};
use serde_json::{Value, json};

/// A value as JSON: an object whose one key says what the number is.
#[must_use]
pub fn value_words(value: Worth) -> Value {
    match value {
        Worth::Score(score) => json!({ "score": score }),
        Worth::Chance(chance) => json!({ "chance": chance }),
        Worth::WinIn(plies) => json!({ "win_in": plies }),
        Worth::LossIn(plies) => json!({ "loss_in": plies }),
    }
}

/// What is worth this to a player is worth that to the other of two.
const fn to_the_other(value: Worth) -> Worth {
    match value {
        Worth::Score(score) => Worth::Score(-score),
        Worth::Chance(chance) => Worth::Chance(1.0 - chance),
        Worth::WinIn(plies) => Worth::LossIn(plies),
        Worth::LossIn(plies) => Worth::WinIn(plies),
    }
}

/// The value to South of what is worth this to a player; `None` if there are more than two.
pub(crate) fn of_south(value: Worth, to: Player, seats: Seats) -> Option<Worth> {
    match (seats, to) {
        (Seats::Two, Player::South) => Some(value),
        (Seats::Two, _) => Some(to_the_other(value)),
        _ => None,
    }
}

/// A proved win is worth so many steps, the sooner the more.
const WIN: f64 = 20.0;

/// Any value in steps, so that two can be compared: proved ones are larger than all others. A
/// chance is turned back by the function that makes chances of steps.
pub(crate) fn in_steps(value: Worth) -> f64 {
    let limit = WIN - 1.0;
    match value {
        Worth::Score(score) => score.clamp(-limit, limit),
        Worth::Chance(chance) => Worth::steps_of(chance).clamp(-limit, limit),
        Worth::WinIn(plies) => WIN - f64::from(plies.min(100)) / 100.0,
        Worth::LossIn(plies) => f64::from(plies.min(100)) / 100.0 - WIN,
    }
}

/// What an agent answered to a position in which this player was to move, and what its evaluation
/// there is made of.
pub(crate) fn decision_words(
    decision: &Decision,
    terms: &[Term],
    mover: Player,
    seats: Seats,
) -> Value {
    let south = decision.value.and_then(|value| of_south(value, mover, seats));
    json!({
        "move": decision.mv.to_string(),
        "value": decision.value.map(value_words),
        "south": south.map(value_words),
        "chance": south.map(Worth::win_probability),
        "text": decision.value.map(|value| value.to_string()),
        "line": decision.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "depth": decision.depth,
        "nodes": decision.nodes,
        "root": decision.root.iter().map(root_words).collect::<Vec<_>>(),
        "terms": (!terms.is_empty()).then(|| terms.iter().map(term_words).collect::<Vec<_>>()),
    })
}

fn term_words(term: &Term) -> Value {
    json!({ "name": term.feature, "value": term.value, "weight": term.weight, "product": term.product() })
}

/// A move that a player compared with others, as JSON.
#[must_use]
pub fn root_words(root: &RootMove) -> Value {
    let RootMove { mv, visits, value, prior } = *root;
    json!({ "move": mv.to_string(), "visits": visits, "value": value_words(value), "prior": prior })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_says_what_it_is() {
        assert_eq!(value_words(Worth::Score(0.5)), json!({ "score": 0.5 }));
        assert_eq!(value_words(Worth::Chance(0.5)), json!({ "chance": 0.5 }));
        assert_eq!(value_words(Worth::WinIn(3)), json!({ "win_in": 3 }));
        assert_eq!(value_words(Worth::LossIn(2)), json!({ "loss_in": 2 }));
    }

    #[test]
    fn proved_values_are_larger_than_all_others() {
        let order = [
            Worth::LossIn(1),
            Worth::LossIn(30),
            Worth::Score(-500.0),
            Worth::Chance(0.25),
            Worth::Score(0.0),
            Worth::Chance(0.75),
            Worth::Chance(1.0),
            Worth::WinIn(30),
            Worth::WinIn(1),
        ];
        for pair in order.windows(2) {
            assert!(in_steps(pair[0]) < in_steps(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn what_one_wins_the_other_loses() {
        assert_eq!(of_south(Worth::WinIn(3), Player::North, Seats::Two), Some(Worth::LossIn(3)));
        assert_eq!(
            of_south(Worth::Chance(0.25), Player::North, Seats::Two),
            Some(Worth::Chance(0.75))
        );
        assert_eq!(of_south(Worth::Score(1.5), Player::South, Seats::Two), Some(Worth::Score(1.5)));
        assert_eq!(of_south(Worth::Score(1.5), Player::South, Seats::Four), None);
    }
}
