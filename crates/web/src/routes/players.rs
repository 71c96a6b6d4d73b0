//! The computer players.

use std::sync::OnceLock;

use axum::Json;
use quoridor_json::PlayersJson;

/// `GET /api/players`
pub(crate) async fn players() -> Json<PlayersJson> {
    static PLAYERS: OnceLock<PlayersJson> = OnceLock::new();
    Json(PLAYERS.get_or_init(PlayersJson::all).clone())
}
