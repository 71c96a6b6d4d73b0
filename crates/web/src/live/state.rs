//! The state of a game that clients see.

use quoridor_session::{DRAW_RULE, Occupant, Offer};
use serde_json::{Value, json};

use super::actor::Actor;
use crate::words::{describe, result, seat_map};

/// The state as spectators see it.
pub(super) fn state(actor: &Actor) -> Value {
    let session = &actor.session;
    let game = session.game();
    let (seats, seating) = (game.start().seats(), session.seating());
    let occupants = seat_map(seats, |seat| {
        let mut exits = session.exits().iter();
        let out = exits.find(|exit| exit.player == seat).map(|exit| exit.reason.to_string());
        match &seating.occupants[seat] {
            Occupant::Human { name, .. } => {
                json!({ "human": name, "here": actor.connections.has(seat), "out": out })
            }
            Occupant::Computer { spec } => json!({ "computer": spec, "here": true, "out": out }),
        }
    });
    let clock = session.clocks().map(|clocks| {
        let control = clocks.control();
        let left = |seat| {
            let left = session.time_left(seat, actor.now()).unwrap_or_default();
            left.as_millis() as u64
        };
        json!({
            "minutes": control.time.as_secs_f64() / 60.0,
            "increment": control.increment.as_secs_f64(),
            "left": seat_map(seats, left),
            "running": session.running_clock().map(|seat| seat.to_string()),
        })
    });
    let names = |offer: &Offer| offer.agreed().map(|seat| seat.to_string()).collect::<Vec<_>>();
    json!({
        "game": actor.id.to_string(),
        "seats": occupants,
        "start": game.start().to_string(),
        "moves": game.moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "position": describe(game),
        "to_move": (!session.is_over()).then(|| session.turn().to_string()),
        "thinking": actor.is_thinking(),
        "clock": clock,
        "offers": { "undo": names(session.takeback()), "rematch": names(session.rematch()) },
        "rules": { "max_plies": DRAW_RULE.max_plies, "repetitions": DRAW_RULE.repetitions },
        "spectators": actor.connections.spectators(),
        "paused": actor.is_paused,
        "pace": actor.pace.as_millis() as u64,
        "inside": actor.inside,
        "result": session.ended().map(|(reason, outcome)| result(*outcome, reason)),
        "rematch": seating.rematch.map(|game| game.to_string()),
    })
}
