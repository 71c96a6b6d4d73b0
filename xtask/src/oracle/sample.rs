//! A position as `oracle.py` describes it.

use anyhow::Context;
use quoridor_core::{BoardSize, Seats, Variant};
use serde::Deserialize;

/// A game so far, and a finding about the position that it led to.
#[derive(Deserialize)]
pub(super) struct Sample {
    players: usize,
    board_size: u8,
    wall_count: u8,
    /// The moves, as OpenSpiel writes them.
    pub(super) moves: Vec<String>,
    pub(super) finding: Finding,
}

/// A position as OpenSpiel describes it.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Finding {
    /// The legal moves, as OpenSpiel writes them; some perhaps twice.
    Legal(Vec<String>),
    /// There is one move, which may be a pass.
    OneAction,
    /// The game is over; the winner's place in turn order.
    Winner(usize),
}

impl Sample {
    /// The kind of game.
    pub(super) fn variant(&self) -> anyhow::Result<Variant> {
        let size =
            BoardSize::new(self.board_size, self.board_size).context("a board size must be 3-9")?;
        let seats = Seats::new(self.players).context("there must be 2-4 players")?;
        Ok(Variant { size, seats, walls: self.wall_count })
    }
}
