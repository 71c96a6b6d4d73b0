//! CMA-ES, evolution that learns in which direction to look: N. Hansen, *The CMA Evolution
//! Strategy: A Tutorial*, 2016 (arXiv 1604.00772), with positive weights only.
//!
//! Our own: a page of formulas, and a library would not give the same numbers on every machine. For
//! the same reason the two functions that machines may round differently (a logarithm and an
//! exponential) are rounded to twelve digits here.

use quoridor_engine::random::Random;
use serde::{Deserialize, Serialize};

use super::eigen::symmetric_eigen;

/// A normal distribution that moves towards what is good.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CmaEs {
    /// The middle.
    pub mean: Vec<f64>,
    /// How wide it is: σ.
    pub step: f64,
    /// Its shape: C.
    covariance: Vec<Vec<f64>>,
    /// Where it has been heading: p_σ, p_c.
    step_path: Vec<f64>,
    shape_path: Vec<f64>,
    /// (1 − c_σ)^2g after g generations: how little the path knows yet.
    forgotten: f64,
}

/// The constants that follow from the dimension and the population size (Table 1 of the tutorial).
struct Constants {
    /// w₁ … w_μ.
    weights: Vec<f64>,
    effective: f64,
    step_rate: f64,
    step_damping: f64,
    shape_rate: f64,
    rank_one: f64,
    rank_mu: f64,
    /// E‖N(0, I)‖.
    expected_length: f64,
}

impl Constants {
    fn new(dimension: usize, generation: usize) -> Self {
        let n = dimension as f64;
        let logarithm = |number: f64| (number.ln() * 1e12).round() / 1e12;
        let half = (generation as f64 + 1.0) / 2.0;
        let raw: Vec<f64> =
            (1..=generation / 2).map(|rank| logarithm(half) - logarithm(rank as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let step_rate = (effective + 2.0) / (n + effective + 5.0);
        let rank_one = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let rank_mu =
            2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0) * (n + 2.0) + effective);
        Self {
            step_damping: 1.0
                + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0)
                + step_rate,
            shape_rate: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            rank_one,
            rank_mu: rank_mu.min(1.0 - rank_one),
            expected_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            step_rate,
            effective,
            weights,
        }
    }
}

impl CmaEs {
    /// A round distribution.
    pub fn new(mean: Vec<f64>, step: f64) -> Self {
        let n = mean.len();
        let covariance = (0..n)
            .map(|row| (0..n).map(|column| f64::from(u8::from(row == column))).collect())
            .collect();
        Self {
            step,
            covariance,
            step_path: vec![0.0; n],
            shape_path: vec![0.0; n],
            forgotten: 1.0,
            mean,
        }
    }

    /// Samples of the distribution.
    pub fn sample(&self, count: usize, random: &mut Random) -> Vec<Vec<f64>> {
        let (values, vectors) = symmetric_eigen(&self.covariance);
        let widths: Vec<f64> = values.iter().map(|value| value.max(0.0).sqrt()).collect();
        let point = |_| {
            let along: Vec<f64> = widths.iter().map(|width| width * random.normal()).collect();
            let shift = |row: usize| {
                vectors[row].iter().zip(&along).map(|(part, by)| part * by).sum::<f64>()
            };
            self.mean
                .iter()
                .enumerate()
                .map(|(row, middle)| middle + self.step * shift(row))
                .collect()
        };
        (0..count).map(point).collect()
    }

