//! Pairs of games from the same opening, seats swapped.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Not};

use super::{Evidence, GameResult};

/// Pairs of games counted by the points that a player got of both together. `!` is what its
/// opponent got.
///
/// An opening that favours a seat makes the two games of a pair unlike each other, but not the pair
/// unlike other pairs: counted so, fewer games prove the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Pairs {
    /// How many pairs gave 0, ½, 1, 1½ and 2 points.
    pub by_half_points: [u64; 5],
}

impl Pairs {
    /// One pair: how the player did in each seat.
    pub fn of(first: GameResult, second: GameResult) -> Self {
        let mut pairs = Self::default();
        pairs.by_half_points[first.half_points() + second.half_points()] = 1;
        pairs
    }

    /// All pairs.
    pub fn count(&self) -> u64 {
        self.by_half_points.iter().sum()
    }

    /// The points of all games together.
    pub fn points(&self) -> f64 {
        (0..)
            .zip(self.by_half_points)
            .map(|(half_points, count): (u64, u64)| half_points * count)
            .sum::<u64>() as f64
            / 2.0
    }
}

impl Evidence for Pairs {
    type Counts = [u64; 5];
    const GAMES_A_UNIT: u32 = 2;

    fn counts(&self) -> [u64; 5] {
        self.by_half_points
    }
}

impl Add for Pairs {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            by_half_points: std::array::from_fn(|place| {
                self.by_half_points[place] + other.by_half_points[place]
            }),
        }
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Pairs {
    fn sum<I: Iterator<Item = Self>>(pairs: I) -> Self {
        pairs.fold(Self::default(), Add::add)
    }
}

impl Not for Pairs {
    type Output = Self;

    fn not(mut self) -> Self {
        self.by_half_points.reverse();
        self
    }
}

/// The five counts, fewest points first: `[3, 10, 41, 12, 2]`.
impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.by_half_points)
    }
}

#[cfg(test)]
mod tests {
    use super::GameResult::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn a_pair_counts_by_its_points() {
        let pairs: Pairs = [(Win, Win), (Win, Loss), (Draw, Draw), (Loss, Draw)]
            .map(|(a, b)| Pairs::of(a, b))
            .into_iter()
            .sum();
        assert_eq!(pairs.by_half_points, [0, 1, 2, 0, 1]);
        assert_eq!((pairs.count(), pairs.points()), (4, 4.5));
        assert_eq!((!pairs).by_half_points, [1, 0, 2, 1, 0]);
    }
}
