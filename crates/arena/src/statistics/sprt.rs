//! The sequential probability ratio test (SPRT) of two differences in strength.

use std::fmt;
use std::str::FromStr;

use super::evidence::{Evidence, NORMALIZED_ELO_A_DEVIATION, share_of_elo, shares};
use super::special::falling_root;

/// The unit of the two differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EloModel {
    /// Normalised Elo: how long the test takes does not depend on how many games are drawn.
    #[default]
    Normalized,
    /// Logistic Elo, the usual one.
    Logistic,
}

/// A sequential probability ratio test (Wald 1945) of one difference in strength against a larger
/// one, generalised (GSPRT) in that the chances of every number of points are estimated for each
/// difference by maximum likelihood (Van den Bergh, *Comments on normalized Elo*, 2021). What
/// fishtest and fastchess do.
///
/// ```
/// use quoridor_arena::statistics::{EloModel, Pairs, Sprt, SprtVerdict};
/// let sprt = Sprt::new(0.0, 2.0, 0.05, 0.05, EloModel::Normalized).unwrap();
/// let pairs = Pairs { by_half_points: [365, 16618, 36229, 16974, 390] };
/// assert_eq!(format!("{:.2}", sprt.log_likelihood_ratio(&pairs)), "2.25");
/// assert_eq!(sprt.verdict(&pairs), SprtVerdict::Continue);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Undecided.
    Continue,
    /// The smaller difference is nearer the truth: the change is refused.
    AcceptElo0,
    /// The larger difference is nearer the truth: the change is accepted.
    AcceptElo1,
}

/// Differences beyond this make no test: it would end within a game or two.
const LARGEST_ELO: f64 = 200.0;

