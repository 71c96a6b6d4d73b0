//! Who can play.

use std::sync::OnceLock;

use axum::Json;
use quoridor_core::{Seats, Variant};
use quoridor_engine::AgentKind;
use quoridor_engine::levels::{LEVELS, LevelScore, against_the_level_below};
use quoridor_engine::registry::{AGENTS, CHAMPION};
use serde_json::{Value, json};

/// `GET /api/players`
pub(crate) async fn players() -> Json<Value> {
    static PLAYERS: OnceLock<Value> = OnceLock::new();
    Json(PLAYERS.get_or_init(all).clone())
}

fn all() -> Value {
    let level = |level| {
        let measured = against_the_level_below(level).map(score_words);
        json!({ "level": level, "player": format!("alphabeta:level={level}"), "against_below": measured })
    };
    json!({
        "levels": LEVELS.map(level).collect::<Vec<_>>(),
        "champion": AgentKind::find(CHAMPION).map(|kind| kind.name).ok(),
        "players": AGENTS.iter().map(words).collect::<Vec<_>>(),
    })
}

fn score_words(LevelScore { games, score, margin }: LevelScore) -> Value {
    json!({ "games": games, "score": score, "margin": margin })
}

fn words(kind: &AgentKind) -> Value {
    let plays = |seats: &Seats| kind.supports(Variant::official(*seats)).is_ok();
    let seats: Vec<usize> = Seats::ALL.into_iter().filter(plays).map(Seats::count).collect();
    let options = kind.options.iter();
    let options = options.map(
        |option| json!({ "name": option.name, "default": option.default, "help": option.help }),
    );
    json!({ "name": kind.name, "summary": kind.summary, "seats": seats, "options": options.collect::<Vec<_>>() })
}
