//! Student's distribution: the mean of a small sample with its interval, whether a number belongs
//! to a sample, and Welch's test of whether two samples have the same mean.

use super::interval::{Estimate, Interval};
use super::special::{falling_root, incomplete_beta};

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

impl Sample {
    /// The sample of some numbers; `None` with fewer than two.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let count = numbers.len() as f64;
        if numbers.len() < 2 {
            return None;
        }
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let deviation = (squares / (count - 1.0)).sqrt();
        Some(Self { mean, deviation, count: numbers.len() as u64 })
    }

    /// The mean with Student's interval of 95 %, which is wider than the normal one if there are
    /// few numbers.
    pub fn mean_with_interval(&self) -> Estimate {
        let count = self.count as f64;
        let error = student_quantile(0.05, count - 1.0) * self.deviation / count.sqrt();
        let interval = Interval { low: self.mean - error, high: self.mean + error };
        Estimate { value: self.mean, interval }
    }

    /// The p-value of one more number, two-sided: how often a number of the same normal
    /// distribution is as far from the mean of the others. `None` if they do not vary.
    pub fn p_value_of(&self, number: f64) -> Option<f64> {
        let error = self.deviation * (1.0 + 1.0 / self.count as f64).sqrt();
        (error > 0.0)
            .then(|| student_two_sided((number - self.mean) / error, self.count as f64 - 1.0))
    }
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

/// The number that is exceeded in absolute value with a given probability.
fn student_quantile(probability: f64, degrees: f64) -> f64 {
    // 1/(1 + t) falls from one to zero, so that the search has two ends.
    let shrunk = falling_root(0.0, 1.0, |shrunk: f64| {
        probability - student_two_sided(1.0 / shrunk - 1.0, degrees)
    });
    1.0 / shrunk - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student's sleep data (1908) in R: `t.test(extra ~ group, sleep)` gives p = 0.07939.
    #[test]
    fn the_sleep_data_of_student() {
        let one = Sample::of(&[0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]).unwrap();
        let other = Sample::of(&[1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]).unwrap();
        assert_eq!(format!("{:.5}", welch_test(one, other).unwrap()), "0.07939");
        assert_eq!(welch_test(one, Sample { count: 1, ..other }), None);
        // `t.test(sleep$extra[1:10])`.
        let Interval { low, high } = one.mean_with_interval().interval;
        assert_eq!(format!("{low:.7} {high:.7}"), "-0.5297804 2.0297804");
        assert_eq!(Sample::of(&[0.7]), None);
    }

    /// With two numbers the distribution is Cauchy's, half of which is within one.
    #[test]
    fn one_more_number() {
        let two = Sample::of(&[0.0, 2.0]).unwrap();
        for number in [1.0 + 3_f64.sqrt(), 1.0 - 3_f64.sqrt()] {
            assert!((two.p_value_of(number).unwrap() - 0.5).abs() < 1e-12);
        }
        assert_eq!(two.p_value_of(1.0), Some(1.0));
        assert_eq!(Sample::of(&[1.0, 1.0]).unwrap().p_value_of(1.0), None);
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
