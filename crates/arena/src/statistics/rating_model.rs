//! The Bradley–Terry model and its profile likelihood.
//!
//! Zermelo (1929), Bradley and Terry (1952): of the points between i and j, i gets the share
//! σ(θᵢ − θⱼ) = 1 / (1 + exp(θⱼ − θᵢ)); a draw is half a point for each. Each player also has a
//! number of drawn games (one by default) against an imagined player of strength 0: the prior. It
//! keeps ratings finite, and is part of the estimate and of the interval alike.
//!
//! Points do not vary as those of independent decided games do: draws and pairs with swapped seats
//! vary less. So the likelihood is a quasi-likelihood (Wedderburn 1974) whose dispersion φ is
//! estimated from the units, pairs or single games, of all encounters.

use super::NORMAL_QUANTILE;

/// The weight of the assumption φ = 1, as a variance of points: that of one pair of decided games
/// between equal players. Without it, a handful of equal results would pass for no variance at all.
const PRIOR_VARIANCE: f64 = 0.5;

/// The part of the prior with which the dispersion is estimated. With all of it, a player that won
/// every game would be expected to lose some, and that it did not would pass for a small variance.
const WEAK_PRIOR: f64 = 0.01;

/// Units of one encounter that gave the same points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Units {
    /// The first player's points of one unit.
    pub(crate) points: f64,
    /// The games of one unit.
    pub(crate) games: f64,
    /// The number of such units.
    pub(crate) count: f64,
}

/// The games of two players against each other.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    pub(crate) one: usize,
    pub(crate) other: usize,
    pub(crate) units: Vec<Units>,
    games: f64,
    points: f64,
}

impl Meeting {
    pub(crate) fn new(one: usize, other: usize, units: Vec<Units>) -> Self {
        let games = units.iter().map(|unit| unit.games * unit.count).sum();
        let points = units.iter().map(|unit| unit.points * unit.count).sum();
        Self { one, other, units, games, points }
    }
}

/// The results of a tournament.
#[derive(Clone)]
pub(crate) struct RatingModel {
    pub(crate) players: usize,
    pub(crate) meetings: Vec<Meeting>,
    /// Drawn games of each player against a player of strength 0; more than none.
    pub(crate) prior: f64,
}

/// The strengths that maximise the penalised likelihood.
pub(crate) struct Fit {
    pub(crate) strengths: Vec<f64>,
    log_likelihood: f64,
    dispersion: f64,
}

