//! The races that were solved, by their labyrinths.

use std::collections::HashMap;

use quoridor_core::{Position, WallSet};

use super::score::{DRAW, Score, loss_in, win_in};
use crate::race::{Race, RaceValue};

/// How many are kept: about 13 MiB.
const MOST: usize = 500;

/// Solved races.
#[derive(Debug, Default)]
pub(super) struct Races {
    by_walls: HashMap<WallSet, Box<Race>>,
}

impl Races {
    /// The race through a position's labyrinth.
    pub(super) fn solved(&mut self, position: &Position) -> &Race {
        if self.by_walls.len() >= MOST && !self.by_walls.contains_key(&position.walls()) {
            self.by_walls.clear();
        }
        self.by_walls.entry(position.walls()).or_insert_with(|| Box::new(Race::solve(position)))
    }

    /// Whether a position's race is solved already.
    pub(super) fn knows(&self, position: &Position) -> bool {
        self.by_walls.contains_key(&position.walls())
    }

    /// The score of a position that is not over, if no more walls were placed.
    pub(super) fn score(&mut self, position: &Position, ply: u32) -> Score {
        match self.solved(position).value_of(position) {
            RaceValue::Win(plies) => win_in(ply + u32::from(plies)),
            RaceValue::Loss(plies) => loss_in(ply + u32::from(plies)),
            RaceValue::Draw => DRAW,
        }
    }

    /// Forgets them all.
    pub(super) fn clear(&mut self) {
        self.by_walls.clear();
    }
}
