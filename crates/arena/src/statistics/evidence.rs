//! What follows from a score: how much stronger a player is, and how sure that is.

use super::special::normal_below;
use super::{CONFIDENCE, Estimate, Interval, NORMAL_QUANTILE};

/// What Elo differences are counted in: 400 of them are ten to one.
const ELO_A_DECADE: f64 = 400.0;

/// Turns a difference in standard deviations of a game into normalised Elo, so that near zero it is
/// Elo if no game is drawn and openings are balanced: 800 / ln 10.
pub(crate) const NORMALIZED_ELO_A_DEVIATION: f64 = 2.0 * ELO_A_DECADE / std::f64::consts::LN_10;

/// The difference in Elo that explains a share of the points; infinite for all or nothing.
pub fn elo_of_share(share: f64) -> f64 {
    ELO_A_DECADE * (share / (1.0 - share)).log10()
}

/// The share of the points that a difference in Elo lets one expect.
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / ELO_A_DECADE))
}

/// Independent units of evidence, games or pairs of games, counted by the points that they gave:
/// the counts are for evenly spaced shares from none to all of the points.
pub trait Evidence {
    /// The counts, as an array.
    type Counts: AsRef<[u64]>;

    /// How many games are a unit.
    const GAMES_A_UNIT: u32;

    /// How many units gave each number of points, the fewest points first.
    fn counts(&self) -> Self::Counts;

    /// How many units there are.
    fn units(&self) -> u64 {
        self.counts().as_ref().iter().sum()
    }

    /// The mean and the variance of a unit's share of the points; `None` without units.
    fn moments(&self) -> Option<(f64, f64)> {
        let counts = self.counts();
        let (counts, units) = (counts.as_ref(), self.units() as f64);
        if units == 0.0 {
            return None;
        }
        let shares = || shares(counts.len()).zip(counts.iter().map(|&count| count as f64 / units));
        let mean: f64 = shares().map(|(share, chance)| share * chance).sum();
        Some((mean, shares().map(|(share, chance)| chance * (share - mean).powi(2)).sum()))
    }

    /// The share of the points. The interval is the normal one; if all units gave the same, which
    /// leaves no variance to estimate, it says how many others there may be that were not seen
    /// (Clopper–Pearson), and that these may have given anything. `None` without units.
    fn share(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let units = self.units() as f64;
        let interval = if variance > 0.0 {
            let error = NORMAL_QUANTILE * (variance / units).sqrt();
            Interval { low: (mean - error).max(0.0), high: (mean + error).min(1.0) }
        } else {
            let unseen = 1.0 - ((1.0 - CONFIDENCE) / 2.0).powf(1.0 / units);
            Interval { low: mean * (1.0 - unseen), high: mean + unseen * (1.0 - mean) }
        };
        Some(Estimate { value: mean, interval })
    }

    /// How much stronger the player is, in Elo. `None` without units; infinite if it got all of the
    /// points or none.
    fn elo(&self) -> Option<Estimate> {
        self.share().map(|share| share.map(elo_of_share))
    }

    /// The same in normalised Elo: the excess over half of the points in standard deviations of a
    /// game, so that the number of games that prove it depends on nothing else (Van den Bergh).
    /// `None` if the units give no variance.
    fn normalized_elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments().filter(|&(_, variance)| variance > 0.0)?;
        let deviation = (variance * f64::from(Self::GAMES_A_UNIT)).sqrt();
        let of_share = |share: f64| (share - 0.5) / deviation * NORMALIZED_ELO_A_DEVIATION;
        let error = NORMAL_QUANTILE * (variance / self.units() as f64).sqrt();
        let interval = Interval { low: of_share(mean - error), high: of_share(mean + error) };
        Some(Estimate { value: of_share(mean), interval })
    }

    /// The likelihood of superiority: how likely it is that the player is the stronger one. If all
    /// units gave the same, which leaves no variance to estimate, a unit counts as won or lost, and
    /// every chance of winning one was equally likely before. `None` without units.
    fn likelihood_of_superiority(&self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        let units = self.units() as f64;
        Some(if variance > 0.0 {
            normal_below((mean - 0.5) / (variance / units).sqrt())
        } else if mean == 0.5 {
            0.5
        } else {
            let other = 0.5_f64.powf(units + 1.0);
            if mean > 0.5 { 1.0 - other } else { other }
        })
    }
}