/// The strength of a player above the mean of all: the estimate and its confidence limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profile {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl RatingModel {
    pub(crate) fn fit(&self) -> Fit {
        let (strengths, log_likelihood) = self.maximise(vec![0.0; self.players], None);
        let weak = Self { prior: WEAK_PRIOR * self.prior, ..self.clone() };
        let dispersion = weak.dispersion(&weak.maximise(strengths.clone(), None).0);
        Fit { strengths, log_likelihood, dispersion }
    }

    /// The profile-likelihood interval: all values at which the best likelihood is within ½z²φ of
    /// the maximum. It contains the estimate by construction.
    pub(crate) fn profile(&self, fit: &Fit, player: usize) -> Profile {
        let mean = 1.0 / self.players as f64;
        let contrast: Vec<f64> =
            (0..self.players).map(|place| f64::from(u8::from(place == player)) - mean).collect();
        let value = dot(&contrast, &fit.strengths);
        let (_, curvature) = self.derivatives(&fit.strengths);
        let variance = dot(&contrast, &solve(curvature, contrast.clone())) * fit.dispersion;
        let allowed = 0.5 * NORMAL_QUANTILE.powi(2) * fit.dispersion;
        let limit = |sign: f64| {
            // The normal limit is the first guess; the root of the drop is nearly linear.
            let mut distance = NORMAL_QUANTILE * variance.sqrt();
            let (mut inside, mut outside) = (0.0, f64::INFINITY);
            let mut strengths = fit.strengths.clone();
            for _ in 0..100 {
                let target = value + sign * distance;
                let (next, log_likelihood) = self.maximise(strengths, Some((&contrast, target)));
                strengths = next;
                let drop = ((fit.log_likelihood - log_likelihood).max(0.0) / allowed).sqrt();
                if (drop - 1.0).abs() < 1e-9 || outside - inside < 1e-9 {
                    break;
                }
                if drop > 1.0 {
                    outside = distance;
                } else {
                    inside = distance;
                }
                let guess = distance / drop.max(0.5);
                distance = if outside.is_infinite() {
                    guess.max(1.01 * inside)
                } else if guess > inside && guess < outside {
                    guess
                } else {
                    f64::midpoint(inside, outside)
                };
            }
            value + sign * distance
        };
        Profile { value, low: limit(-1.0), high: limit(1.0) }
    }

    /// How much more the units vary than independent decided games would: the squared residuals
    /// divided by the variance that the model expects.
    fn dispersion(&self, strengths: &[f64]) -> f64 {
        let (mut squares, mut variance, mut count) = (0.0, 0.0, 0.0);
        for meeting in &self.meetings {
            let share = expected(strengths[meeting.one] - strengths[meeting.other]);
            for unit in &meeting.units {
                squares += unit.count * (unit.points - unit.games * share).powi(2);
                variance += unit.count * unit.games * share * (1.0 - share);
                count += unit.count;
            }
        }
        // Residuals are smaller than errors: the strengths were fitted to the same results.
        let freedom = (1.0 - (self.players as f64 - 1.0) / count).max(0.0);
        (PRIOR_VARIANCE + squares) / (PRIOR_VARIANCE + variance * freedom)
    }

    /// Newton's method on the penalised likelihood, which has one maximum; among the strengths
    /// whose product with a contrast has a given value, if there is one.
    fn maximise(&self, start: Vec<f64>, condition: Option<(&[f64], f64)>) -> (Vec<f64>, f64) {
        let mut strengths = start;
        if let Some((contrast, target)) = condition {
            let gap = (target - dot(contrast, &strengths)) / dot(contrast, contrast);
            strengths.iter_mut().zip(contrast).for_each(|(value, part)| *value += gap * part);
        }
        let mut before = self.log_likelihood(&strengths);
        for _ in 0..200 {
            let (gradient, curvature) = self.derivatives(&strengths);
            let mut step = solve(curvature.clone(), gradient);
            if let Some((contrast, _)) = condition {
                // Lagrange: take away what would leave the condition.
                let away = solve(curvature, contrast.to_vec());
                let multiplier = dot(contrast, &step) / dot(contrast, &away);
                step.iter_mut().zip(&away).for_each(|(step, away)| *step -= multiplier * away);
            }
            let longest = step.iter().copied().map(f64::abs).fold(0.0, f64::max);
            // Far from the maximum a step can lead beyond it: then a shorter one.
            let mut factor = if longest > 2.0 { 2.0 / longest } else { 1.0 };
            let (next, likelihood) = loop {
                let next: Vec<f64> = strengths
                    .iter()
                    .zip(&step)
                    .map(|(value, step)| value + factor * step)
                    .collect();
                let likelihood = self.log_likelihood(&next);
                if likelihood >= before || factor < 1e-6 {
                    break (next, likelihood);
                }
                factor /= 2.0;
            };
            (strengths, before) = (next, likelihood);
            if longest < 1e-10 {
                break;
            }
        }
        (strengths, before)
    }

    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        // ln σ(x), without losing small values.
        let ln_expected = |x: f64| if x > 0.0 { -(-x).exp().ln_1p() } else { x - x.exp().ln_1p() };
        let likelihood = |x: f64, games: f64, points: f64| {
            points * ln_expected(x) + (games - points) * ln_expected(-x)
        };
        let played = self.meetings.iter().map(|meeting| {
            let difference = strengths[meeting.one] - strengths[meeting.other];
            likelihood(difference, meeting.games, meeting.points)
        });
        let imagined = strengths.iter().map(|&x| likelihood(x, self.prior, self.prior / 2.0));
        played.chain(imagined).sum()
    }

    /// The gradient of the log-likelihood, and the negative of its second derivatives.
    fn derivatives(&self, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let mut gradient: Vec<f64> =
            strengths.iter().map(|&x| self.prior * (0.5 - expected(x))).collect();
        let mut curvature = vec![vec![0.0; self.players]; self.players];
        for (place, &x) in strengths.iter().enumerate() {
            curvature[place][place] = self.prior * expected(x) * expected(-x);
        }
        for &Meeting { one, other, games, points, .. } in &self.meetings {
            let share = expected(strengths[one] - strengths[other]);
            let (excess, bend) = (points - games * share, games * share * (1.0 - share));
            gradient[one] += excess;
            gradient[other] -= excess;
            curvature[one][one] += bend;
            curvature[other][other] += bend;
            curvature[one][other] -= bend;
            curvature[other][one] -= bend;
        }
        (gradient, curvature)
    }
}

/// The expected share of the points for a difference in strength.
pub(crate) fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The solution of a system of equations whose matrix is symmetric and positive definite, so that
/// no rows need be swapped.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for (row, line) in below.iter_mut().enumerate() {
            let factor = line[pivot] / pivot_row[pivot];
            for (cell, from) in line[pivot..].iter_mut().zip(&pivot_row[pivot..]) {
                *cell -= factor * from;
            }
            right[pivot + 1 + row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand, two players and two wins: with d the difference, the penalised log-likelihood is
    /// 2 ln σ(d) + ln σ(d/2) + ln σ(−d/2), scanned here in small steps.
    #[test]
    fn the_limits_are_where_the_likelihood_has_dropped() {
        let units = vec![Units { points: 2.0, games: 2.0, count: 1.0 }];
        let model =
            RatingModel { players: 2, meetings: vec![Meeting::new(0, 1, units)], prior: 1.0 };
        let fit = model.fit();
        let found = model.profile(&fit, 0);
        let likelihood =
            |d: f64| 2.0 * expected(d).ln() + expected(d / 2.0).ln() + expected(-d / 2.0).ln();
        let steps = || (-20_000..20_000).map(|step| f64::from(step) / 1000.0);
        let best = steps().map(likelihood).fold(f64::NEG_INFINITY, f64::max);
        // One unit has no residual variance: the dispersion is that of the assumption.
        let allowed = 0.5 * 1.96_f64.powi(2);
        let inside: Vec<f64> = steps().filter(|&d| likelihood(d) > best - allowed).collect();
        assert!((2.0 * found.low - inside[0]).abs() < 2e-3, "{found:?} {inside:?}");
        assert!((2.0 * found.high - inside[inside.len() - 1]).abs() < 2e-3, "{found:?}");
    }
}