/// The count of a result that has not been seen, for it may still come.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// The test of `elo0` against `elo1`. If the truth is `elo0` it accepts `elo1` with the chance
    /// `alpha`, if the truth is `elo1` it accepts `elo0` with the chance `beta`.
    ///
    /// # Errors
    /// Numbers that make no test.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: EloModel,
    ) -> Result<Self, SprtError> {
        if !(elo0 < elo1 && elo0 >= -LARGEST_ELO && elo1 <= LARGEST_ELO) {
            return Err(SprtError::Elo { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Chances { alpha, beta });
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The same test with its differences counted in something else.
    #[must_use]
    pub const fn with_model(self, model: EloModel) -> Self {
        Self { model, ..self }
    }

    /// The smaller and the larger difference.
    pub const fn elos(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The unit of the differences.
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// Where the test ends: at the first of them `elo0` is accepted, at the second `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much more likely the results are if the truth is `elo1` than if it is
    /// `elo0`. Zero without any.
    pub fn log_likelihood_ratio<E: Evidence>(&self, evidence: &E) -> f64 {
        if evidence.units() == 0 {
            return 0.0;
        }
        let counts = evidence.counts();
        let counts: Vec<f64> = counts
            .as_ref()
            .iter()
            .map(|&count| if count == 0 { UNSEEN } else { count as f64 })
            .collect();
        let units: f64 = counts.iter().sum();
        let seen: Vec<f64> = counts.iter().map(|count| count / units).collect();
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => likeliest_with_mean(&seen, share_of_elo(elo)),
            EloModel::Normalized => {
                let deviations =
                    elo / NORMALIZED_ELO_A_DEVIATION * f64::from(E::GAMES_A_UNIT).sqrt();
                likeliest_with_excess(&seen, deviations)
            }
        };
        let (at0, at1) = (likeliest(self.elo0), likeliest(self.elo1));
        let each = seen
            .iter()
            .zip(at0.iter().zip(&at1))
            .map(|(chance, (at0, at1))| chance * (at1 / at0).ln());
        units * each.sum::<f64>()
    }

    /// The verdict on the results.
    pub fn verdict<E: Evidence>(&self, evidence: &E) -> SprtVerdict {
        let (ratio, (lower, upper)) = (self.log_likelihood_ratio(evidence), self.bounds());
        if ratio >= upper {
            SprtVerdict::AcceptElo1
        } else if ratio <= lower {
            SprtVerdict::AcceptElo0
        } else {
            SprtVerdict::Continue
        }
    }
}

/// Of all chances whose mean share of the points is given, those that make likeliest what was seen:
/// p̂ᵢ / (1 + θ(aᵢ - s)) with the θ for which the mean is s.
fn likeliest_with_mean(seen: &[f64], mean: f64) -> Vec<f64> {
    let excess: Vec<f64> = shares(seen.len()).map(|share| share - mean).collect();
    tilted(seen, &excess).unwrap_or_else(|| seen.to_vec())
}

/// The probabilities with the largest likelihood among those whose mean exceeds one half by
/// `deviations` of their own standard deviations. The condition is not linear in the probabilities:
/// it is replaced by its tangent at the last guess until that no longer changes.
fn likeliest_with_excess(seen: &[f64], deviations: f64) -> Vec<f64> {
    let mut chances = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..100 {
        let mean: f64 =
            shares(seen.len()).zip(&chances).map(|(share, chance)| share * chance).sum();
        let variance: f64 = shares(seen.len())
            .zip(&chances)
            .map(|(share, chance)| chance * (share - mean).powi(2))
            .sum();
        let sigma = variance.sqrt();
        let tangent: Vec<f64> = shares(seen.len())
            .map(|share| {
                share - 0.5 - 0.5 * deviations * sigma * (1.0 + ((share - mean) / sigma).powi(2))
            })
            .collect();
        let Some(next) = tilted(seen, &tangent) else { break };
        let change =
            chances.iter().zip(&next).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        chances = next;
        if change < 1e-9 {
            break;
        }
    }
    chances
}

/// The chances p̂ᵢ / (1 + θφᵢ) with Σ pᵢφᵢ = 0; `None` if φ has only one sign, so that there are
/// none.
fn tilted(seen: &[f64], phi: &[f64]) -> Option<Vec<f64>> {
    let least = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let most = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let sum = |theta: f64| {
        seen.iter().zip(phi).map(|(chance, phi)| chance * phi / (1.0 + theta * phi)).sum()
    };
    let theta = falling_root(-1.0 / most, -1.0 / least, sum);
    Some(seen.iter().zip(phi).map(|(chance, phi)| chance / (1.0 + theta * phi)).collect())
}

/// Both errors of a test that is only told its differences.
const ERROR: f64 = 0.05;

/// The differences, with errors of 5 % each and in normalised Elo: `0,5`.
impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, ParseSprtError> {
        let number = |text: &str| text.trim().parse().map_err(|_| ParseSprtError::NoNumbers);
        let (elo0, elo1) = text.split_once(',').ok_or(ParseSprtError::NoNumbers)?;
        Self::new(number(elo0)?, number(elo1)?, ERROR, ERROR, EloModel::default())
            .map_err(ParseSprtError::NoTest)
    }
}

/// The text is not a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ParseSprtError {
    /// It is not two numbers.
    #[error("not a test: it is two differences in Elo, the smaller one first, like 0,5")]
    NoNumbers,
    /// It is, but they make none.
    #[error(transparent)]
    NoTest(SprtError),
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        })
    }
}

impl FromStr for EloModel {
    type Err = ParseEloModelError;

    fn from_str(text: &str) -> Result<Self, ParseEloModelError> {
        let all = [Self::Normalized, Self::Logistic];
        all.into_iter().find(|model| model.to_string() == text).ok_or(ParseEloModelError)
    }
}

/// The text does not say what differences are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a model: it is normalized or logistic")]
pub struct ParseEloModelError;

/// Numbers that make no sequential test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The differences are not in order, or too large.
    #[error(
        "{elo0} and {elo1} make no test: elo0 must be less than elo1, and both within \
         {LARGEST_ELO} of 0, like 0,5"
    )]
    Elo {
        /// The smaller one, as it was given.
        elo0: f64,
        /// The larger one, as it was given.
        elo1: f64,
    },
    /// The chances of an error are none.
    #[error(
        "{alpha} and {beta} are not the chances of an error: both must be above 0 and their sum \
         below 1, like 0.05 and 0.05"
    )]
    Chances {
        /// Of accepting the larger difference wrongly.
        alpha: f64,
        /// Of accepting the smaller difference wrongly.
        beta: f64,
    },
}

