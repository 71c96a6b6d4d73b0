//! Everything about a position that a page needs which holds no rules.

use std::collections::BTreeMap;

use quoridor_core::{Ending, Game, IllegalMove, Move, Outcome, Player, Position, Seats, SquareSet};
use quoridor_engine::race::{Race, RaceValue};
use quoridor_store::Reason;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::problem::Refusal;

/// An object with a value for each seat.
pub(crate) fn seat_map<T: Serialize>(seats: Seats, mut value: impl FnMut(Player) -> T) -> Value {
    let entries = seats.players().iter().map(|&player| (player.to_string(), json!(value(player))));
    Value::Object(entries.collect())
}

pub(crate) fn squares(set: SquareSet) -> Vec<String> {
    set.iter().map(|square| square.to_string()).collect()
}

/// How a game ended: for programs a code and the player that it is about, for people the reason.
pub(crate) fn result(outcome: Outcome, reason: &Reason) -> Value {
    let (code, player) = match reason {
        Reason::Over(Ending::Goal(player)) => ("goal", Some(*player)),
        Reason::Over(Ending::Repetition) => ("repetition", None),
        Reason::Over(Ending::MoveCap) => ("move-cap", None),
        Reason::AgreedDraw => ("agreed", None),
        Reason::Resigns(player) => ("resigns", Some(*player)),
        Reason::LastPlayer(player) => ("last-player", Some(*player)),
        Reason::IllegalMove(player, _) => ("illegal-move", Some(*player)),
        Reason::LosesOnTime(player) => ("on-time", Some(*player)),
        Reason::Disconnects(player) => ("disconnects", Some(*player)),
        Reason::Stalls(player) => ("stalls", Some(*player)),
    };
    json!({
        "outcome": outcome.to_string(),
        "winner": outcome.winner().map(|winner| winner.to_string()),
        "reason": reason.to_string(),
        "code": code,
        "player": player.map(|player| player.to_string()),
    })
}

/// Why the rules refuse a move: a code with its parameters, and the reason in English.
pub(crate) fn refusal(reason: &IllegalMove) -> Value {
    let mut refusal = json!(Refusal::from(reason));
    refusal["reason"] = json!(reason.to_string());
    refusal
}

/// The last position of a game.
pub(crate) fn describe(game: &Game) -> Value {
    let position = game.position();
    let (seats, size) = (position.seats(), position.variant().size);
    let legal = position.legal_moves();
    let refused: Map<String, Value> = (size.walls() - legal.walls)
        .iter()
        .filter_map(|wall| {
            let reason = position.check(Move::Wall(wall)).err()?;
            Some((wall.to_string(), refusal(&reason)))
        })
        .collect();
    let ended = position
        .winner()
        .map(|winner| result(Outcome::Win(winner), &Reason::Over(Ending::Goal(winner))));
    json!({
        "position": position.to_string(),
        "width": size.width(),
        "height": size.height(),
        "seats": seats.players().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "turn": position.turn().to_string(),
        "pawns": seat_map(seats, |player| position.pawn(player).to_string()),
        "goals": seat_map(seats, |player| squares(position.goals(player))),
        "walls": position.walls().iter().map(|wall| wall.to_string()).collect::<Vec<_>>(),
        "walls_left": seat_map(seats, |player| position.walls_left(player)),
        "walls_each": position.variant().walls,
        "steps": squares(legal.steps),
        "legal_walls": legal.walls.iter().map(|wall| wall.to_string()).collect::<Vec<_>>(),
        "pass": legal.pass,
        "refused": refused,
        "distances": seat_map(seats, |player| position.distance(player)),
        "paths": paths(position),
        "changes": changes(position),
        "exact": exact(position),
        "repetitions": game.repetitions(),
        "result": ended,
    })
}

/// A shortest path of each player.
pub(crate) fn paths(position: &Position) -> Value {
    seat_map(position.seats(), |player| {
        position.shortest_path(player).iter().map(ToString::to_string).collect::<Vec<_>>()
    })
}

/// For each legal wall that makes a way longer, by how much for whom.
fn changes(position: &Position) -> BTreeMap<String, BTreeMap<String, u8>> {
    let legal = position.legal_walls();
    let mut changes: BTreeMap<String, BTreeMap<String, u8>> = BTreeMap::new();
    for &player in position.seats().players() {
        for (wall, extra) in
            position.detours(player).iter().filter(|&(wall, _)| legal.contains(wall))
        {
            changes.entry(wall.to_string()).or_default().insert(player.to_string(), extra);
        }
    }
    changes
}

/// What a race of two comes to once nobody has a wall left.
fn exact(position: &Position) -> Option<Value> {
    let is_race =
        position.seats() == Seats::Two && position.all_walls_left().values().all(|&left| left == 0);
    if !is_race || position.outcome().is_some() {
        return None;
    }
    let mover = position.turn();
    Some(match Race::solve(position).value_of(position) {
        RaceValue::Win(plies) => json!({ "winner": mover.to_string(), "plies": plies }),
        RaceValue::Loss(plies) => json!({ "winner": mover.opposite().to_string(), "plies": plies }),
        RaceValue::Draw => json!({ "winner": null, "plies": null }),
    })
}

/// What a move changes: "you +0, opponent +3", seen by who makes it; with more than two players,
/// the others by their seats.
pub(crate) fn changes_in_words(before: &Position, after: &Position) -> String {
    let (mover, seats) = (before.turn(), before.seats());
    let change = |player| i16::from(after.distance(player)) - i16::from(before.distance(player));
    let mut words = vec![format!("you {:+}", change(mover))];
    for &player in seats.players().iter().filter(|&&player| player != mover) {
        let name = if seats == Seats::Two { "opponent".to_owned() } else { player.to_string() };
        words.push(format!("{name} {:+}", change(player)));
    }
    words.join(", ")
}
