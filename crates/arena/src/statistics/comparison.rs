//! Whether our figure agrees with a published one.
//!
//! "No significant difference" is not agreement: few games never differ significantly. So a
//! comparison names the smallest difference that would matter, and two figures agree only if a
//! difference of that size would have been found with a probability of 80 % ([`POWER`]).

use std::fmt;

use super::binomial::{exact_power, exact_test};
use super::special::normal_below;
use super::{NORMAL_QUANTILE, Proportion, Sample, fisher_exact, welch_test};

/// The p-value below which two figures differ.
pub const SIGNIFICANCE: f64 = 0.05;

/// The probability with which a difference that matters should be found.
pub const POWER: f64 = 0.8;

/// The normal quantile of [`POWER`].
const POWER_QUANTILE: f64 = 0.841_621_233_572_914_2;

/// A test of our figure against another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The probability of a difference at least as extreme, if there were none.
    pub p_value: f64,
    /// The conclusion.
    pub verdict: Verdict,
}

/// The conclusion of a [`Comparison`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No significant difference, although one that matters would have been found.
    Agrees,
    /// The difference is significant.
    Differs,
    /// Too few games: neither a significant difference, nor enough power to find one.
    Inconclusive {
        /// The games that we would have to play in all; `None` if no number suffices, because the
        /// other sample is too small.
        games_needed: Option<u64>,
    },
}

impl Comparison {
    /// Compares two proportions by Fisher's exact test, such as wins among games in a paper and
    /// here. `margin` is the smallest difference of the shares that matters, like 0.1. `None` if a
    /// sample has no trials.
    ///
    /// ```
    /// use quoridor_arena::statistics::{Comparison, Proportion, Verdict};
    /// let ours = Proportion::new(5, 10);
    /// let compared = Comparison::of_proportions(Proportion::new(10, 10), ours, 0.1).unwrap();
    /// assert_eq!(format!("{:.3}", compared.p_value), "0.033");
    /// assert_eq!(compared.verdict, Verdict::Differs);
    /// ```
    pub fn of_proportions(published: Proportion, ours: Proportion, margin: f64) -> Option<Self> {
        let p_value = fisher_exact(published, ours)?;
        let (share, count) = (published.share()?, published.trials as f64);
        let needed = || {
            games_needed(|games| {
                shifted(share, margin).all(|other| {
                    let all = count + games;
                    let pooled = (share * count + other * games) / all;
                    let null = (pooled * (1.0 - pooled) * (1.0 / count + 1.0 / games)).sqrt();
                    let alternative = share * (1.0 - share) / count + other * (1.0 - other) / games;
                    (share - other).abs()
                        >= NORMAL_QUANTILE * null + POWER_QUANTILE * alternative.sqrt()
                })
            })
        };
        Some(Self::concluding(p_value, ours.trials, needed))
    }

    /// Compares a proportion with an exactly known share by the binomial test, such as ours with a
    /// percentage whose number of games is not published. `None` without trials, or if the share is
    /// outside 0..=1.
    pub fn with_share(share: f64, ours: Proportion, margin: f64) -> Option<Self> {
        let p_value = exact_test(ours.successes, ours.trials, share)?;
        Some(Self::concluding(p_value, ours.trials, || games_for_share(share, margin)))
    }

    /// Compares two means by Welch's test, such as the lengths of games. `margin` is the smallest
    /// difference that matters. `None` if a sample has fewer than two numbers, or neither varies.
    pub fn of_means(published: Sample, ours: Sample, margin: f64) -> Option<Self> {
        let p_value = welch_test(published, ours)?;
        let variance = |sample: &Sample| sample.deviation.powi(2);
        let theirs = variance(&published) / published.count as f64;
        let needed = || {
            games_needed(|games| {
                let error = (theirs + variance(&ours) / games).sqrt();
                margin >= (NORMAL_QUANTILE + POWER_QUANTILE) * error
            })
        };
        Some(Self::concluding(p_value, ours.count, needed))
    }

    fn concluding(p_value: f64, games: u64, needed: impl Fn() -> Option<u64>) -> Self {
        let verdict = if p_value < SIGNIFICANCE {
            Verdict::Differs
        } else {
            match needed() {
                Some(needed) if games >= needed => Verdict::Agrees,
                games_needed => Verdict::Inconclusive { games_needed },
            }
        };
        Self { p_value, verdict }
    }
}