#[cfg(test)]
mod tests {
    use quoridor_engine::random::Random;

    use super::super::{GameResult, Pairs, Score};
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    fn near(ratio: f64, expected: f64) {
        // Fastchess' tests give two digits, and allow one part in a hundred.
        assert!(
            (ratio - expected).abs() <= 0.01 * (1.0 + expected.abs()),
            "{ratio} is not {expected}"
        );
    }

    /// The numbers of fastchess for the same games and pairs (its tests, `sprt_test.cpp`).
    #[test]
    fn as_fastchess_computes_it() {
        use EloModel::{Logistic, Normalized};
        let games = |wins, losses, draws| Score { wins, draws, losses };
        near(sprt(0.0, 2.0, Normalized).log_likelihood_ratio(&games(36433, 36027, 68692)), 0.92);
        near(sprt(-1.75, 0.25, Normalized).log_likelihood_ratio(&games(10871, 10650, 20431)), 2.30);
        near(sprt(0.5, 2.5, Logistic).log_likelihood_ratio(&games(21404, 21184, 40708)), -1.57);
        near(sprt(0.0, 2.0, Logistic).log_likelihood_ratio(&games(57433, 57030, 106_593)), -2.59);
        let pairs = |by_half_points| Pairs { by_half_points };
        near(
            sprt(0.0, 2.0, Normalized)
                .log_likelihood_ratio(&pairs([365, 16618, 36229, 16974, 390])),
            2.25,
        );
        near(
            sprt(-1.75, 0.25, Normalized)
                .log_likelihood_ratio(&pairs([127, 4883, 10712, 5150, 104])),
            3.01,
        );
        near(
            sprt(0.5, 2.5, Logistic).log_likelihood_ratio(&pairs([223, 9863, 21279, 10037, 246])),
            -3.07,
        );
        near(
            sprt(0.0, 2.0, Logistic).log_likelihood_ratio(&pairs([871, 26175, 55983, 26678, 821])),
            -4.98,
        );
    }

    /// Draws only: the mean exceeds one half by t deviations only if a share of at least t² is won,
    /// and each of n draws is then less likely by that share: -n·t². (Versions of fastchess
    /// disagree about results of only one kind; these two tests do not rest on it.)
    #[test]
    fn draws_only_are_evidence_for_equality() {
        let draws = 16_700;
        let t = 5.0 / NORMALIZED_ELO_A_DEVIATION;
        let ratio = sprt(0.0, 5.0, EloModel::Normalized)
            .log_likelihood_ratio(&Score { draws, ..Score::default() });
        assert!((ratio + draws as f64 * t * t).abs() < 0.05, "{ratio}");
    }

    /// Wins only: what a general optimiser (SciPy's SLSQP) finds for the same likelihood under the
    /// same condition.
    #[test]
    fn wins_only_as_another_optimiser_finds() {
        let ratio = sprt(0.0, 5.0, EloModel::Normalized)
            .log_likelihood_ratio(&Pairs { by_half_points: [0, 0, 0, 0, 104] });
        assert!((ratio - 2.094_954_53).abs() < 1e-6, "{ratio}");
    }

    /// Won or lost only, there is nothing to estimate: the ratio is Wald's, W·ln(s₁/s₀) + L·ln((1 -
    /// s₁)/(1 - s₀)). (Draws count as a thousandth of one.)
    #[test]
    fn without_draws_it_is_walds() {
        let (won, lost) = (650_u64, 600_u64);
        let (s0, s1) = (share_of_elo(0.0), share_of_elo(30.0));
        let wald = won as f64 * (s1 / s0).ln() + lost as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
        let ratio = sprt(0.0, 30.0, EloModel::Logistic).log_likelihood_ratio(&Score {
            wins: won,
            draws: 0,
            losses: lost,
        });
        assert!((ratio - wald).abs() < 1e-3, "{ratio} {wald}");
    }

