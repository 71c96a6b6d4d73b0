//! Numbers as reports write them.

use std::fmt;

/// A number, and how it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// A whole number: `1,375,968`.
    Exact(u128),
    /// A number and its digits after the point: `60.4`.
    Decimal(f64, usize),
    /// A share of one and its digits after the point: `46.2 %`.
    Percent(f64, usize),
    /// The decimal logarithm of a number, which may be too large for a float: `1.7884·10¹⁶²`.
    PowerOfTen(f64),
    /// A claim in words: `most games`.
    Words(&'static str),
}

impl Quantity {
    /// A large number, written by powers of ten.
    pub fn large(number: f64) -> Self {
        Self::PowerOfTen(number.log10())
    }

    /// As a plain number; infinite if it is too large, NaN for words.
    pub fn value(self) -> f64 {
        match self {
            Self::Exact(number) => number as f64,
            Self::Decimal(number, _) | Self::Percent(number, _) => number,
            Self::PowerOfTen(logarithm) => 10_f64.powf(logarithm),
            Self::Words(_) => f64::NAN,
        }
    }

    /// Whether two numbers of a kind are equal to one unit in the last digit that is printed.
    pub fn equals_as_printed(self, other: Self) -> bool {
        let near = |one: f64, other: f64, digits: usize| {
            // A little more than a unit: rounding must not decide.
            (one - other).abs() <= 1.000_001 * 10_f64.powi(-(digits as i32))
        };
        match (self, other) {
            (Self::Decimal(one, digits), Self::Decimal(other, _)) => near(one, other, digits),
            (Self::Percent(one, digits), Self::Percent(other, _)) => {
                near(100.0 * one, 100.0 * other, digits)
            }
            (Self::PowerOfTen(one), Self::PowerOfTen(other)) => {
                let ratio = 10_f64.powf(one - other);
                let mantissa = 10_f64.powf(other - other.floor());
                near(ratio * mantissa, mantissa, MANTISSA_DIGITS)
            }
            _ => self == other,
        }
    }
}

/// The digits after the point of a power of ten.
const MANTISSA_DIGITS: usize = 4;

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exact(number) => f.write_str(&grouped(number)),
            Self::Decimal(number, digits) => write!(f, "{number:.digits$}"),
            Self::Percent(share, digits) => write!(f, "{:.digits$} %", share * 100.0),
            Self::Words(words) => f.write_str(words),
            Self::PowerOfTen(logarithm) if !logarithm.is_finite() => write!(f, "{}", self.value()),
            Self::PowerOfTen(logarithm) => {
                let (exponent, mantissa) =
                    (logarithm.floor(), 10_f64.powf(logarithm - logarithm.floor()));
                // A mantissa that rounds up to ten belongs to the next power.
                let (mantissa, exponent) =
                    if mantissa >= 9.999_95 { (1.0, exponent + 1.0) } else { (mantissa, exponent) };
                write!(f, "{mantissa:.MANTISSA_DIGITS$}·10{}", superscript(exponent as i64))
            }
        }
    }
}

/// A whole number with a comma between every three digits.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A whole number in raised digits.
pub(super) fn superscript(number: i64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number
        .to_string()
        .chars()
        .map(|digit| digit.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_papers_write_them() {
        assert_eq!(
            Quantity::Exact(1_375_968_129_062_134_174_771).to_string(),
            "1,375,968,129,062,134,174,771"
        );
        assert_eq!(Quantity::Exact(128).to_string(), "128");
        assert_eq!(Quantity::Decimal(60.44, 1).to_string(), "60.4");
        assert_eq!(Quantity::Percent(0.4619, 1).to_string(), "46.2 %");
        assert_eq!(Quantity::large(60.4_f64.powf(91.1)).to_string(), "1.7884·10¹⁶²");
        assert_eq!(Quantity::PowerOfTen(-3.0).to_string(), "1.0000·10⁻³");
        assert_eq!(Quantity::large(9.999_99e5).to_string(), "1.0000·10⁶");
        assert_eq!(Quantity::large(0.0).to_string(), "0");
        assert_eq!(Quantity::PowerOfTen(400.0).value(), f64::INFINITY);
    }
}