/// The shares of the points that so many counts stand for.
pub(crate) fn shares(counts: usize) -> impl Iterator<Item = f64> {
    (0..counts).map(move |place| place as f64 / (counts - 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::super::{Pairs, Score};
    use super::*;
    use quoridor_engine::random::Random;

    fn near(estimate: Option<Estimate>, value: f64, error: f64) {
        let estimate = estimate.unwrap();
        assert!((estimate.value - value).abs() < 0.006, "{estimate} is not {value}");
        assert!((estimate.error() - error).abs() < 0.006, "{estimate} is not ± {error}");
    }

    /// What fastchess gives for the same games (its tests, `elo_test.cpp`).
    #[test]
    fn games_as_fastchess_counts_them() {
        let score = Score { wins: 76, draws: 123, losses: 89 };
        near(score.normalized_elo(), -20.76, 40.13);
        assert_eq!(format!("{:.2}", score.likelihood_of_superiority().unwrap() * 100.0), "15.53");
        let score = Score { wins: 136, draws: 111, losses: 96 };
        near(score.normalized_elo(), 49.77, 36.77);
        near(score.elo(), 40.70, 30.43);
        assert_eq!(format!("{:.2}", score.likelihood_of_superiority().unwrap() * 100.0), "99.60");
        near(Score { wins: 34, draws: 0, losses: 356 }.normalized_elo(), -508.44, 34.48);
    }

    /// What fastchess gives for the same pairs (its tests, `elo_test.cpp`).
    #[test]
    fn pairs_as_fastchess_counts_them() {
        let pairs = Pairs { by_half_points: [34, 54, 31 + 32, 64, 75] };
        near(pairs.normalized_elo(), 57.94, 28.28);
        near(pairs.elo(), 55.58, 27.65);
        let pairs = Pairs { by_half_points: [332, 433, 457 + 41, 333, 334] };
        near(pairs.normalized_elo(), -9.17, 10.96);
        near(pairs.elo(), -8.64, 10.33);
        assert_eq!(format!("{:.2}", pairs.likelihood_of_superiority().unwrap() * 100.0), "5.05");
        let pairs = Pairs { by_half_points: [7895, 8757, 5485 + 200, 568, 9999] };
        near(pairs.normalized_elo(), -19.01, 2.65);
        near(pairs.elo(), -21.04, 2.95);
    }

    /// By hand: three of four points are 400·log10(3) Elo; ten to one is 400.
    #[test]
    fn elo_is_a_logarithm() {
        assert!((elo_of_share(0.75) - 190.848_501_887_865).abs() < 1e-9);
        assert!((elo_of_share(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((share_of_elo(elo_of_share(0.3)) - 0.3).abs() < 1e-15);
        assert_eq!(elo_of_share(1.0), f64::INFINITY);
        assert_eq!(share_of_elo(f64::NEG_INFINITY), 0.0);
    }

    /// Ten of ten: the interval of the share is the one of Respall's table, [69.2, 100] %.
    #[test]
    fn all_or_nothing_is_not_certain() {
        let share = Score { wins: 10, ..Score::default() }.share().unwrap();
        assert_eq!(format!("{share:.3}"), "1.000 [0.692, 1.000]");
        let elo = Score { wins: 10, ..Score::default() }.elo().unwrap();
        assert_eq!((elo.value, elo.interval.high), (f64::INFINITY, f64::INFINITY));
        assert!((elo.interval.low - elo_of_share(0.025_f64.powf(0.1))).abs() < 1e-9);
        let draws = Score { draws: 10, ..Score::default() };
        assert_eq!(format!("{:.3}", draws.share().unwrap()), "0.500 [0.346, 0.654]");
        assert_eq!(draws.likelihood_of_superiority(), Some(0.5));
        assert_eq!(Score { losses: 1, ..Score::default() }.likelihood_of_superiority(), Some(0.25));
        assert_eq!(Score::default().elo(), None);
    }

    fn random_pairs(random: &mut Random) -> Pairs {
        Pairs { by_half_points: std::array::from_fn(|_| random.below(200) as u64) }
    }

    fn random_score(random: &mut Random) -> Score {
        let mut count = || random.below(200) as u64;
        Score { wins: count(), draws: count(), losses: count() }
    }

    #[test]
    fn merging_is_associative_and_commutative() {
        let random = &mut Random::new(1);
        for _ in 0..1000 {
            let [a, b, c] = std::array::from_fn(|_| random_pairs(random));
            assert_eq!((a + b) + c, a + (b + c));
            assert_eq!(a + b, b + a);
            assert_eq!(a + Pairs::default(), a);
            assert_eq!(!(a + b), !a + !b);
            let [a, b, c] = std::array::from_fn(|_| random_score(random));
            assert_eq!((a + b) + c, a + (b + c));
            assert_eq!(a + b, b + a);
            assert_eq!(!(a + b), !a + !b);
        }
    }

    #[test]
    fn swapping_sides_negates() {
        fn check<E: Evidence + Copy + std::ops::Not<Output = E>>(evidence: E) {
            let opposite = !evidence;
            for (one, other) in [
                (evidence.elo(), opposite.elo()),
                (evidence.normalized_elo(), opposite.normalized_elo()),
            ] {
                let (Some(one), Some(other)) = (one, other) else {
                    assert_eq!(one, other);
                    continue;
                };
                let other = -other;
                for (one, other) in [
                    (one.value, other.value),
                    (one.interval.low, other.interval.low),
                    (one.interval.high, other.interval.high),
                ] {
                    assert!(one == other || (one - other).abs() < 1e-6, "{one} {other}");
                }
            }
            let sum = evidence
                .likelihood_of_superiority()
                .zip(opposite.likelihood_of_superiority())
                .map(|(a, b)| a + b);
            assert!(sum.is_none_or(|sum| (sum - 1.0).abs() < 1e-12));
        }
        let random = &mut Random::new(2);
        for _ in 0..1000 {
            check(random_pairs(random));
            check(random_score(random));
        }
        check(Score { wins: 5, ..Score::default() });
        check(Pairs { by_half_points: [0, 0, 7, 0, 0] });
        check(Pairs::default());
    }

    /// Of a thousand matches whose truth is known, the interval holds it in about 95 of 100.
    #[test]
    fn the_interval_is_as_wide_as_it_says() {
        let (random, truth) = (&mut Random::new(3), share_of_elo(35.0));
        let held = (0..2000)
            .filter(|_| {
                let pairs: Pairs = (0..200)
                    .map(|_| {
                        let mut game = || {
                            if random.chance(truth) {
                                super::super::GameResult::Win
                            } else {
                                super::super::GameResult::Loss
                            }
                        };
                        Pairs::of(game(), game())
                    })
                    .sum();
                pairs.elo().unwrap().interval.contains(35.0)
            })
            .count();
        // 1,900 are expected, with a standard deviation of ten.
        assert!((1850..=1950).contains(&held), "{held}");
    }
}
