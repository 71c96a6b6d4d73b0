//! How hard a puzzle is: the rating of the level that solves it half of the time.

use std::sync::LazyLock;

use quoridor_core::Game;
use quoridor_engine::{Limits, choose_alone};
use quoridor_players::Spec;

use crate::Puzzle;

/// The levels that try.
pub(crate) const LEVELS: std::ops::RangeInclusive<usize> = 1..=8;

/// What each level from the second on scored against the one below when the scale was made. It
/// stays as it is, whatever later games show: otherwise every puzzle would get another rating.
const SCORES: [f64; 7] = [0.721, 0.728, 0.650, 0.740, 0.662, 0.695, 0.698];

/// The rating of level 1, from which the others are counted.
const LOWEST: f64 = 800.0;

/// The rating of a level of `puct` on the scale of the puzzles: that of the level below, and the
/// difference by the formula of Elo.
pub fn rating_of(level: usize) -> f64 {
    static RATINGS: LazyLock<Vec<f64>> = LazyLock::new(|| {
        let mut ratings = vec![LOWEST];
        for score in SCORES {
            let below = ratings[ratings.len() - 1];
            ratings.push(below + 400.0 * (score / (1.0 - score)).log10());
        }
        ratings
    });
    RATINGS[level.clamp(*LEVELS.start(), *LEVELS.end()) - 1]
}

/// How often a level tries. From level 7 on nothing is random: one try says all.
const fn tries(level: usize) -> u32 {
    if level <= 6 { 8 } else { 1 }
}

/// The tries of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tries {
    /// The level.
    pub level: usize,
    /// How often it tried.
    pub tries: u32,
    /// How often it played the whole solution.
    pub solved: u32,
}

impl Tries {
    /// Lets the levels try a puzzle, the random ones with seeds from this one on.
    pub fn of(puzzle: &Puzzle, seed: u32) -> Vec<Self> {
        LEVELS.map(|level| Self::of_level(puzzle, level, seed)).collect()
    }

    /// Lets one level try a puzzle, with seeds from this one on.
    pub fn of_level(puzzle: &Puzzle, level: usize, seed: u32) -> Self {
        // Other puzzles have other seeds: with the same ones the draws would be the same too.
        let own = puzzle.position().hash() as u32 >> 1;
        let seeds = (0..tries(level)).map(|place| own.wrapping_add(seed + place));
        let solved = seeds.filter(|&seed| solves(puzzle, level, seed)).count();
        Self { level, tries: tries(level), solved: solved as u32 }
    }

    /// The share of the tries that solved it.
    pub fn share(&self) -> f64 {
        f64::from(self.solved) / f64::from(self.tries.max(1))
    }
}

/// A rating on the scale of the levels: the larger, the harder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Difficulty(u16);

impl Difficulty {
    /// The easiest and the hardest: beyond the levels there is nothing to measure with.
    pub const RANGE: (u16, u16) = (400, 2600);

    /// The rating.
    pub const fn rating(self) -> u16 {
        self.0
    }

    /// A rating of a file, within the range.
    pub fn new(rating: u16) -> Option<Self> {
        (Self::RANGE.0..=Self::RANGE.1).contains(&rating).then_some(Self(rating))
    }

    /// Lets the levels try a puzzle.
    pub fn measure(puzzle: &Puzzle) -> Self {
        Self::fitted(&Tries::of(puzzle, 0))
    }

    /// The rating at which the levels are expected to solve the puzzle as often as they did, by the
    /// formula of Elo: the maximum of the likelihood. Each level counts the same, no matter how
    /// often it tried.
    pub fn fitted(tried: &[Tries]) -> Self {
        let solved: f64 = tried.iter().map(Tries::share).sum();
        let expected = |rating: f64| -> f64 {
            tried
                .iter()
                .map(|tries| 1.0 / (1.0 + 10_f64.powf((rating - rating_of(tries.level)) / 400.0)))
                .sum()
        };
        // The expected number falls as the rating of the puzzle rises.
        let (mut low, mut high) = (f64::from(Self::RANGE.0), f64::from(Self::RANGE.1));
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if expected(middle) > solved { low = middle } else { high = middle }
        }
        Self(high.round() as u16)
    }
}

/// Whether a level plays the whole solution.
fn solves(puzzle: &Puzzle, level: usize, seed: u32) -> bool {
    let spec: Spec = format!("champion:hash=1,level={level},seed={seed}")
        .parse()
        .expect("the options are known");
    let mut agent = spec.build().expect("the network is part of the program");
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

    fn tried(solved: impl Fn(usize) -> u32) -> Vec<Tries> {
        LEVELS.map(|level| Tries { level, tries: 8, solved: solved(level) }).collect()
    }

    /// 72.1 % of the points are 164.9 points of rating by the formula of Elo.
    #[test]
    fn ratings_of_levels_rise_by_the_formula_of_elo() {
        assert_eq!(rating_of(1), 800.0);
        assert!((rating_of(2) - 964.9).abs() < 0.1);
        assert_eq!(SCORES.len() + 1, LEVELS.count());
        assert!(LEVELS.map(rating_of).is_sorted_by(|one, other| one + 100.0 < *other));
    }

    /// One level that solves half: the puzzle has its rating. Two levels, of which the better one
    /// always solves it and the other never: the rating is in the middle.
    #[test]
    fn the_rating_is_where_half_is_solved() {
        for level in LEVELS {
            let half = [Tries { level, tries: 8, solved: 4 }];
            assert_eq!(f64::from(Difficulty::fitted(&half).rating()), rating_of(level).round());
        }
        let tries = |level, solved| Tries { level, tries: 8, solved };
        let between = Difficulty::fitted(&[tries(4, 0), tries(5, 8)]);
        let middle = f64::midpoint(rating_of(4), rating_of(5));
        assert_eq!(f64::from(between.rating()), middle.round());
    }

    #[test]
    fn the_ends_are_those_of_the_range() {
        assert_eq!(Difficulty::fitted(&tried(|_| 8)), Difficulty(Difficulty::RANGE.0));
        assert_eq!(Difficulty::fitted(&tried(|_| 0)), Difficulty(Difficulty::RANGE.1));
    }

    #[test]
    fn more_solutions_are_easier() {
        let ratings: Vec<Difficulty> =
            (0..=8).map(|solved| Difficulty::fitted(&tried(|_| solved))).collect();
        assert!(ratings.is_sorted_by(|harder, easier| harder >= easier), "{ratings:?}");
    }
}
