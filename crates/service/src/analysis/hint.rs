//! Hints: the move of a strong player.

use quoridor_core::Game;
use quoridor_engine::{Limits, Watch};
use quoridor_json::ValueJson;
use serde_json::json;
use std::time::Duration;

use super::analyst::Analysts;
use crate::players::{Player, Players};
use crate::problem::Problem;
use crate::work::{Caught, Outbox, Signal, Work};

/// How long it is thought about a hint.
const TIME: Duration = Duration::from_secs(1);

/// How many moves of the line are told in words.
const TOLD: usize = 3;

/// A hint that was asked for.
struct Hint {
    id: Option<u64>,
    game: Game,
    analyst: Player,
    outbox: Box<dyn Outbox>,
}

/// Work that tells a client what could be played.
///
/// # Errors
/// The game is over, or there is no memory for another player.
pub fn hint(
    game: Game,
    id: Option<u64>,
    outbox: Box<dyn Outbox>,
    players: &dyn Players,
) -> Result<Box<dyn Work>, Problem> {
    let analyst = Analysts(players).build(None, game.position(), 1)?;
    let begin = |outbox| -> Result<Box<dyn Work>, Problem> {
        Ok(Box::new(Hint { id, game, analyst, outbox }))
    };
    Ok(Box::new(Caught::new(id, outbox, begin)?))
}

impl Work for Hint {
    fn run(&mut self, signal: &Signal) -> bool {
        let mut report = |_: &_| {};
        let mut watch = Watch::new(signal.stop(), &mut report);
        let decision = self.analyst.agent.choose(&self.game, &Limits::time(TIME), &mut watch);
        if signal.is_cancelled() {
            return true;
        }
        let line: Vec<String> = decision.line.iter().map(ToString::to_string).collect();
        self.outbox.say(&json!({
            "type": "hint",
            "id": self.id,
            "move": decision.mv.to_string(),
            "value": decision.value.map(ValueJson::from),
            "text": line.iter().take(TOLD).map(String::as_str).collect::<Vec<_>>().join(", then "),
            "line": line,
        }));
        true
    }
}
