//! Numbers as reports write them.

use std::fmt;

/// A number, and how it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    /// A whole number: `1,375,968`.
    Exact(u128),
    /// With so many digits after the point: `60.4`.
    Decimal(f64, usize),
    /// So many percent of one, with so many digits after the point: `46.2 %`.
    Percent(f64, usize),
    /// A number known by its decimal logarithm, for it may be larger than any other kind can be:
    /// `1.7884·10¹⁶²`.
    PowerOfTen(f64),
}

impl Quantity {
    /// A large number, written by powers of ten.
    pub fn large(number: f64) -> Self {
        Self::PowerOfTen(number.log10())
    }

    /// As a plain number; infinite if it is too large to be one.
    pub fn value(self) -> f64 {
        match self {
            Self::Exact(number) => number as f64,
            Self::Decimal(number, _) | Self::Percent(number, _) => number,
            Self::PowerOfTen(logarithm) => 10_f64.powf(logarithm),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exact(number) => f.write_str(&grouped(number)),
            Self::Decimal(number, digits) => write!(f, "{number:.digits$}"),
            Self::Percent(share, digits) => write!(f, "{:.digits$} %", share * 100.0),
            Self::PowerOfTen(logarithm) if !logarithm.is_finite() => write!(f, "{}", self.value()),
            Self::PowerOfTen(logarithm) => {
                let (exponent, mantissa) =
                    (logarithm.floor(), 10_f64.powf(logarithm - logarithm.floor()));
                // What rounds up to ten is one of the next power.
                let (mantissa, exponent) =
                    if mantissa >= 9.999_95 { (1.0, exponent + 1.0) } else { (mantissa, exponent) };
                write!(f, "{mantissa:.4}·10{}", superscript(exponent as i64))
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
