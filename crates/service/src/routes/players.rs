//! The computer players.

use std::sync::OnceLock;

use quoridor_json::PlayersJson;

use super::Always;

/// `GET /api/players`
pub fn list() -> Always<PlayersJson> {
    static PLAYERS: OnceLock<PlayersJson> = OnceLock::new();
    Always(PLAYERS.get_or_init(PlayersJson::all).clone())
}
