//! Positions that need no network: exact results.

use std::collections::HashMap;

use quoridor_core::{Position, WallSet};

use super::proof::Proof;
use crate::race::{Race, RaceValue};
use crate::run::unstoppable_run;

/// Exact knowledge about a position, without a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exact {
    Proved(Proof),
    /// Neither player can win a race.
    Draw,
}

/// How many solved races are kept for one game: about 13 MiB.
const MOST_RACES: usize = 1000;

/// Solved races, by their walls.
#[derive(Debug)]
pub struct Races {
    by_walls: HashMap<WallSet, Race>,
    /// How many are kept.
    most: usize,
}

impl Default for Races {
    fn default() -> Self {
        Self::keeping(MOST_RACES)
    }
}

impl Races {
    /// Room for a number of races, 13 KiB each.
    pub fn keeping(most: usize) -> Self {
        Self { by_walls: HashMap::new(), most }
    }

    fn value(&mut self, position: &Position) -> RaceValue {
        if self.by_walls.len() >= self.most && !self.by_walls.contains_key(&position.walls()) {
            self.by_walls.clear();
        }
        let race = self.by_walls.entry(position.walls()).or_insert_with(|| Race::solve(position));
        race.value_of(position)
    }

    /// The exact result of a position, if it can be told without a search.
    ///
    /// If only one player has walls left and wins the race without placing any, it wins: it need
    /// not place one.
    pub(super) fn exact(&mut self, position: &Position) -> Option<Exact> {
        let (player, opponent) = (position.turn(), position.turn().opposite());
        if let Some(winner) = position.winner() {
            let proof = if winner == player { Proof::Win(0) } else { Proof::Loss(0) };
            return Some(Exact::Proved(proof));
        }
        if position.legal_steps().intersects(position.goals(player)) {
            return Some(Exact::Proved(Proof::Win(1)));
        }
        let (own_walls, other_walls) =
            (position.walls_left(player) > 0, position.walls_left(opponent) > 0);
        if own_walls && other_walls {
            return None;
        }
        if !other_walls && let Some(plies) = unstoppable_run(position, player) {
            return Some(Exact::Proved(Proof::Win(plies as u16)));
        }
        if !own_walls && let Some(plies) = unstoppable_run(position, opponent) {
            return Some(Exact::Proved(Proof::Loss(plies as u16)));
        }
        match self.value(position) {
            RaceValue::Win(plies) if !other_walls => Some(Exact::Proved(Proof::Win(plies.into()))),
            RaceValue::Loss(plies) if !own_walls => Some(Exact::Proved(Proof::Loss(plies.into()))),
            RaceValue::Draw if !own_walls && !other_walls => Some(Exact::Draw),
            _ => None,
        }
    }
}
