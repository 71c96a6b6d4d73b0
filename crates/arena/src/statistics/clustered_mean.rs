//! The mean of numbers that come in clusters, like the moves of games.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use super::{Estimate, Interval, NORMAL_QUANTILE};

/// The mean of all numbers, with an interval that knows that those of one cluster are alike.
///
/// The positions of a game are not independent of each other, games are: an interval from the
/// number of positions would be far too narrow. Kept are whole sums, so that merging is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ClusteredMean {
    clusters: u64,
    items: u128,
    total: u128,
    items_squared: u128,
    total_squared: u128,
    items_by_total: u128,
}

impl ClusteredMean {
    /// One cluster: how many numbers it has, and their sum.
    pub fn of(items: u64, total: u64) -> Self {
        let (items, total) = (u128::from(items), u128::from(total));
        Self {
            clusters: 1,
            items,
            total,
            items_squared: items * items,
            total_squared: total * total,
            items_by_total: items * total,
        }
    }

    /// How many clusters there are.
    pub const fn clusters(&self) -> u64 {
        self.clusters
    }

    /// The mean of all numbers with the interval of the ratio estimator (Cochran, *Sampling
    /// Techniques*, 1977, 6.4): what a cluster's sum is off from its size times the mean is the
    /// error. `None` with fewer than two clusters, or without numbers.
    pub fn mean(&self) -> Option<Estimate> {
        if self.clusters < 2 || self.items == 0 {
            return None;
        }
        let (clusters, items) = (self.clusters as f64, self.items as f64);
        let mean = self.total as f64 / items;
        let squares = self.total_squared as f64 - 2.0 * mean * self.items_by_total as f64
            + mean * mean * self.items_squared as f64;
        let error =
            NORMAL_QUANTILE * (squares.max(0.0) * clusters / (clusters - 1.0)).sqrt() / items;
        Some(Estimate { value: mean, interval: Interval { low: mean - error, high: mean + error } })
    }
}

impl Add for ClusteredMean {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            clusters: self.clusters + other.clusters,
            items: self.items + other.items,
            total: self.total + other.total,
            items_squared: self.items_squared + other.items_squared,
            total_squared: self.total_squared + other.total_squared,
            items_by_total: self.items_by_total + other.items_by_total,
        }
    }
}

impl AddAssign for ClusteredMean {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for ClusteredMean {
    fn sum<I: Iterator<Item = Self>>(means: I) -> Self {
        means.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use quoridor_engine::random::Random;

    use super::super::Distribution;
    use super::*;

    /// Clusters of one number each are independent numbers: the plain interval.
    #[test]
    fn clusters_of_one_are_plain_numbers() {
        let numbers = [2, 4, 4, 4, 5, 5, 7, 9];
        let clustered: ClusteredMean =
            numbers.iter().map(|&number| ClusteredMean::of(1, number)).sum();
        let plain: Distribution = numbers.into_iter().collect();
        let (clustered, plain) = (clustered.mean().unwrap(), plain.mean_with_interval().unwrap());
        assert!(
            (clustered.value - plain.value).abs() < 1e-12
                && (clustered.error() - plain.error()).abs() < 1e-12
        );
    }

    /// Clusters whose numbers are all alike: the interval holds the truth as often as it says,
    /// though every number is there ten times.
    #[test]
    fn repeated_numbers_do_not_make_it_surer() {
        let random = &mut Random::new(6);
        let held = (0..1000)
            .filter(|_| {
                let mean: ClusteredMean = (0..100)
                    .map(|_| {
                        let items = 5 + random.below(11) as u64;
                        ClusteredMean::of(items, items * random.below(21) as u64)
                    })
                    .sum();
                mean.mean().unwrap().interval.contains(10.0)
            })
            .count();
        // 950 are expected, with a standard deviation of seven.
        assert!((915..=980).contains(&held), "{held}");
    }

    #[test]
    fn merging_is_exact() {
        let [a, b, c] =
            [ClusteredMean::of(3, 10), ClusteredMean::of(5, 1), ClusteredMean::of(2, 7)];
        assert_eq!((a + b) + c, a + (b + c));
        assert_eq!(a + b, b + a);
        assert_eq!((a.mean(), (a + b + c).clusters()), (None, 3));
    }
}
