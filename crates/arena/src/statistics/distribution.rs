//! Whole numbers that were seen, and how often.

use std::collections::BTreeMap;
use std::ops::{Add, AddAssign};

use super::{Estimate, Interval, NORMAL_QUANTILE};

/// How often each whole number was seen: lengths of games, numbers of legal moves, depths of
/// searches. Merging is exact, and so is the median.
///
/// ```
/// use quoridor_arena::statistics::Distribution;
/// let lengths: Distribution = [2, 4, 4, 4, 5, 5, 7, 9].into_iter().collect();
/// assert_eq!(lengths.mean(), Some(5.0));
/// assert_eq!(lengths.median(), Some(4.5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Distribution {
    counts: BTreeMap<u64, u64>,
}

impl Distribution {
    /// Counts a number once more.
    pub fn record(&mut self, number: u64) {
        *self.counts.entry(number).or_default() += 1;
    }

    /// How many numbers were seen.
    pub fn count(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The sum of all.
    pub fn total(&self) -> u128 {
        self.counts.iter().map(|(&number, &count)| u128::from(number) * u128::from(count)).sum()
    }

    /// The mean; `None` if nothing was seen.
    pub fn mean(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.total() as f64 / self.count() as f64)
    }

    /// The standard deviation of what the numbers were drawn from (divided by one less than their
    /// count); `None` with fewer than two.
    pub fn standard_deviation(&self) -> Option<f64> {
        let (mean, count) = (self.mean()?, self.count());
        let squares: f64 = self
            .counts
            .iter()
            .map(|(&number, &count)| count as f64 * (number as f64 - mean).powi(2))
            .sum();
        (count > 1).then(|| (squares / (count - 1) as f64).sqrt())
    }

    /// The mean with its normal interval, if the numbers are independent of each other; `None` with
    /// fewer than two.
    pub fn mean_with_interval(&self) -> Option<Estimate> {
        let (value, error) = (
            self.mean()?,
            NORMAL_QUANTILE * self.standard_deviation()? / (self.count() as f64).sqrt(),
        );
        Some(Estimate { value, interval: Interval { low: value - error, high: value + error } })
    }

    /// The smallest number.
    pub fn min(&self) -> Option<u64> {
        self.counts.keys().next().copied()
    }

    /// The largest number.
    pub fn max(&self) -> Option<u64> {
        self.counts.keys().next_back().copied()
    }

    /// The number in the middle, or half-way between the two there.
    pub fn median(&self) -> Option<f64> {
        let count = self.count();
        let upper = self.at(count / 2)?;
        let lower = self.at(count.saturating_sub(1) / 2)?;
        Some((lower as f64 + upper as f64) / 2.0)
    }

    /// Each number with how often it was seen, the smallest first.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.counts.iter().map(|(&number, &count)| (number, count))
    }

    /// The number at a place, counted from 0, if all stood in order.
    fn at(&self, place: u64) -> Option<u64> {
        let mut before = 0;
        self.iter().find_map(|(number, count)| {
            before += count;
            (place < before).then_some(number)
        })
    }
}

impl FromIterator<u64> for Distribution {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        let mut distribution = Self::default();
        numbers.into_iter().for_each(|number| distribution.record(number));
        distribution
    }
}

impl Add for Distribution {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl AddAssign for Distribution {
    fn add_assign(&mut self, other: Self) {
        for (number, count) in other.counts {
            *self.counts.entry(number).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use quoridor_engine::random::Random;

    use super::*;

    /// By hand: the squares of the differences from 5 are 9, 1, 1, 1, 0, 0, 4, 16, together 32.
    #[test]
    fn by_hand() {
        let numbers: Distribution = [9, 2, 4, 5, 4, 7, 5, 4].into_iter().collect();
        assert_eq!((numbers.count(), numbers.total()), (8, 40));
        assert_eq!(numbers.standard_deviation(), Some((32.0_f64 / 7.0).sqrt()));
        assert_eq!((numbers.min(), numbers.max(), numbers.median()), (Some(2), Some(9), Some(4.5)));
        let error = numbers.mean_with_interval().unwrap().error();
        assert!((error - 1.959_964 * (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-6);
        let one: Distribution = [3].into_iter().collect();
        assert_eq!(
            (one.mean(), one.median(), one.standard_deviation()),
            (Some(3.0), Some(3.0), None)
        );
        assert_eq!(
            (Distribution::default().mean(), Distribution::default().median()),
            (None, None)
        );
    }

    #[test]
    fn the_parts_merged_are_the_whole() {
        let random = &mut Random::new(4);
        for _ in 0..100 {
            let mut some =
                || -> Vec<u64> { (0..random.below(30)).map(|_| random.below(12) as u64).collect() };
            let (a, b, c) = (some(), some(), some());
            let of = |numbers: &[u64]| numbers.iter().copied().collect::<Distribution>();
            let mut all = [a.clone(), b.clone(), c.clone()].concat();
            assert_eq!((of(&a) + of(&b)) + of(&c), of(&a) + (of(&b) + of(&c)));
            assert_eq!(of(&a) + of(&b), of(&b) + of(&a));
            assert_eq!(of(&a) + of(&b) + of(&c), of(&all));
            all.sort_unstable();
            let middle = all.len() / 2;
            let median = if all.len() % 2 == 1 {
                all.get(middle).map(|&number| number as f64)
            } else {
                all.get(middle).map(|&upper| (all[middle - 1] + upper) as f64 / 2.0)
            };
            assert_eq!(of(&all).median(), median);
        }
    }
}
