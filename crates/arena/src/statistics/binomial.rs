//! Exact statistics of binomial counts: games that are won or not.

use super::Interval;
use super::special::{falling_root, incomplete_beta, ln_gamma};

/// The interval of Clopper and Pearson (1934) for the probability of a success. Its coverage is at
/// least the confidence, for every probability. `None` without trials, or with more successes than
/// trials.
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
    // P(X ≥ k) grows with the probability of a success, P(X ≤ k) falls.
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

/// The p-value of the exact two-sided binomial test: the probability of all counts that are no
/// likelier than the one observed, if a success has the given probability. `None` without trials,
/// with more successes than trials, or if the probability is outside 0..=1.
///
/// ```
/// use quoridor_arena::statistics::binomial::exact_test;
/// // Ten of ten from a fair coin: 2 in 1024.
/// assert!((exact_test(10, 10, 0.5).unwrap() - 2.0 / 1024.0).abs() < 1e-15);
/// ```
pub fn exact_test(successes: u64, trials: u64, probability: f64) -> Option<f64> {
    if trials == 0 || successes > trials || !(0.0..=1.0).contains(&probability) {
        return None;
    }
    let observed = mass(successes, trials, probability);
    // Counts of equal probability must not differ by rounding.
    let limit = observed * (1.0 + 1e-7);
    let sum: f64 = (0..=trials).map(|k| mass(k, trials, probability)).filter(|&p| p <= limit).sum();
    Some(sum.min(1.0))
}

/// The power of [`exact_test`] against a share: the probability that its p-value is below the
/// significance if a success has another probability.
pub fn exact_power(share: f64, other: f64, trials: u64, significance: f64) -> f64 {
    let mut counts: Vec<(f64, u64)> = (0..=trials).map(|k| (mass(k, trials, share), k)).collect();
    counts.sort_by(|one, another| one.0.total_cmp(&another.0));
    // From the least likely count on: as many as together stay below the significance. Counts of
    // equal probability are rejected together.
    let (mut power, mut p_value, mut place) = (0.0, 0.0, 0);
    while let Some(&(least, _)) = counts.get(place) {
        let limit = least * (1.0 + 1e-7);
        let alike = counts[place..].iter().take_while(|(mass, _)| *mass <= limit).count();
        let group = &counts[place..place + alike];
        p_value += group.iter().map(|(mass, _)| mass).sum::<f64>();
        if p_value >= significance {
            break;
        }
        power += group.iter().map(|&(_, k)| mass(k, trials, other)).sum::<f64>();
        place += alike;
    }
    power
}

/// The probability of exactly this many successes.
fn mass(successes: u64, trials: u64, probability: f64) -> f64 {
    let (k, n) = (successes as f64, trials as f64);
    let power = |base: f64, exponent: f64| if exponent == 0.0 { 0.0 } else { exponent * base.ln() };
    let ways = ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0);
    (ways + power(probability, k) + power(1.0 - probability, n - k)).exp()
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
            let upper: f64 = (successes..=trials).map(|k| mass(k, trials, low)).sum();
            let lower: f64 = (0..=successes).map(|k| mass(k, trials, high)).sum();
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
        assert!((exact_test(7, 10, 0.5).unwrap() - 352.0 / 1024.0).abs() < 1e-12);
        assert!((exact_test(2, 3, 1.0 / 3.0).unwrap() - 7.0 / 27.0).abs() < 1e-12);
        assert!((exact_test(5, 10, 0.5).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(exact_test(0, 10, 0.0), Some(1.0));
        assert_eq!(exact_test(1, 10, 0.0), Some(0.0));
    }

    /// R's manual: `binom.test(682, 925, p = 0.75)`, Conover 1971, gives p = 0.3825 and the
    /// interval 0.7076683 to 0.7654066.
    #[test]
    fn the_example_of_r() {
        assert_eq!(format!("{:.4}", exact_test(682, 925, 0.75).unwrap()), "0.3825");
        assert_eq!(
            format!("{:.7}", clopper_pearson(682, 925, 0.95).unwrap()),
            "[0.7076683, 0.7654066]"
        );
    }

    /// By hand: a fair coin is rejected by 0 or 6 of 6 only (2 of 64); with 0.9 that is 0.9⁶ +
    /// 0.1⁶. A certain success is rejected by any failure.
    #[test]
    fn power_by_hand() {
        let power = exact_power(0.5, 0.9, 6, 0.05);
        assert!((power - (0.9_f64.powi(6) + 0.1_f64.powi(6))).abs() < 1e-12, "{power}");
        assert_eq!(exact_power(0.5, 0.9, 5, 0.05), 0.0);
        let power = exact_power(1.0, 0.9, 16, 0.05);
        assert!((power - (1.0 - 0.9_f64.powi(16))).abs() < 1e-12, "{power}");
    }

    #[test]
    fn what_cannot_be_is_none() {
        assert_eq!(clopper_pearson(0, 0, 0.95), None);
        assert_eq!(clopper_pearson(3, 2, 0.95), None);
        assert_eq!(exact_test(1, 2, 1.5), None);
    }
}
