//! Exact statistics of games that are won or lost.

use super::Interval;
use super::special::{falling_root, incomplete_beta, ln_gamma};

/// The interval of Clopper and Pearson (1934) for the chance of a success: never too narrow,
/// whatever the chance is. `None` without trials, or with more successes than trials.
///
/// ```
/// use quoridor_arena::statistics::binomial::clopper_pearson;
/// let interval = clopper_pearson(66, 100, 0.95).unwrap();
/// assert_eq!(format!("{:.4}", interval), "[0.5585, 0.7518]");
/// ```
pub fn clopper_pearson(successes: u64, trials: u64, confidence: f64) -> Option<Interval> {
    if trials == 0 || successes > trials {
        return None;
    }
    let (k, n, tail) = (successes as f64, trials as f64, (1.0 - confidence) / 2.0);
    // The chance of so many successes or more grows with the chance of one; that of so many or
    // fewer falls.
    let low = if successes == 0 {
        0.0
    } else {
        falling_root(0.0, 1.0, |p| tail - incomplete_beta(p, k, n - k + 1.0))
    };
    let high = if successes == trials {
        1.0
    } else {
        falling_root(0.0, 1.0, |p| 1.0 - incomplete_beta(p, k + 1.0, n - k) - tail)
    };
    Some(Interval { low, high })
}

/// How likely it would be that a number of successes comes out that is as unlikely as this one or
/// more, if a success has a given chance: the exact two-sided test. `None` without trials, with
/// more successes than trials, or if the chance is none.
///
/// ```
/// use quoridor_arena::statistics::binomial::two_sided;
/// // Ten of ten from a fair coin: 2 in 1024.
/// assert!((two_sided(10, 10, 0.5).unwrap() - 2.0 / 1024.0).abs() < 1e-15);
/// ```
pub fn two_sided(successes: u64, trials: u64, chance: f64) -> Option<f64> {
    if trials == 0 || successes > trials || !(0.0..=1.0).contains(&chance) {
        return None;
    }
    let observed = probability(successes, trials, chance);
    // Equally likely numbers must not be told apart by how they were rounded.
    let limit = observed * (1.0 + 1e-7);
    let sum: f64 =
        (0..=trials).map(|k| probability(k, trials, chance)).filter(|&p| p <= limit).sum();
    Some(sum.min(1.0))
}

/// The chance of exactly so many successes.
fn probability(successes: u64, trials: u64, chance: f64) -> f64 {
    let (k, n) = (successes as f64, trials as f64);
    let power = |base: f64, exponent: f64| if exponent == 0.0 { 0.0 } else { exponent * base.ln() };
    let ways = ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0);
    (ways + power(chance, k) + power(1.0 - chance, n - k)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(successes: u64, trials: u64) -> String {
        format!("{:.2}", clopper_pearson(successes, trials, 0.95).unwrap().map(|p| p * 100.0))
    }

    /// Respall et al. 2018, Table 1 prints [39.3, 53.2] (46 % of 210), [55.9, 75.2] (where 55.85
    /// was rounded up) and [69.2, 100].
    #[test]
    fn the_intervals_of_respalls_table() {
        assert_eq!(percent(97, 210), "[39.31, 53.18]");
        assert_eq!(percent(66, 100), "[55.85, 75.18]");
        assert_eq!(percent(10, 10), "[69.15, 100.00]");
        assert_eq!(percent(0, 10), "[0.00, 30.85]");
    }

    /// The ends by definition: there the tail sums, added up by hand, are 2.5 %. For all or nothing
    /// they are roots.
    #[test]
    fn at_the_ends_the_tails_are_as_heavy_as_they_may_be() {
        for (successes, trials) in [(1, 5), (3, 7), (66, 100), (499, 1000)] {
            let Interval { low, high } = clopper_pearson(successes, trials, 0.95).unwrap();
            let upper: f64 = (successes..=trials).map(|k| probability(k, trials, low)).sum();
            let lower: f64 = (0..=successes).map(|k| probability(k, trials, high)).sum();
            assert!(
                (upper - 0.025).abs() < 1e-9 && (lower - 0.025).abs() < 1e-9,
                "{successes}/{trials}: {upper} {lower}"
            );
        }
        let all = clopper_pearson(10, 10, 0.95).unwrap();
        assert!((all.low - 0.025_f64.powf(0.1)).abs() < 1e-12);
    }

    /// 7 of 10 from a fair coin: (120 + 45 + 10 + 1)·2 of 1024. 2 of 3 at one third: 6 of 27 and 1
    /// of 27; also none, 8 of 27, is more likely.
    #[test]
    fn the_test_by_hand() {
        assert!((two_sided(7, 10, 0.5).unwrap() - 352.0 / 1024.0).abs() < 1e-12);
        assert!((two_sided(2, 3, 1.0 / 3.0).unwrap() - 7.0 / 27.0).abs() < 1e-12);
        assert!((two_sided(5, 10, 0.5).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(two_sided(0, 10, 0.0), Some(1.0));
        assert_eq!(two_sided(1, 10, 0.0), Some(0.0));
    }

    /// R's manual: `binom.test(682, 925, p = 0.75)`, Conover 1971, gives p = 0.3825 and the
    /// interval 0.7076683 to 0.7654066.
    #[test]
    fn the_example_of_r() {
        assert_eq!(format!("{:.4}", two_sided(682, 925, 0.75).unwrap()), "0.3825");
        assert_eq!(
            format!("{:.7}", clopper_pearson(682, 925, 0.95).unwrap()),
            "[0.7076683, 0.7654066]"
        );
    }

    #[test]
    fn what_cannot_be_is_none() {
        assert_eq!(clopper_pearson(0, 0, 0.95), None);
        assert_eq!(clopper_pearson(3, 2, 0.95), None);
        assert_eq!(two_sided(1, 2, 1.5), None);
    }
}
