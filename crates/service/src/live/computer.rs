//! Computer players at the board.

use std::time::Duration;

use quoridor_engine::Limits;
use quoridor_players::Spec;
use quoridor_session::opponents;

use crate::players::{Player, Players};
use crate::problem::Problem;

/// A computer player at the board.
pub struct Computer {
    /// The player.
    pub player: Player,
    spec: Spec,
}

impl Computer {
    /// Builds a player.
    ///
    /// # Errors
    /// It is unknown, or there is no memory for it.
    pub fn new(text: &str, players: &dyn Players) -> Result<Self, Problem> {
        let spec: Spec = text.parse().map_err(Problem::bad)?;
        // Below the highest level few positions are looked at.
        let hash = if spec.value("level").is_some_and(|level| level != "10") { 1 } else { 16 };
        Ok(Self { player: players.build(&spec, hash)?, spec })
    }

    /// The limits that it is told, and the time after which it is stopped.
    pub fn limits(&self, clock: Option<(Duration, Duration)>) -> (Limits, Duration) {
        opponents::thinking_time(&self.spec, clock)
    }
}