/// The shares that differ by the margin, as far as they exist.
fn shifted(share: f64, margin: f64) -> impl Iterator<Item = f64> {
    [share - margin, share + margin].into_iter().filter(|share| (0.0..=1.0).contains(share))
}

/// More games than anybody plays: a test that needs more cannot be decided.
const MOST_GAMES: u64 = 100_000_000;

/// The smallest number of games with enough power, which grows with the games.
fn games_needed(has_power: impl Fn(f64) -> bool) -> Option<u64> {
    if !has_power(MOST_GAMES as f64) {
        return None;
    }
    let (mut too_few, mut enough) = (0, MOST_GAMES);
    while enough - too_few > 1 {
        let middle = u64::midpoint(too_few, enough);
        if has_power(middle as f64) { enough = middle } else { too_few = middle }
    }
    Some(enough)
}

/// The largest number of games for which the power of the binomial test is computed exactly. With
/// more games the normal approximation is close.
const MOST_EXACT: u64 = 500;

/// The games that the binomial test needs to tell a share from those that differ by the margin.
fn games_for_share(share: f64, margin: f64) -> Option<u64> {
    let approximately = games_needed(|games| {
        shifted(share, margin).all(|other| {
            let error = |share: f64| (share * (1.0 - share) / games).sqrt();
            (share - other).abs() >= NORMAL_QUANTILE * error(share) + POWER_QUANTILE * error(other)
        })
    })?;
    if approximately > MOST_EXACT {
        return Some(approximately);
    }
    // The power does not grow steadily with the games: the number after the last one without it.
    let has_power = |games: u64| {
        shifted(share, margin).all(|other| exact_power(share, other, games, SIGNIFICANCE) >= POWER)
    };
    let most = 2 * approximately + 64;
    Some((1..=most).rev().find(|&games| !has_power(games)).map_or(1, |too_few| too_few + 1))
}

/// The power of the two-sided test of two proportions with as many trials each, by the normal
/// approximation (Fleiss, *Statistical Methods for Rates and Proportions*, 1981).
///
/// ```
/// use quoridor_arena::statistics::power_of_proportions;
/// // R: power.prop.test(n = 50, p1 = .50, p2 = .75) has power 0.740.
/// assert_eq!(format!("{:.3}", power_of_proportions(0.5, 0.75, 50)), "0.740");
/// ```
pub fn power_of_proportions(one: f64, other: f64, trials: u64) -> f64 {
    let count = trials as f64;
    let pooled = f64::midpoint(one, other);
    let null = (pooled * (1.0 - pooled) * 2.0 / count).sqrt();
    let alternative = ((one * (1.0 - one) + other * (1.0 - other)) / count).sqrt();
    normal_below(((one - other).abs() - NORMAL_QUANTILE * null) / alternative)
}

impl Verdict {
    /// `agrees`, `differs` or `inconclusive`, with the number of `units` needed for 80 % power.
    pub fn counted_in(self, units: &str) -> String {
        match self {
            Self::Agrees => "agrees".to_owned(),
            Self::Differs => "differs".to_owned(),
            Self::Inconclusive { games_needed: Some(needed) } => {
                format!("inconclusive: {needed} {units} needed")
            }
            Self::Inconclusive { games_needed: None } => {
                "inconclusive: the published sample is too small".to_owned()
            }
        }
    }
}

/// As [`Verdict::counted_in`] games.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.counted_in("games"))
    }
}

#[cfg(test)]
mod tests {
    use quoridor_engine::random::Random;

    use super::*;

    fn compared(published: (u64, u64), ours: (u64, u64), margin: f64) -> String {
        let proportion = |(successes, trials)| Proportion::new(successes, trials);
        Comparison::of_proportions(proportion(published), proportion(ours), margin)
            .unwrap()
            .verdict
            .to_string()
    }