    /// Wald's bounds for five in a hundred: ± ln 19.
    #[test]
    fn the_bounds() {
        let (lower, upper) = sprt(0.0, 5.0, EloModel::Logistic).bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + 19_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn seen_from_the_other_side_the_ratio_is_the_opposite() {
        let random = &mut Random::new(5);
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let (test, opposite) = (sprt(-3.0, 10.0, model), sprt(-10.0, 3.0, model));
            for _ in 0..200 {
                let pairs =
                    Pairs { by_half_points: std::array::from_fn(|_| random.below(100) as u64) };
                let (one, other) =
                    (test.log_likelihood_ratio(&pairs), opposite.log_likelihood_ratio(&!pairs));
                assert!(
                    one.is_finite() && (one + other).abs() < 1e-6 * (1.0 + one.abs()),
                    "{model:?} {pairs}: {one} {other}"
                );
            }
        }
    }

    #[test]
    fn what_makes_no_test_is_an_error() {
        let error = |elo0, elo1, alpha, beta| {
            Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic).unwrap_err().to_string()
        };
        assert!(error(5.0, 5.0, 0.05, 0.05).starts_with("5 and 5 make no test: elo0 must be less"));
        assert!(error(0.0, f64::NAN, 0.05, 0.05).starts_with("0 and NaN make no test"));
        assert!(error(0.0, 500.0, 0.05, 0.05).contains("within 200 of 0"));
        assert!(
            error(0.0, 5.0, 0.5, 0.5).starts_with("0.5 and 0.5 are not the chances of an error")
        );
        assert_eq!(
            sprt(0.0, 5.0, EloModel::Normalized).log_likelihood_ratio(&Pairs::default()),
            0.0
        );
    }

    #[test]
    fn tests_are_read() {
        assert_eq!("-3, 10".parse(), Ok(sprt(-3.0, 10.0, EloModel::Normalized)));
        for text in ["", "5", "0,x", "0;5"] {
            assert_eq!(text.parse::<Sprt>(), Err(ParseSprtError::NoNumbers), "{text}");
        }
        for text in ["5,0", "0,0", "0,inf", "0,NaN"] {
            assert!(matches!(text.parse::<Sprt>(), Err(ParseSprtError::NoTest(_))), "{text}");
        }
        assert_eq!("logistic".parse(), Ok(EloModel::Logistic));
        assert_eq!("linear".parse::<EloModel>(), Err(ParseEloModelError));
    }

    /// How often a test accepts the larger difference, if the share of the points is this in truth
    /// and a fifth of the games are drawn.
    fn accepts(test: &Sprt, share: f64, matches: usize, random: &mut Random) -> f64 {
        const DRAWN: f64 = 0.2;
        let mut accepted = 0;
        for _ in 0..matches {
            let mut pairs = Pairs::default();
            let verdict = loop {
                let mut game = || match random.unit() {
                    number if number < share - DRAWN / 2.0 => GameResult::Win,
                    number if number < share + DRAWN / 2.0 => GameResult::Draw,
                    _ => GameResult::Loss,
                };
                pairs += Pairs::of(game(), game());
                match test.verdict(&pairs) {
                    SprtVerdict::Continue => {}
                    verdict => break verdict,
                }
            };
            accepted += usize::from(verdict == SprtVerdict::AcceptElo1);
        }
        accepted as f64 / matches as f64
    }

    /// On simulated matches the errors are as frequent as they were meant to be, within a fifth.
    #[test]
    fn the_error_rates_are_nominal() {
        let random = &mut Random::new(11);
        let test = Sprt::new(0.0, 40.0, 0.05, 0.1, EloModel::Logistic).unwrap();
        let wrongly = accepts(&test, share_of_elo(0.0), 6000, random);
        assert!((0.04..=0.06).contains(&wrongly), "accepts elo1 wrongly: {wrongly}");
        let wrongly = 1.0 - accepts(&test, share_of_elo(40.0), 3000, random);
        assert!((0.08..=0.12).contains(&wrongly), "accepts elo0 wrongly: {wrongly}");
    }
}
