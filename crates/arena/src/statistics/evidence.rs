//! Elo, normalised Elo and the likelihood of superiority of a score.

use super::rating_model::{Meeting, Profile, RatingModel, Units, expected};
use super::special::normal_below;
use super::{Estimate, Interval, NORMAL_QUANTILE};

/// A difference of 400 Elo is ten to one.
const ELO_A_DECADE: f64 = 400.0;

/// The Elo of one unit of the Bradley–Terry model's strengths.
pub(crate) const ELO_A_NATURAL_LOGARITHM: f64 = ELO_A_DECADE / std::f64::consts::LN_10;

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

    /// The share of the points, with the profile-likelihood interval of the Bradley–Terry model for
    /// two players (`docs/statistics.md`). `None` without units.
    fn share(&self) -> Option<Estimate> {
        let (mean, _) = self.moments()?;
        let units = units_of(self).collect();
        let meetings = vec![Meeting::new(0, 1, units)];
        let model = RatingModel { players: 2, meetings, prior: 1.0 };
        let Profile { low, high, .. } = model.profile(&model.fit(), 0);
        // Strengths are above the mean of both: half of the difference. The prior makes them
        // finite, but all of the points may also be an infinite difference.
        let low = if mean == 0.0 { 0.0 } else { expected(2.0 * low).min(mean) };
        let high = if mean == 1.0 { 1.0 } else { expected(2.0 * high).max(mean) };
        Some(Estimate { value: mean, interval: Interval { low, high } })
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

/// The counts as units of a rating model, as the player sees them.
pub(crate) fn units_of<E: Evidence + ?Sized>(evidence: &E) -> impl Iterator<Item = Units> + use<E> {
    let games = f64::from(E::GAMES_A_UNIT);
    let counts: Vec<u64> = evidence.counts().as_ref().to_vec();
    let points: Vec<f64> = shares(counts.len()).map(|share| share * games).collect();
    let units = points.into_iter().zip(counts).filter(|&(_, count)| count > 0);
    units.map(move |(points, count)| Units { points, games, count: count as f64 })
}

/// The shares of the points that the counts stand for.
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

    /// Fastchess gives the normal interval, which the profile likelihood's comes close to.
    fn nearly(estimate: Option<Estimate>, value: f64, error: f64) {
        let estimate = estimate.unwrap();
        assert!((estimate.value - value).abs() < 0.006, "{estimate} is not {value}");
        assert!((estimate.error() / error - 1.0).abs() < 0.01, "{estimate} is not ± {error}");
    }

    /// The numbers of fastchess for the same games (its tests, `elo_test.cpp`).
    #[test]
    fn games_as_fastchess_counts_them() {
        let score = Score { wins: 76, draws: 123, losses: 89 };
        near(score.normalized_elo(), -20.76, 40.13);
        assert_eq!(format!("{:.2}", score.likelihood_of_superiority().unwrap() * 100.0), "15.53");
        let score = Score { wins: 136, draws: 111, losses: 96 };
        near(score.normalized_elo(), 49.77, 36.77);
        nearly(score.elo(), 40.70, 30.43);
        assert_eq!(format!("{:.2}", score.likelihood_of_superiority().unwrap() * 100.0), "99.60");
        near(Score { wins: 34, draws: 0, losses: 356 }.normalized_elo(), -508.44, 34.48);
    }

    /// The numbers of fastchess for the same pairs (its tests, `elo_test.cpp`).
    #[test]
    fn pairs_as_fastchess_counts_them() {
        let pairs = Pairs { by_half_points: [34, 54, 31 + 32, 64, 75] };
        near(pairs.normalized_elo(), 57.94, 28.28);
        nearly(pairs.elo(), 55.58, 27.65);
        let pairs = Pairs { by_half_points: [332, 433, 457 + 41, 333, 334] };
        near(pairs.normalized_elo(), -9.17, 10.96);
        nearly(pairs.elo(), -8.64, 10.33);
        assert_eq!(format!("{:.2}", pairs.likelihood_of_superiority().unwrap() * 100.0), "5.05");
        let pairs = Pairs { by_half_points: [7895, 8757, 5485 + 200, 568, 9999] };
        near(pairs.normalized_elo(), -19.01, 2.65);
        nearly(pairs.elo(), -21.04, 2.95);
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

    /// Ten wins of ten: 10 ln σ(d) + ln σ(d/2) + ln σ(−d/2), computed in another language, is
    /// −2.3632 at its maximum and lower by 1.96²·0.9915/2 at σ(d) = 0.7556; 0.9915 is the
    /// dispersion.
    #[test]
    fn all_or_nothing_is_not_certain() {
        let share = Score { wins: 10, ..Score::default() }.share().unwrap();
        assert_eq!(format!("{share:.2}"), "1.00 [0.76, 1.00]");
        let elo = Score { wins: 10, ..Score::default() }.elo().unwrap();
        assert_eq!((elo.value, elo.interval.high), (f64::INFINITY, f64::INFINITY));
        let draws = Score { draws: 10, ..Score::default() };
        assert_eq!(draws.share().unwrap().value, 0.5);
        assert!(draws.share().unwrap().interval.contains(0.4));
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
