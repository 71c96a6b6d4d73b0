//! What games between two prove, as far as the table of a match needs it.

use std::fmt;
use std::str::FromStr;

/// Wins, draws and losses of the first of two, and its points in pairs of games with the seats swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Score {
    /// Games that it won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Pairs in which it got 0, 1/2, 1, 3/2, 2 points.
    pub pairs: [u64; 5],
}

/// So many standard deviations hold 95 of a hundred.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// What never happened counts as half a time in a test: a few games that were all won have a spread, too, and prove little.
const NEVER: f64 = 0.5;

impl Score {
    /// How many games there are.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points of the first, out of as many as there are games.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The difference in Elo at which one gets so many points, and how far it may be off either way at 95 %; infinite if it
    /// won or lost everything.
    pub fn elo(&self) -> Option<(f64, f64)> {
        let mean = self.mean()?;
        let (_, deviation) = self.moments()?;
        let reach = NORMAL_95 * deviation;
        Some((elo(mean), (elo(mean + reach) - elo(mean - reach)) / 2.0))
    }

    /// The mean of a game, and the standard deviation of that mean. From the pairs, where all games are in pairs: their games are
    /// not independent of each other.
    fn moments(&self) -> Option<(f64, f64)> {
        if 2 * self.pairs.iter().sum::<u64>() == self.games() {
            moments(&PAIR_MEANS.into_iter().zip(self.pairs.map(|count| count as f64)).collect::<Vec<_>>())
        } else {
            moments(&[(0.0, self.losses as f64), (0.5, self.draws as f64), (1.0, self.wins as f64)])
        }
    }

    /// The logarithm of how much more likely the second hypothesis makes these pairs than the first: the generalised sequential test
    /// in its normal approximation. Games without their other half do not count.
    pub fn log_likelihood_ratio(&self, test: &Sprt) -> f64 {
        if self.pairs == [0; 5] {
            return 0.0;
        }
        let counts: Vec<(f64, f64)> =
            PAIR_MEANS.into_iter().zip(self.pairs.map(|count| (count as f64).max(NEVER))).collect();
        let [low, high] = [test.elo0, test.elo1].map(expected);
        let ratio =
            |(mean, deviation): (f64, f64)| (high - low) * (2.0 * mean - low - high) / (2.0 * deviation * deviation);
        moments(&counts).map_or(0.0, ratio)
    }
}

/// The points of a game in the pairs that are told apart.
const PAIR_MEANS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The mean of numbers that were seen so often, and the standard deviation of that mean; `None` if none was seen.
fn moments(counts: &[(f64, f64)]) -> Option<(f64, f64)> {
    let count: f64 = counts.iter().map(|&(_, count)| count).sum();
    let mean = counts.iter().map(|&(value, count)| value * count).sum::<f64>() / count;
    let squares = counts.iter().map(|&(value, count)| (value - mean).powi(2) * count).sum::<f64>();
    (count > 0.0).then(|| (mean, (squares / count / count).sqrt()))
}

/// The difference in Elo at which one gets so much of the points.
fn elo(mean: f64) -> f64 {
    if mean <= 0.0 {
        f64::NEG_INFINITY
    } else if mean >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (mean / (1.0 - mean)).log10()
    }
}

/// The share of the points at a difference in Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// A sequential test between two differences in Elo, both errors at 5 %: `0,5`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// What is to be refused.
    pub elo0: f64,
    /// What is to be shown.
    pub elo1: f64,
}

/// What a sequential test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is the larger one.
    Accepted,
    /// The difference is the smaller one.
    Refused,
}

impl Sprt {
    /// Where the test ends, either way: Wald's bound for errors of 5 %.
    pub fn bound(&self) -> f64 {
        (0.95_f64 / 0.05).ln()
    }

    /// What a score proves, if anything.
    pub fn verdict(&self, score: &Score) -> Option<Verdict> {
        let ratio = score.log_likelihood_ratio(self);
        if ratio >= self.bound() {
            Some(Verdict::Accepted)
        } else if ratio <= -self.bound() {
            Some(Verdict::Refused)
        } else {
            None
        }
    }
}

/// The text is not a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSprtError;

impl fmt::Display for ParseSprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a test: it is two differences in Elo, the smaller one first, like 0,5")
    }
}

impl std::error::Error for ParseSprtError {}

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, ParseSprtError> {
        let (elo0, elo1) = text.split_once(',').ok_or(ParseSprtError)?;
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let (elo0, elo1) = number(elo0).zip(number(elo1)).ok_or(ParseSprtError)?;
        if elo0 < elo1 { Ok(Self { elo0, elo1 }) } else { Err(ParseSprtError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 64 % is a hundred Elo in the tables of the chess federation; 66 of 100 is 115.2 by the formula.
    #[test]
    fn elo_of_a_score() {
        let score = Score { wins: 66, losses: 34, ..Score::default() };
        let (elo, reach) = score.elo().unwrap();
        assert!((elo - 115.23).abs() < 0.01, "{elo}");
        // 1.96 · √(0.66 · 0.34 / 100) = 0.0928 either way.
        let upper = 400.0 * (0.75285_f64 / 0.24715).log10();
        let lower = 400.0 * (0.56715_f64 / 0.43285).log10();
        assert!((reach - (upper - lower) / 2.0).abs() < 0.1, "{reach}");
        assert_eq!(Score::default().elo(), None);
    }

    #[test]
    fn nothing_but_wins_is_infinite() {
        let (elo, reach) = Score { wins: 10, ..Score::default() }.elo().unwrap();
        assert!(elo.is_infinite() && !reach.is_finite());
    }

    #[test]
    fn the_test_ends_both_ways() {
        let test: Sprt = "0,10".parse().unwrap();
        let score = |pairs| Score { pairs, ..Score::default() };
        assert_eq!(test.verdict(&Score::default()), None);
        assert_eq!(test.verdict(&score([0, 0, 0, 0, 1])), None);
        assert_eq!(test.verdict(&score([25, 0, 50, 0, 25])), None);
        assert_eq!(test.verdict(&score([1000, 0, 3000, 0, 1300])), Some(Verdict::Accepted));
        assert_eq!(test.verdict(&score([1050, 0, 3000, 0, 1000])), Some(Verdict::Refused));
        // By hand: (s1 − s0) (2 m − s0 − s1) / (2 σ² / n) with m = 0.5, σ² = 0.125, n = 100, s0 = 0.5, s1 = 0.51439.
        let ratio = score([25, 0, 50, 0, 25]).log_likelihood_ratio(&test);
        assert!((ratio + 0.01439 * 0.01439 * 100.0 / 0.25).abs() < 0.01, "{ratio}");
        for text in ["", "5", "5,0", "0,0", "0,x", "0,inf"] {
            assert_eq!(text.parse::<Sprt>(), Err(ParseSprtError), "{text}");
        }
    }
}
