//! A cache of solved races, by walls on the board.

use std::collections::HashMap;

use quoridor_core::{Move, Position, WallSet};

use super::score::{DRAW, Score, loss_in, win_in};
use crate::decision::{Decision, Value};
use crate::race::{Race, RaceValue};

/// The size of the cache: about 13 MiB.
const MOST: usize = 1000;

/// The longest line that is reported.
const LONGEST_LINE: usize = 120;

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

    /// The move that a race is won by soonest or lost by latest, and what follows.
    pub(super) fn decide(&mut self, position: &Position) -> Decision {
        let race = self.solved(position);
        let (mut line, mut end) = (Vec::new(), *position);
        // Without walls nothing changes but the places of the pawns: a draw would go on for ever.
        while end.outcome().is_none() && line.len() < LONGEST_LINE {
            let step = Move::Step(race.best_step(&end));
            line.push(step);
            end.play_unchecked(step);
        }
        let value = Some(match race.value_of(position) {
            RaceValue::Win(plies) => Value::WinIn(u32::from(plies)),
            RaceValue::Loss(plies) => Value::LossIn(u32::from(plies)),
            RaceValue::Draw => Value::Steps(0.0),
        });
        let depth = line.len() as u32;
        Decision { value, depth, nodes: 1, line: line.clone(), ..Decision::at_once(line[0]) }
    }
}