    /// By hand, 241 games against 1,000: 1.96·√(0.5194·0.4806·(1/1000 + 1/241)) +
    /// 0.8416·√(0.25/1000 + 0.24/241) = 0.0703 + 0.0297 is just below 0.1.
    #[test]
    fn few_games_do_not_agree() {
        assert_eq!(compared((10, 10), (5, 10), 0.1), "differs");
        assert_eq!(
            compared((7, 10), (5, 10), 0.1),
            "inconclusive: the published sample is too small"
        );
        assert_eq!(compared((500, 1000), (5, 10), 0.1), "inconclusive: 241 games needed");
        assert_eq!(compared((500, 1000), (120, 240), 0.1), "inconclusive: 241 games needed");
        assert_eq!(compared((500, 1000), (120, 241), 0.1), "agrees");
    }

    /// R: `power.prop.test(p1 = .50, p2 = .75, power = .90)` needs n = 76.7, and with 80 % power
    /// 57.67.
    #[test]
    fn power_as_r_computes_it() {
        assert!(power_of_proportions(0.5, 0.75, 77) > 0.9);
        assert!(power_of_proportions(0.5, 0.75, 76) < 0.9);
        assert!(power_of_proportions(0.5, 0.75, 58) > 0.8);
        assert!(power_of_proportions(0.5, 0.75, 57) < 0.8);
    }

    /// The normal approximation calls for (1.96 · 0.5 + 0.8416 · √0.24)² / 0.1² = 193.8 games to
    /// tell 0.6 from 0.5; the exact test needs a little more.
    #[test]
    fn a_known_share() {
        let verdict = |successes, trials| {
            let ours = Proportion::new(successes, trials);
            Comparison::with_share(0.5, ours, 0.1).unwrap().verdict
        };
        assert_eq!(verdict(9, 10), Verdict::Differs);
        assert_eq!(verdict(5, 10), Verdict::Inconclusive { games_needed: Some(210) });
        assert_eq!(verdict(105, 210), Verdict::Agrees);
    }

    /// A share of all is refuted by a single loss, which n games with a share of 1 - margin have
    /// with probability 1 - (1 - margin)ⁿ: the formula is ln 0.2 / ln(1 - margin), rounded up.
    #[test]
    fn a_share_of_all() {
        for (margin, needed) in [(0.05_f64, 32_u32), (0.1, 16), (0.2, 8)] {
            let closed = (0.2_f64.ln() / (1.0 - margin).ln()).ceil();
            assert_eq!(closed, f64::from(needed));
            assert_eq!(games_for_share(1.0, margin), Some(u64::from(needed)));
            assert_eq!(games_for_share(0.0, margin), Some(u64::from(needed)));
        }
    }

    #[test]
    fn the_caller_names_the_units() {
        let verdict = Verdict::Inconclusive { games_needed: Some(16) };
        assert_eq!(verdict.counted_in("networks"), "inconclusive: 16 networks needed");
    }

    /// By hand: 2·(10·(1.96 + 0.8416)/5)² = 62.8 games each show that means do not differ by five
    /// if the standard deviations are ten.
    #[test]
    fn means_are_compared() {
        let sample = |mean, count| Sample { mean, deviation: 10.0, count };
        let verdict = |published, ours| Comparison::of_means(published, ours, 5.0).unwrap().verdict;
        assert_eq!(verdict(sample(50.0, 63), sample(50.5, 63)), Verdict::Agrees);
        assert_eq!(verdict(sample(50.0, 63), sample(58.0, 63)), Verdict::Differs);
        assert_eq!(
            verdict(sample(50.0, 63), sample(51.0, 20)),
            Verdict::Inconclusive { games_needed: Some(63) }
        );
        assert_eq!(
            verdict(sample(50.0, 10), sample(50.0, 20)),
            Verdict::Inconclusive { games_needed: None }
        );
    }

    /// In simulation, as many games as are called for find the difference about four times in five.
    #[test]
    fn the_games_that_are_needed_suffice() {
        let random = &mut Random::new(4);
        let mut draw = |share: f64, trials: u64| {
            let successes = (0..trials).filter(|_| random.chance(share)).count();
            Proportion::new(successes as u64, trials)
        };
        let found = (0..1000)
            .filter(|_| {
                let p = fisher_exact(draw(0.5, 1000), draw(0.6, 241)).unwrap();
                p < SIGNIFICANCE
            })
            .count();
        // 800 are expected, with a standard deviation of 13; Fisher's test finds a little less.
        assert!((740..=840).contains(&found), "{found}");
    }
}
