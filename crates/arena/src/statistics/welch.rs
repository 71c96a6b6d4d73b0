//! Welch's test: whether two samples have the same mean.

use super::special::incomplete_beta;

/// The mean and the standard deviation of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The mean.
    pub mean: f64,
    /// The standard deviation, with n − 1 in its denominator.
    pub deviation: f64,
    /// How many numbers there are.
    pub count: u64,
}

/// The p-value of Welch's t-test (1947), two-sided: whether two samples with their own variances
/// have the same mean. `None` if a sample has fewer than two numbers, or neither varies.
pub fn welch_test(one: Sample, other: Sample) -> Option<f64> {
    let squared_error = |sample: &Sample| sample.deviation.powi(2) / sample.count as f64;
    let (a, b) = (squared_error(&one), squared_error(&other));
    let freedom = |square: f64, sample: &Sample| square * square / (sample.count as f64 - 1.0);
    if one.count < 2 || other.count < 2 || a + b <= 0.0 {
        return None;
    }
    let degrees = (a + b).powi(2) / (freedom(a, &one) + freedom(b, &other));
    Some(student_two_sided((one.mean - other.mean) / (a + b).sqrt(), degrees))
}

/// The probability that a number with Student's distribution is at least this far from zero.
fn student_two_sided(t: f64, degrees: f64) -> f64 {
    incomplete_beta(degrees / (degrees + t * t), degrees / 2.0, 0.5)
}

#[cfg(test)]
mod tests {
    use super::super::special::falling_root;
    use super::*;

    fn sample(numbers: &[f64]) -> Sample {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        Sample { mean, deviation: (squares / (count - 1.0)).sqrt(), count: numbers.len() as u64 }
    }

    /// Student's sleep data (1908) in R: `t.test(extra ~ group, sleep)` gives p = 0.07939.
    #[test]
    fn the_sleep_data_of_student() {
        let one = sample(&[0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]);
        let other = sample(&[1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
        assert_eq!(format!("{:.5}", welch_test(one, other).unwrap()), "0.07939");
        assert_eq!(welch_test(one, Sample { count: 1, ..other }), None);
    }

    /// The number that is exceeded in absolute value with a given probability.
    fn student_quantile(probability: f64, degrees: f64) -> f64 {
        // 1/(1 + t) falls from one to zero, so that the search has two ends.
        let shrunk = falling_root(0.0, 1.0, |shrunk: f64| {
            probability - student_two_sided(1.0 / shrunk - 1.0, degrees)
        });
        1.0 / shrunk - 1.0
    }

    /// Printed tables of the t-distribution, and its closed forms: with one degree of freedom it is
    /// Cauchy's, with two P(|T| > t) = 1 − t/√(2 + t²).
    #[test]
    fn the_t_distribution_as_it_is_printed() {
        for (degrees, quantile) in [(1.0, 12.706), (2.0, 4.303), (10.0, 2.228), (30.0, 2.042)] {
            assert!((student_quantile(0.05, degrees) - quantile).abs() < 6e-4, "{degrees}");
        }
        let t = 1.7_f64;
        let cauchy = 1.0 - t.atan() * std::f64::consts::FRAC_2_PI;
        assert!((student_two_sided(t, 1.0) - cauchy).abs() < 1e-12);
        let two = 1.0 - t / (2.0 + t * t).sqrt();
        assert!((student_two_sided(t, 2.0) - two).abs() < 1e-12);
    }
}
