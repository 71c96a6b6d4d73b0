//! How much was compared, and how much of it was hard.

use std::collections::HashSet;
use std::fmt;

use quoridor_core::{MoveSet, Position, Wall};

use super::compare::{Compared, What};

/// Counts of the comparisons so far.
#[derive(Default)]
pub(super) struct Tally {
    positions: usize,
    different: HashSet<u64>,
    legal_moves: usize,
    with_jump: usize,
    with_sealing_wall: usize,
    without_walls_left: usize,
    games_won: usize,
    one_move: usize,
}

impl Tally {
    /// How many positions had their legal moves compared.
    pub(super) const fn positions(&self) -> usize {
        self.positions
    }

    /// Counts one more.
    pub(super) fn add(&mut self, compared: &Compared) {
        match compared.what {
            What::Moves(moves) => self.add_position(&compared.position, moves),
            What::OneMove => self.one_move += 1,
            What::Winner => self.games_won += 1,
        }
    }

    fn add_position(&mut self, position: &Position, moves: MoveSet) {
        self.positions += 1;
        self.different.insert(position.hash());
        self.legal_moves += moves.len();
        self.with_jump += usize::from(has_jump(position, moves));
        if position.walls_left(position.turn()) == 0 {
            self.without_walls_left += 1;
        } else {
            self.with_sealing_wall += usize::from(has_sealing_wall(position, moves));
        }
    }
}

/// Whether the pawn can jump over another, straight or to the side.
fn has_jump(position: &Position, moves: MoveSet) -> bool {
    let from = position.pawn(position.turn());
    moves
        .steps
        .iter()
        .any(|to| to.column().abs_diff(from.column()) + to.row().abs_diff(from.row()) > 1)
}

/// Whether a wall is illegal only because somebody would have no path.
fn has_sealing_wall(position: &Position, moves: MoveSet) -> bool {
    Wall::all().any(|wall| position.wall_fits(wall) && !moves.walls.contains(wall))
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions compared ({} different; {} with a jump, {} with a wall that would seal \
             somebody off, {} without walls left), \
             {} legal moves, {} games to their end; skipped {} positions where OpenSpiel may pass",
            self.positions,
            self.different.len(),
            self.with_jump,
            self.with_sealing_wall,
            self.without_walls_left,
            self.legal_moves,
            self.games_won,
            self.one_move
        )
    }
}
