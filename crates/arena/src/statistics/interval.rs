//! Numbers that are not known exactly.

use std::fmt;
use std::ops::Neg;

/// From where to where a number may lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least that it may be.
    pub low: f64,
    /// The most that it may be.
    pub high: f64,
}

impl Interval {
    /// Whether a number lies in it, its ends included.
    pub fn contains(&self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// The interval of a growing function of the number.
    #[must_use]
    pub fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self { low: function(self.low), high: function(self.high) }
    }
}

impl Neg for Interval {
    type Output = Self;

    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

/// Written with as many digits after the point as the format asks for: `{:.1}`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(2);
        write!(f, "[{:.digits$}, {:.digits$}]", self.low, self.high)
    }
}

/// A number as well as one knows it, and from where to where it may lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// Where the number lies, as sure as [`CONFIDENCE`](super::CONFIDENCE).
    pub interval: Interval,
}

impl Estimate {
    /// Half the width of the interval: what is written after ±.
    pub fn error(&self) -> f64 {
        (self.interval.high - self.interval.low) / 2.0
    }

    /// The estimate of a growing function of the number.
    #[must_use]
    pub fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self { value: function(self.value), interval: self.interval.map(function) }
    }
}

impl Neg for Estimate {
    type Output = Self;

    fn neg(self) -> Self {
        Self { value: -self.value, interval: -self.interval }
    }
}

/// Written with as many digits after the point as the format asks for: `{:.1}`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(2);
        write!(f, "{:.digits$} {:.digits$}", self.value, self.interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_negative_of_an_interval_begins_where_it_ended() {
        let estimate = Estimate { value: 3.0, interval: Interval { low: 1.0, high: 4.0 } };
        assert_eq!(
            -estimate,
            Estimate { value: -3.0, interval: Interval { low: -4.0, high: -1.0 } }
        );
        assert_eq!(format!("{:.1}", -estimate), "-3.0 [-4.0, -1.0]");
        assert_eq!(estimate.error(), 1.5);
        assert!(estimate.interval.contains(4.0) && !estimate.interval.contains(4.5));
    }
}
