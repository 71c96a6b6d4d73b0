//! The rating of a solver: Glicko-2.
//!
//! Source: Mark E. Glickman, *Example of the Glicko-2 system*, 2013, glicko.net/glicko/glicko2.pdf.
//! The steps and letters are those of the paper. A puzzle is an opponent that never changes.

use std::f64::consts::PI;

/// The rating of a solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko {
    /// The rating.
    pub rating: f64,
    /// The rating deviation RD: with 95 % certainty the true rating is within two of them.
    pub deviation: f64,
    /// The volatility σ: how much the true rating is expected to change.
    pub volatility: f64,
}

/// One attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The rating of the puzzle.
    pub rating: f64,
    /// The rating deviation of the puzzle.
    pub deviation: f64,
    /// 1 if it was solved, 0 if not.
    pub score: f64,
}

/// The factor between the scale of ratings and the one that the formulas use.
const SCALE: f64 = 173.7178;

/// The system constant τ: how much the volatility may change.
const TAU: f64 = 0.5;

/// The paper's tolerance ε.
const TOLERANCE: f64 = 1e-6;

impl Default for Glicko {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Glicko {
    /// The largest rating deviation: nothing is known.
    pub const MOST_DEVIATION: f64 = 350.0;

    /// The rating after some attempts, which are one rating period.
    #[must_use]
    pub fn after(self, outcomes: &[Outcome]) -> Self {
        let (mu, phi) = ((self.rating - 1500.0) / SCALE, self.deviation / SCALE);
        // Step 3: the estimated variance v, and step 4: the sum that the improvement is made of.
        let (mut information, mut gain) = (0.0, 0.0);
        for outcome in outcomes {
            let weight = g(outcome.deviation / SCALE);
            let expected = 1.0 / (1.0 + (-weight * (mu - (outcome.rating - 1500.0) / SCALE)).exp());
            information += weight * weight * expected * (1.0 - expected);
            gain += weight * (outcome.score - expected);
        }
        if outcomes.is_empty() {
            let deviation = SCALE * phi.hypot(self.volatility);
            return Self { deviation: deviation.min(Self::MOST_DEVIATION), ..self };
        }
        let variance = 1.0 / information;
        let volatility = new_volatility(self.volatility, phi, variance, variance * gain);
        // Steps 6 to 8.
        let before = phi.hypot(volatility);
        let after = 1.0 / (1.0 / (before * before) + information).sqrt();
        Self {
            rating: 1500.0 + SCALE * (mu + after * after * gain),
            deviation: (SCALE * after).min(Self::MOST_DEVIATION),
            volatility,
        }
    }
}

fn g(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

/// Step 5: the root of f by the Illinois method.
fn new_volatility(sigma: f64, phi: f64, variance: f64, improvement: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let spread = phi * phi + variance + x.exp();
        x.exp() * (improvement * improvement - spread) / (2.0 * spread * spread)
            - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let excess = improvement * improvement - phi * phi - variance;
    let mut high = if excess > 0.0 {
        excess.ln()
    } else {
        let mut steps = 1.0;
        while f(a - steps * TAU) < 0.0 {
            steps += 1.0;
        }
        a - steps * TAU
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    while (high - low).abs() > TOLERANCE {
        let next = low + (low - high) * f_low / (f_high - f_low);
        let f_next = f(next);
        if f_next * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (next, f_next);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(rating: f64, deviation: f64, score: f64) -> Outcome {
        Outcome { rating, deviation, score }
    }

    /// The worked example of the paper.
    #[test]
    fn the_example_of_the_paper() {
        let player = Glicko { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let games =
            [outcome(1400.0, 30.0, 1.0), outcome(1550.0, 100.0, 0.0), outcome(1700.0, 300.0, 0.0)];
        let after = player.after(&games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    /// The paper: without games only the deviation grows, to √(φ² + σ²).
    #[test]
    fn without_attempts_the_rating_stays() {
        let player = Glicko { rating: 1600.0, deviation: 100.0, volatility: 0.06 };
        let after = player.after(&[]);
        assert_eq!((after.rating, after.volatility), (1600.0, 0.06));
        let phi = (100.0 / SCALE).powi(2) + 0.06_f64.powi(2);
        assert!((after.deviation - SCALE * phi.sqrt()).abs() < 1e-9);
    }

    /// A surprise moves the rating more than what was expected, and every attempt tells something.
    #[test]
    fn surprises_count_more() {
        let player = Glicko::default();
        let solved = |rating| player.after(&[outcome(rating, 80.0, 1.0)]);
        assert!(solved(1900.0).rating > solved(1100.0).rating);
        assert!(solved(1100.0).rating > player.rating);
        assert!(player.after(&[outcome(1100.0, 80.0, 0.0)]).rating < player.rating);
        assert!(solved(1500.0).deviation < player.deviation);
    }

    /// Somebody who solves exactly what is rated below 1800 ends there.
    #[test]
    fn the_rating_settles() {
        let mut player = Glicko::default();
        for place in 0..400 {
            let rating = player.rating + f64::from(place % 7) * 60.0 - 180.0;
            let score = if rating < 1800.0 { 1.0 } else { 0.0 };
            player = player.after(&[outcome(rating, 80.0, score)]);
        }
        assert!((player.rating - 1800.0).abs() < 60.0 && player.deviation < 80.0, "{player:?}");
    }
}
