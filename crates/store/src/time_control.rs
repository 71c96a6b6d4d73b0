//! Time controls: a clock for all moves of a player.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// A time control: `10+0.1` is ten seconds for all moves and a tenth more after each.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time at the beginning.
    pub time: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// The text is not a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a time control: seconds, optionally + and the increment in seconds, like 10+0.1")]
pub struct ParseTimeControlError;

/// A year: more than any game takes, and little enough to be added to a point in time.
const LONGEST: f64 = 365.0 * 24.0 * 60.0 * 60.0;

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = seconds(time).filter(|time| !time.is_zero());
        time.zip(seconds(increment))
            .map(|(time, increment)| Self { time, increment })
            .ok_or(ParseTimeControlError)
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = if is_plain { text.parse().ok()? } else { return None };
    (seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs_f64(), self.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        let control: TimeControl = "10+0.1".parse().unwrap();
        assert_eq!(control.time, Duration::from_secs(10));
        assert_eq!(control.increment, Duration::from_millis(100));
        assert_eq!(control.to_string(), "10+0.1");
        assert_eq!("0.5".parse::<TimeControl>().unwrap().time, Duration::from_millis(500));
        for text in [
            "",
            "+1",
            "0+1",
            "-1",
            "10+",
            "10+x",
            "1e9",
            "inf",
            "10+0.1+2",
            "99999999999",
            ".",
            "1..2",
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(ParseTimeControlError), "{text}");
        }
    }
}
