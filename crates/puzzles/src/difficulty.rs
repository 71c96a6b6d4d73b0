//! How hard a puzzle is: the level that solves it half of the time.

use quoridor_core::Game;
use quoridor_engine::registry::Spec;
use quoridor_engine::{Limits, choose_alone};

use crate::Puzzle;

/// The levels that try. Level 10 has no limit but the clock.
const LEVELS: std::ops::RangeInclusive<u32> = 1..=9;

/// How often a level tries. From level 6 on nothing is random: one try says all.
const fn tries(level: u32) -> u32 {
    if level <= 5 { 8 } else { 1 }
}

/// The tries of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tries {
    /// The level.
    pub level: u32,
    /// How often it tried.
    pub tries: u32,
    /// How often it played the whole solution.
    pub solved: u32,
}

/// A level, with fractions: the larger, the harder.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Difficulty(f64);

/// Log-odds of solving a puzzle that one level is worth.
const SLOPE: f64 = 1.0;

impl Difficulty {
    /// The easiest and the hardest that tries can tell: beyond the levels there is nothing to
    /// measure with.
    pub const RANGE: (f64, f64) = (0.0, 10.0);

    /// The number of levels.
    pub const fn level(self) -> f64 {
        self.0
    }

    /// A difficulty of a file, within the range.
    pub fn new(level: f64) -> Option<Self> {
        (Self::RANGE.0..=Self::RANGE.1).contains(&level).then_some(Self(level))
    }

    /// Lets the levels try a puzzle.
    pub fn measure(puzzle: &Puzzle) -> (Self, Vec<Tries>) {
        let tried: Vec<Tries> = LEVELS
            .map(|level| {
                let solved = (0..tries(level)).filter(|&seed| solves(puzzle, level, seed)).count();
                Tries { level, tries: tries(level), solved: solved as u32 }
            })
            .collect();
        (Self::fitted(&tried), tried)
    }

    /// The difficulty at which the levels are expected to solve the puzzle as often as they did:
    /// the maximum of the likelihood if the log-odds rise by [`SLOPE`] with each level. Each level
    /// counts the same, however often it tried.
    pub fn fitted(tried: &[Tries]) -> Self {
        let share = |tries: &Tries| f64::from(tries.solved) / f64::from(tries.tries.max(1));
        let solved: f64 = tried.iter().map(share).sum();
        let expected = |difficulty: f64| -> f64 {
            let chance =
                |tries: &Tries| 1.0 / (1.0 + (SLOPE * (difficulty - f64::from(tries.level))).exp());
            tried.iter().map(chance).sum()
        };
        // The expected number falls as the difficulty rises.
        let (mut low, mut high) = Self::RANGE;
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if expected(middle) > solved { low = middle } else { high = middle }
        }
        Self((10.0 * high).round() / 10.0)
    }
}

/// Whether a level plays the whole solution.
fn solves(puzzle: &Puzzle, level: u32, seed: u32) -> bool {
    let spec: Spec = format!("alphabeta:hash=4,level={level},seed={seed}")
        .parse()
        .expect("the options of alphabeta are known");
    let mut agent = spec.build().expect("alphabeta needs no file");
    let mut game = Game::new(*puzzle.position());
    puzzle.solution().chunks(2).all(|turn| {
        let is_right = choose_alone(agent.as_mut(), &game, &Limits::NONE).mv == turn[0];
        for &mv in turn {
            game.play(mv).expect("solutions are legal");
        }
        is_right
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(solved: impl Fn(u32) -> u32) -> Vec<Tries> {
        LEVELS.map(|level| Tries { level, tries: 8, solved: solved(level) }).collect()
    }

    /// Solved by exactly the upper half of the levels 1 to 9, and half of the time by level 5: by
    /// symmetry the difficulty is 5.
    #[test]
    fn the_middle_is_where_half_is_solved() {
        let half = tried(|level| match level {
            0..=4 => 0,
            5 => 4,
            _ => 8,
        });
        assert_eq!(Difficulty::fitted(&half), Difficulty(5.0));
    }

    #[test]
    fn the_ends_are_those_of_the_range() {
        assert_eq!(Difficulty::fitted(&tried(|_| 8)), Difficulty(0.0));
        assert_eq!(Difficulty::fitted(&tried(|_| 0)), Difficulty(10.0));
    }

    #[test]
    fn more_solutions_are_easier() {
        let levels: Vec<f64> =
            (0..=8).map(|solved| Difficulty::fitted(&tried(|_| solved)).level()).collect();
        assert!(levels.is_sorted_by(|harder, easier| harder >= easier), "{levels:?}");
    }
}
