//! The functions that distributions are made of.
//!
//! Our own because there are four of them; a library would bring hundreds.

/// The logarithm of the gamma function, for positive numbers: Lanczos' approximation with g = 7 and
/// nine coefficients (Godfrey 2001), good to 15 digits.
pub(crate) fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let base = x + 7.5;
    let series =
        COEFFICIENTS.iter().zip(1..).fold(0.999_999_999_999_809_9, |sum, (coefficient, place)| {
            sum + coefficient / (x + f64::from(place))
        });
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * base.ln() - base + series.ln()
}

/// The regularised incomplete beta function Iₓ(a, b): the chance that a beta-distributed number is
/// below x.
///
/// By its continued fraction (Abramowitz and Stegun 26.5.8), evaluated as Lentz does (1976); on the
/// side where it converges fast.
pub(crate) fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let front =
        (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    // Numerators and denominators of the fraction are kept as ratios of neighbours, which must not
    // be zero.
    let not_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut c, mut d) = (1.0, 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for term in 1..10_000 {
        let m = f64::from(term);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for numerator in [even, odd] {
            d = 1.0 / not_zero(1.0 + numerator * d);
            c = not_zero(1.0 + numerator / c);
            fraction *= c * d;
        }
        if (fraction - before).abs() <= 1e-16 * fraction.abs() {
            break;
        }
    }
    front * fraction
}

/// The chance that a standard normal number is below x.
///
/// By the series Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …) (Marsaglia 2004) near zero and by
/// Laplace's continued fraction for the tails.
pub(crate) fn normal_below(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.abs() > 6.0 {
        let fraction = (1..=60).rev().fold(x.abs(), |rest, term| x.abs() + f64::from(term) / rest);
        let tail = density / fraction;
        return if x > 0.0 { 1.0 - tail } else { tail };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-18 * sum.abs() && term != 0.0 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + density * sum
}

/// The place between two others where a function that falls from above zero to below it is zero, to
/// 1e-15 or the last bit.
pub(crate) fn falling_root(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        if high - low < 1e-15 || middle <= low || middle >= high {
            return middle;
        }
        if function(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() <= 1e-12 * other.abs().max(1.0)
    }

    /// Γ(n) = (n - 1)!, Γ(½) = √π.
    #[test]
    fn gamma_is_the_factorial() {
        let mut factorial = 1.0_f64;
        for n in 1..100 {
            assert!(close(ln_gamma(f64::from(n)), factorial.ln()), "{n}");
            factorial *= f64::from(n);
        }
        assert!(close(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln()));
    }

    /// Closed forms: Iₓ(a, 1) = xᵃ, Iₓ(1, b) = 1 - (1 - x)ᵇ, Iₓ(½, ½) = 2/π·asin √x, and I at a
    /// whole number is a binomial sum.
    #[test]
    fn the_incomplete_beta_function_in_closed_form() {
        for x in [0.001, 0.1, 0.3, 0.5, 0.77, 0.999] {
            for a in [0.5, 1.0, 3.0, 40.0] {
                assert!(close(incomplete_beta(x, a, 1.0), x.powf(a)), "{x} {a}");
                assert!(close(incomplete_beta(x, 1.0, a), 1.0 - (1.0 - x).powf(a)), "{x} {a}");
            }
            assert!(
                close(incomplete_beta(x, 0.5, 0.5), x.sqrt().asin() * std::f64::consts::FRAC_2_PI),
                "{x}"
            );
            // Three or more of five.
            let sum =
                10.0 * x.powi(3) * (1.0 - x).powi(2) + 5.0 * x.powi(4) * (1.0 - x) + x.powi(5);
            assert!(close(incomplete_beta(x, 3.0, 3.0), sum), "{x}");
        }
    }

    /// Values from Abramowitz and Stegun, Tables 26.1 and 26.2.
    #[test]
    fn the_normal_distribution_as_it_is_printed() {
        assert!(close(normal_below(0.0), 0.5));
        assert!(close(normal_below(1.0), 0.841_344_746_068_543));
        assert!(close(normal_below(2.0), 0.977_249_868_051_821));
        assert!(close(normal_below(-1.0), 0.158_655_253_931_457));
        assert!(close(normal_below(super::super::NORMAL_QUANTILE), 0.975));
        // Q(5) and Q(10): -log10 is 6.54265 and 23.11805.
        assert!((normal_below(-5.0).log10() + 6.542_65).abs() < 1e-5);
        assert!((normal_below(-10.0).log10() + 23.118_05).abs() < 1e-5);
        assert!((normal_below(-6.000_001) / normal_below(-5.999_999) - 1.0).abs() < 2e-5);
    }
}
