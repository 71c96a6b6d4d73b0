//! Why the rules refuse a move.

use quoridor_core::IllegalMove;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::squares;

/// Why the rules refuse a move: a code with its parameters for programs, a reason for people.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Refusal")]
pub struct RefusalJson {
    /// The code and its parameters.
    #[serde(flatten)]
    pub code: Code,
    /// The reason in English.
    pub reason: String,
}

/// The code of a refusal, with its parameters.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct Code {
    /// The kind of refusal, such as `overlaps`.
    pub code: &'static str,
    /// The parameters of the code.
    #[schemars(with = "serde_json::Map<String, Value>")]
    pub params: Value,
}

impl From<&IllegalMove> for RefusalJson {
    fn from(reason: &IllegalMove) -> Self {
        Self { code: reason.into(), reason: reason.to_string() }
    }
}

impl From<&IllegalMove> for Code {
    fn from(reason: &IllegalMove) -> Self {
        let params = match *reason {
            IllegalMove::GameOver { outcome } => json!({
                "outcome": outcome.to_string(),
                "winner": outcome.winner().map(|winner| winner.to_string()),
            }),
            IllegalMove::NotYourTurn { player, turn } => {
                json!({ "player": player.to_string(), "turn": turn.to_string() })
            }
            IllegalMove::OffBoard { mv } => json!({ "move": mv.to_string() }),
            IllegalMove::NotAStep { from, to, legal } => {
                json!({ "from": from.to_string(), "to": to.to_string(), "legal": squares(legal) })
            }
            IllegalMove::CannotPass => json!({}),
            IllegalMove::PlayerOut { player } | IllegalMove::NoWallsLeft { player } => {
                json!({ "player": player.to_string() })
            }
            IllegalMove::Overlaps { wall } | IllegalMove::Crosses { wall } => {
                json!({ "wall": wall.to_string() })
            }
            IllegalMove::SealsOff { player, reach } => {
                json!({ "player": player.to_string(), "reachable": reach.len() })
            }
        };
        Self { code: reason.code(), params }
    }
}
