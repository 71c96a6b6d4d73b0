//! Adam (Kingma, Ba 2015): the one optimiser of all networks here.
//!
//! The moments begin at zero and are biased towards it. The paper corrects that in two ways, which
//! differ in the place of ε and so in the last bits: in the moments (Algorithm 1) or in the
//! learning rate (end of section 2, as in TensorFlow). Hoľa's networks follow TensorFlow, as the
//! author's program did; the champion's follow Algorithm 1. The order of every multiplication is
//! fixed, because shipped weights and run folders must come out bit by bit.

/// Decay rates of the moments, as the authors propose.
pub(crate) const BETA_1: f32 = 0.9;
pub(crate) const BETA_2: f32 = 0.999;

/// ε, which keeps the divisor above zero.
const EPSILON: f32 = 1e-8;

/// One step of Adam: the place of the bias correction, and its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// In the moments. `mean` is 1 − β₁ᵗ and `square` is 1 − β₂ᵗ.
    CorrectMoments { rate: f32, mean: f32, square: f32 },
    /// In the learning rate, which is α √(1 − β₂ᵗ) / (1 − β₁ᵗ).
    CorrectRate { rate: f32 },
}

impl Step {
    /// The second form; the powers are β₁ᵗ and β₂ᵗ.
    pub(crate) fn with_corrected_rate(learning_rate: f32, [power_1, power_2]: [f32; 2]) -> Self {
        Self::CorrectRate { rate: learning_rate * (1.0 - power_2).sqrt() / (1.0 - power_1) }
    }

    /// Changes weights and the first two moments of their gradients.
    #[inline]
    pub(crate) fn apply(
        self,
        values: &mut [f32],
        gradients: &[f32],
        means: &mut [f32],
        squares: &mut [f32],
    ) {
        let moments = means.iter_mut().zip(squares);
        let weights = values.iter_mut().zip(gradients).zip(moments);
        match self {
            Self::CorrectMoments { rate, mean: first, square: second } => {
                for ((value, gradient), (mean, square)) in weights {
                    *mean = BETA_1 * *mean + (1.0 - BETA_1) * gradient;
                    *square = BETA_2 * *square + (1.0 - BETA_2) * gradient * gradient;
                    *value -= rate * (*mean / first) / ((*square / second).sqrt() + EPSILON);
                }
            }
            Self::CorrectRate { rate } => {
                for ((value, gradient), (mean, square)) in weights {
                    *mean = BETA_1 * *mean + (1.0 - BETA_1) * gradient;
                    *square = BETA_2 * *square + (1.0 - BETA_2) * (gradient * gradient);
                    *value -= rate * *mean / (square.sqrt() + EPSILON);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Algorithm 1 in double precision, a few steps of several gradients: both forms follow it.
    #[test]
    fn both_forms_are_the_published_algorithm() {
        let gradients = [0.5_f32, -2.0, 0.25, 0.0, 1.0];
        for form in [0, 1] {
            let (mut value, mut mean, mut square) = (1.0_f32, 0.0_f32, 0.0_f32);
            let (mut slow, mut slow_mean, mut slow_square) = (1.0_f64, 0.0_f64, 0.0_f64);
            for (number, &gradient) in (1..).zip(&gradients) {
                let powers = [0.9_f64.powi(number), 0.999_f64.powi(number)];
                let step = if form == 0 {
                    let [mean, square] = powers.map(|power| (1.0 - power) as f32);
                    Step::CorrectMoments { rate: 0.01, mean, square }
                } else {
                    Step::with_corrected_rate(0.01, powers.map(|power| power as f32))
                };
                let [value_, mean_, square_] =
                    [&mut value, &mut mean, &mut square].map(std::slice::from_mut);
                step.apply(value_, &[gradient], mean_, square_);
                let exact = f64::from(gradient);
                slow_mean = 0.9 * slow_mean + 0.1 * exact;
                slow_square = 0.999 * slow_square + 0.001 * exact * exact;
                let corrected = (slow_square / (1.0 - powers[1])).sqrt() + 1e-8;
                slow -= 0.01 * slow_mean / (1.0 - powers[0]) / corrected;
                assert!((f64::from(value) - slow).abs() < 1e-5, "{form}: {value}, not {slow}");
                if number == 1 {
                    // The first step is the learning rate, whatever the gradient (section 2.1).
                    assert!((value - 0.99).abs() < 1e-6, "{value}");
                }
            }
        }
    }
}
