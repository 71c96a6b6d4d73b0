//! Fisher's exact test: whether two samples have the same proportion of successes.

use super::special::ln_gamma;

/// Successes among independent trials, such as games won among games played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Proportion {
    /// The successes, at most as many as the trials.
    pub successes: u64,
    /// All trials.
    pub trials: u64,
}

impl Proportion {
    /// The successes of some trials.
    pub const fn new(successes: u64, trials: u64) -> Self {
        Self { successes, trials }
    }

    /// Successes divided by trials; `None` without trials.
    pub fn share(&self) -> Option<f64> {
        self.is_valid().then(|| self.successes as f64 / self.trials as f64)
    }

    pub(crate) const fn is_valid(&self) -> bool {
        self.trials > 0 && self.successes <= self.trials
    }
}

/// The p-value of Fisher's exact test (1935), two-sided: given both numbers of trials and all
/// successes together, the probability of all tables that are no likelier than the one observed.
/// `None` if a sample has no trials, or more successes than trials.
///
/// ```
/// use quoridor_arena::statistics::{Proportion, fisher_exact};
/// // 10 of 10 against 5 of 10: twice C(10, 5) / C(20, 15) = 2 · 252 / 15504.
/// let p = fisher_exact(Proportion::new(10, 10), Proportion::new(5, 10)).unwrap();
/// assert_eq!(format!("{p:.4}"), "0.0325");
/// ```
pub fn fisher_exact(one: Proportion, other: Proportion) -> Option<f64> {
    if !one.is_valid() || !other.is_valid() {
        return None;
    }
    let successes = one.successes + other.successes;
    let ln_choose = |n: u64, k: u64| {
        ln_gamma(n as f64 + 1.0) - ln_gamma(k as f64 + 1.0) - ln_gamma((n - k) as f64 + 1.0)
    };
    // The hypergeometric distribution of the first sample's successes.
    let all = ln_choose(one.trials + other.trials, successes);
    let mass =
        |k: u64| (ln_choose(one.trials, k) + ln_choose(other.trials, successes - k) - all).exp();
    // Tables of equal probability must not differ by rounding.
    let limit = mass(one.successes) * (1.0 + 1e-7);
    let possible = successes.saturating_sub(other.trials)..=successes.min(one.trials);
    Some(possible.map(mass).filter(|&p| p <= limit).sum::<f64>().min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(one: (u64, u64), other: (u64, u64)) -> f64 {
        fisher_exact(Proportion::new(one.0, one.1), Proportion::new(other.0, other.1)).unwrap()
    }

    /// Fisher's tea tasting: 3 of 4 against 1 of 4 is (16 + 1) / 70 on each side, 34 / 70.
    #[test]
    fn the_lady_tasting_tea() {
        assert!((p((3, 4), (1, 4)) - 34.0 / 70.0).abs() < 1e-12);
        assert!((p((4, 4), (0, 4)) - 2.0 / 70.0).abs() < 1e-12);
        assert!((p((10, 10), (5, 10)) - 504.0 / 15504.0).abs() < 1e-12);
    }

    /// R's manual: the criminals' twins, 2 of 17 against 10 of 13, give p = 0.0005367.
    #[test]
    fn the_example_of_r() {
        assert_eq!(format!("{:.7}", p((2, 17), (10, 13))), "0.0005367");
    }

    #[test]
    fn equal_samples_do_not_differ() {
        assert!((p((5, 10), (50, 100)) - 1.0).abs() < 1e-9);
        assert_eq!(p((0, 3), (0, 9)), 1.0);
        assert_eq!(fisher_exact(Proportion::new(0, 0), Proportion::new(1, 2)), None);
        assert_eq!(fisher_exact(Proportion::new(3, 2), Proportion::new(1, 2)), None);
        assert!((p((7, 12), (1, 9)) - p((1, 9), (7, 12))).abs() < 1e-12);
    }

    /// Against a second implementation: exact fractions with integer binomial coefficients.
    #[test]
    fn small_tables_by_counting() {
        fn choose(n: u64, k: u64) -> u64 {
            (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
        }
        for (n, m) in [(3, 5), (8, 8), (12, 4)] {
            for (a, b) in (0..=n).flat_map(|a| (0..=m).map(move |b| (a, b))) {
                let ways = |k: u64| choose(n, k) * choose(m, a + b - k);
                let tables = (a + b).saturating_sub(m)..=(a + b).min(n);
                let unlikely: u64 = tables.map(ways).filter(|&w| w <= ways(a)).sum();
                let expected = unlikely as f64 / choose(n + m, a + b) as f64;
                assert!((p((a, n), (b, m)) - expected).abs() < 1e-9, "{a}/{n} {b}/{m}");
            }
        }
    }
}
