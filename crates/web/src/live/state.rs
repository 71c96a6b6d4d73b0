//! What everybody sees of a game.

use quoridor_store::Sitter;
use serde_json::{Value, json};

use super::clock::Clocks;
use super::session::{RULES, Session};
use crate::words::{describe, result, seat_map};

/// The state as spectators see it.
pub(super) fn state(session: &Session) -> Value {
    let game = &session.seated.game;
    let (seats, seating) = (game.start().seats(), &session.seated.seating);
    let is_on = session.seated.ended.is_none();
    let sitters = seat_map(seats, |seat| match &seating.sitters[seat] {
        Sitter::Human { name, .. } => {
            json!({ "human": name, "here": session.connections.has(seat) })
        }
        Sitter::Computer { spec } => json!({ "computer": spec, "here": true }),
    });
    let turn = game.position().turn();
    let clock = session.clocks.map(|clocks| {
        let control = clocks.control();
        let left = |seat| {
            clocks.left(seat, game, &session.seated.thoughts, session.turn_began).as_millis() as u64
        };
        json!({
            "minutes": control.time.as_secs_f64() / 60.0,
            "increment": control.increment.as_secs_f64(),
            "left": seat_map(seats, left),
            "running": (is_on && Clocks::is_running(game)).then(|| turn.to_string()),
        })
    });
    json!({
        "game": session.id.to_string(),
        "seats": sitters,
        "start": game.start().to_string(),
        "moves": game.moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "position": describe(game),
        "to_move": is_on.then(|| turn.to_string()),
        "thinking": session.is_thinking(),
        "clock": clock,
        "offers": { "undo": session.undo.names(), "rematch": session.rematch.names() },
        "rules": { "max_plies": RULES.max_plies, "repetitions": RULES.repetitions },
        "spectators": session.connections.spectators(),
        "paused": session.is_paused,
        "inside": session.inside,
        "result": session.seated.ended.as_ref().map(|(reason, outcome)| result(*outcome, reason)),
        "rematch": seating.rematch.map(|game| game.to_string()),
    })
}
