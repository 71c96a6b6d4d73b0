//! The evaluation of the champion's network alone: its policy and its value, without a search.

use quoridor_core::{Game, Seats};
use quoridor_engine::Value;
use quoridor_engine::players::puct::{NetworkEvaluation, evaluate};
use quoridor_json::{ValueJson, for_south};
use serde_json::json;

use crate::problem::Problem;
use crate::work::{Outbox, Signal, Work};

/// The policy of a position.
pub(crate) struct Policy {
    id: u64,
    game: Game,
    outbox: Box<dyn Outbox>,
}

impl Policy {
    pub(crate) fn new(id: u64, game: Game, outbox: Box<dyn Outbox>) -> Result<Self, Problem> {
        if game.position().outcome().is_some() {
            return Err(Problem::bad("game: it is over, there is nothing to find"));
        }
        Ok(Self { id, game, outbox })
    }
}

impl Work for Policy {
    fn run(&mut self, _signal: &Signal) -> bool {
        let position = self.game.position();
        match evaluate(position) {
            Ok(NetworkEvaluation { win_probability, policy }) => {
                let value = Value::Chance(win_probability);
                let south = for_south(value, position.turn(), Seats::Two);
                let moves = policy.iter();
                let moves =
                    moves.map(|(mv, share)| json!({ "move": mv.to_string(), "share": share }));
                self.outbox.say(&json!({
                    "type": "policy",
                    "id": self.id,
                    "value": ValueJson::from(value),
                    "chance": south.and_then(Value::win_probability),
                    "moves": moves.collect::<Vec<_>>(),
                }));
            }
            Err(unsupported) => {
                let problem = Problem::bad(format_args!("game: the network {unsupported}"));
                self.outbox.say(&problem.message(Some(self.id)));
            }
        }
        true
    }
}
