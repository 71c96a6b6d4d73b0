//! The state of a game that clients see, and the messages that tell them of it.

use std::time::Duration;

use quoridor_core::{Player, visible};
use quoridor_json::{DecisionJson, PositionJson, ResultJson, SeatJson, SeatMap, seat_map};
use quoridor_session::{DRAW_RULE, Occupant, Offer};
use schemars::JsonSchema;
use serde::Serialize;

use super::message::Greeting;
use super::room::Room;

/// A message to clients.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Message<'a> {
    /// The seats that the client plays, before anything else.
    Joined { yours: Vec<SeatJson> },
    /// The whole state: to a client that comes, and after a change elsewhere.
    State(&'a StateJson),
    /// How many watch.
    Update { spectators: usize },
    /// A message was understood, and what it led to is stored.
    Ok { id: Option<u64> },
    /// A player greets.
    Greeting { from: SeatJson, greeting: Greeting },
}

/// The state of a live game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "State")]
pub struct StateJson {
    /// The number of the game.
    game: String,
    /// The position where the game starts.
    start: String,
    rules: RulesJson,
    seats: SeatMap<OccupantJson>,
    pub(super) moves: Vec<String>,
    position: PositionJson,
    /// The player to move; null when the game is over.
    to_move: Option<SeatJson>,
    /// Whether a computer player is searching.
    thinking: bool,
    clock: Option<ClockJson>,
    offers: OffersJson,
    /// The number of clients that play no seat.
    spectators: usize,
    paused: bool,
    /// The shortest time between moves of a game between computers, in milliseconds.
    pace: u64,
    /// The last decision, with its best moves, in games of computer players alone.
    inside: Option<Box<DecisionJson>>,
    result: Option<ResultJson>,
    /// The number of the next game.
    rematch: Option<String>,
}

/// Who plays a seat: a human with a name, or a computer player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Occupant")]
struct OccupantJson {
    /// The name of a human, which may be empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    human: Option<String>,
    /// The computer player.
    #[serde(skip_serializing_if = "Option::is_none")]
    computer: Option<String>,
    /// Whether a client with the seat's token is connected; computer players always are.
    here: bool,
    /// Why the player has left a game of three or four.
    out: Option<String>,
}

/// The clocks of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Clock")]
struct ClockJson {
    /// The time of each player.
    minutes: f64,
    /// The increment in seconds.
    increment: f64,
    /// The milliseconds that each player has left.
    left: SeatMap<u64>,
    /// The player whose clock is running.
    running: Option<SeatJson>,
}

/// The seats that have agreed to each offer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Offers")]
struct OffersJson {
    undo: Vec<SeatJson>,
    draw: Vec<SeatJson>,
    rematch: Vec<SeatJson>,
}

/// When a game is drawn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rules")]
struct RulesJson {
    /// After this many moves.
    max_plies: Option<usize>,
    /// After this many repetitions of a position.
    repetitions: Option<usize>,
}

/// The whole state.
pub(super) fn state(room: &Room, now: Duration) -> StateJson {
    let session = &room.session;
    let game = session.game();
    let seats = game.start().seats();
    let clock = session.clocks().map(|clocks| {
        let control = clocks.control();
        let left = |seat| {
            let left = session.time_left(seat, now).unwrap_or_default();
            left.as_millis() as u64
        };
        ClockJson {
            minutes: control.time.as_secs_f64() / 60.0,
            increment: control.increment.as_secs_f64(),
            left: seat_map(seats, left),
            running: session.running_clock().map(SeatJson::from),
        }
    });
    let agreed = |offer: &Offer| offer.agreed().map(SeatJson::from).collect();
    StateJson {
        game: room.id.to_string(),
        start: game.start().to_string(),
        rules: RulesJson { max_plies: DRAW_RULE.max_plies, repetitions: DRAW_RULE.repetitions },
        seats: seat_map(seats, |seat| occupant(room, seat)),
        moves: game.moves().iter().map(ToString::to_string).collect(),
        position: room.position.clone(),
        to_move: (!session.is_over()).then(|| session.turn().into()),
        thinking: room.is_thinking(),
        clock,
        offers: OffersJson {
            undo: agreed(session.takeback()),
            draw: agreed(session.draw()),
            rematch: agreed(session.rematch()),
        },
        spectators: room.connections.spectators(),
        paused: room.is_paused,
        pace: room.pace.as_millis() as u64,
        inside: room.inside.clone(),
        result: session.ended().map(|(reason, outcome)| ResultJson::new(*outcome, reason)),
        rematch: session.seating().rematch.map(|game| game.to_string()),
    }
}

fn occupant(room: &Room, seat: Player) -> OccupantJson {
    let mut exits = room.session.exits().iter();
    let out = exits.find(|exit| exit.player == seat).map(|exit| exit.reason.to_string());
    match &room.session.seating().occupants[seat] {
        Occupant::Human { name, .. } => OccupantJson {
            human: Some(visible(name).into_owned()),
            computer: None,
            here: room.connections.has(seat),
            out,
        },
        Occupant::Computer { spec } => {
            OccupantJson { human: None, computer: Some(spec.clone()), here: true, out }
        }
    }
}