    /// Learns from the points of a generation, from the best to the worst. Four or more.
    pub fn update(&mut self, ranked: &[Vec<f64>]) {
        let n = self.mean.len();
        let constants = Constants::new(n, ranked.len());
        let Constants { effective, step_rate, shape_rate, rank_one, rank_mu, .. } = constants;
        let steps: Vec<Vec<f64>> = ranked[..constants.weights.len()]
            .iter()
            .map(|point| {
                point.iter().zip(&self.mean).map(|(to, from)| (to - from) / self.step).collect()
            })
            .collect();
        let mean_step: Vec<f64> = (0..n)
            .map(|place| {
                constants
                    .weights
                    .iter()
                    .zip(&steps)
                    .map(|(weight, step)| weight * step[place])
                    .sum()
            })
            .collect();
        for (middle, by) in self.mean.iter_mut().zip(&mean_step) {
            *middle += self.step * by;
        }
        let rounder = self.rounded(&mean_step);
        let gain = (step_rate * (2.0 - step_rate) * effective).sqrt();
        for (path, by) in self.step_path.iter_mut().zip(&rounder) {
            *path = (1.0 - step_rate) * *path + gain * by;
        }
        self.forgotten *= (1.0 - step_rate) * (1.0 - step_rate);
        let length = self.step_path.iter().map(|part| part * part).sum::<f64>().sqrt();
        // A path that has become long says that the steps are too short: then the shape waits.
        let known = (1.0 - self.forgotten).sqrt();
        let is_calm = length / known < (1.4 + 2.0 / (n as f64 + 1.0)) * constants.expected_length;
        let calm = f64::from(u8::from(is_calm));
        let gain = calm * (shape_rate * (2.0 - shape_rate) * effective).sqrt();
        for (path, by) in self.shape_path.iter_mut().zip(&mean_step) {
            *path = (1.0 - shape_rate) * *path + gain * by;
        }
        let kept =
            1.0 - rank_one - rank_mu + rank_one * (1.0 - calm) * shape_rate * (2.0 - shape_rate);
        for row in 0..n {
            for column in 0..n {
                let spread: f64 = constants
                    .weights
                    .iter()
                    .zip(&steps)
                    .map(|(weight, step)| weight * step[row] * step[column])
                    .sum();
                let along = self.shape_path[row] * self.shape_path[column];
                let cell = &mut self.covariance[row][column];
                *cell = kept * *cell + rank_one * along + rank_mu * spread;
            }
        }
        let change =
            step_rate / constants.step_damping * (length / constants.expected_length - 1.0);
        self.step *= (change.min(1.0).exp() * 1e12).round() / 1e12;
    }

    /// A step as it would be if the distribution were round: C^(−½) of it.
    fn rounded(&self, step: &[f64]) -> Vec<f64> {
        let (values, vectors) = symmetric_eigen(&self.covariance);
        let n = step.len();
        let along: Vec<f64> = (0..n)
            .map(|place| {
                let part: f64 = (0..n).map(|row| vectors[row][place] * step[row]).sum();
                part / values[place].max(1e-20).sqrt()
            })
            .collect();
        (0..n)
            .map(|row| vectors[row].iter().zip(&along).map(|(part, by)| part * by).sum())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many generations of twelve until a function is below a bound; `None` if not within so
    /// many.
    fn generations(
        function: fn(&[f64]) -> f64,
        start: Vec<f64>,
        bound: f64,
        most: usize,
    ) -> Option<usize> {
        let mut random = Random::new(1);
        let mut search = CmaEs::new(start, 0.5);
        (0..most).find(|_| {
            let mut points = search.sample(12, &mut random);
            points.sort_by(|one, other| function(one).total_cmp(&function(other)));
            search.update(&points);
            function(&search.mean) < bound
        })
    }

    /// The three functions of the tutorial's appendix; the numbers of evaluations that are
    /// published for dimension ten (about 1,500, 4,000 and 6,000 to 10⁻¹⁰) leave room for less than
    /// twice as many.
    #[test]
    fn the_usual_functions_are_minimised() {
        let sphere: fn(&[f64]) -> f64 = |x| x.iter().map(|x| x * x).sum();
        let ellipsoid: fn(&[f64]) -> f64 = |x| {
            x.iter().enumerate().map(|(place, x)| 1e6_f64.powf(place as f64 / 9.0) * x * x).sum()
        };
        let rosenbrock: fn(&[f64]) -> f64 = |x| {
            x.windows(2)
                .map(|pair| 100.0 * (pair[1] - pair[0] * pair[0]).powi(2) + (1.0 - pair[0]).powi(2))
                .sum()
        };
        let found = |function, bound, most| generations(function, vec![3.0; 10], bound, most);
        assert!(found(sphere, 1e-10, 250).is_some());
        assert!(found(ellipsoid, 1e-10, 700).is_some());
        let slow = generations(rosenbrock, vec![0.0; 10], 1e-10, 1200);
        assert!(slow.is_some_and(|slow| slow > 100), "{slow:?}");
    }

    /// Table 1 of the tutorial for n = 10, λ = 10, worked out from its formulas by hand.
    #[test]
    fn the_constants_are_the_published_ones() {
        let constants = Constants::new(10, 10);
        let expected = [0.4563, 0.2708, 0.1622, 0.0852, 0.0255];
        for (weight, expected) in constants.weights.iter().zip(expected) {
            assert!((weight - expected).abs() < 1e-4, "{:?}", constants.weights);
        }
        assert!((constants.effective - 3.1673).abs() < 1e-3, "{}", constants.effective);
        assert!((constants.step_rate - 5.1673 / 18.1673).abs() < 1e-4);
        assert!((constants.rank_one - 2.0 / (11.3 * 11.3 + 3.1673)).abs() < 1e-6);
        assert!((constants.expected_length - 3.0847).abs() < 1e-3, "{}", constants.expected_length);
    }
}
