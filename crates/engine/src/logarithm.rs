//! The natural logarithm, the same on every machine.

use std::f64::consts::{LN_2, SQRT_2};

/// The natural logarithm of a number that is not zero.
///
/// Our own because that of the standard library asks the machine's, and one wrong last bit can
/// change which move is tried next, and with it the whole game. Here are only operations that IEEE
/// 754 rounds the same way everywhere.
pub fn ln(number: u32) -> f64 {
    // number = fraction · 2^exponent, the fraction between √½ and √2.
    let mut exponent = number.ilog2();
    let mut fraction = f64::from(number) / (1_u64 << exponent) as f64;
    if fraction > SQRT_2 {
        fraction /= 2.0;
        exponent += 1;
    }
    // ln x = 2 (s + s³/3 + s⁵/5 + …) with s = (x − 1) / (x + 1), at most 0.172: every term is 34
    // times smaller than the one before.
    let s = (fraction - 1.0) / (fraction + 1.0);
    let series = (0..10).rev().fold(0.0, |sum, term| sum * (s * s) + 1.0 / f64::from(2 * term + 1));
    2.0 * s * series + f64::from(exponent) * LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_library_says() {
        let numbers = (1..10_000).chain((10_000..u32::MAX).step_by(999_983)).chain([u32::MAX]);
        for number in numbers {
            let expected = f64::from(number).ln();
            assert!(
                (ln(number) - expected).abs() <= 1e-15 * expected.max(1.0),
                "{number}: {} {expected}",
                ln(number)
            );
        }
    }
}
