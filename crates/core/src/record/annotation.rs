//! The annotations `[%eval …]` and `[%clk …]`.

use core::fmt;
use core::str::FromStr;

/// An engine's opinion of a position, for the player who moved first: `[%eval 0.35]`,
/// `[%eval #-4,12]`.
///
/// ```
/// use quoridor_core::record::{Evaluation, Score};
/// let evaluation: Evaluation = "-1.5,12".parse().unwrap();
/// assert_eq!(evaluation, Evaluation { score: Score::Hundredths(-150), depth: Some(12) });
/// assert_eq!(evaluation.to_string(), "-1.50,12");
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// How good it is.
    pub score: Score,
    /// The depth of the search, if it was noted.
    pub depth: Option<u32>,
}

/// How good a position is.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of the engine's unit.
    Hundredths(i32),
    /// Won in this number of moves, lost if negative: `#4`, `#-4`.
    WinsIn(i32),
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Hundredths(hundredths) => {
                let sign = if hundredths < 0 { "-" } else { "" };
                let size = hundredths.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
            Score::WinsIn(moves) => write!(f, "#{moves}")?,
        }
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}

/// The text is not an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseEvaluationError;

impl fmt::Display for ParseEvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not an evaluation: it is a number with at most two decimals or # and moves, \
             then perhaps a comma and the depth, like 0.35 or #-4,12",
        )
    }
}

impl core::error::Error for ParseEvaluationError {}

impl FromStr for Evaluation {
    type Err = ParseEvaluationError;

    fn from_str(text: &str) -> Result<Self, ParseEvaluationError> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(digits(depth).ok_or(ParseEvaluationError)?)),
            None => (text, None),
        };
        let score = match score.strip_prefix('#') {
            Some(moves) => Score::WinsIn(signed(moves, digits).ok_or(ParseEvaluationError)?),
            None => Score::Hundredths(signed(score, hundredths).ok_or(ParseEvaluationError)?),
        };
        Ok(Self { score, depth })
    }
}

fn digits(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn signed(text: &str, size: impl Fn(&str) -> Option<u32>) -> Option<i32> {
    match text.strip_prefix('-') {
        Some(text) => 0_i32.checked_sub_unsigned(size(text)?),
        None => i32::try_from(size(text.strip_prefix('+').unwrap_or(text))?).ok(),
    }
}

fn hundredths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let decimals = match decimals.len() {
        1 => digits(decimals)? * 10,
        2 => digits(decimals)?,
        _ => return None,
    };
    digits(whole)?.checked_mul(100)?.checked_add(decimals)
}

/// The time left on a player's clock after the move: `[%clk 0:09:58]`.
///
/// ```
/// use quoridor_core::record::Clock;
/// let clock: Clock = "0:09:58.5".parse().unwrap();
/// assert_eq!(clock.milliseconds, 598_500);
/// assert_eq!(clock.to_string(), "0:09:58.500");
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock {
    /// In thousandths of a second.
    pub milliseconds: u64,
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, thousandths) = (self.milliseconds / 1000, self.milliseconds % 1000);
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        if thousandths == 0 { Ok(()) } else { write!(f, ".{thousandths:03}") }
    }
}

/// The text is not a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseClockError;

impl fmt::Display for ParseClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a clock: it is hours, minutes and seconds, like 0:09:58 or 0:09:58.5")
    }
}

impl core::error::Error for ParseClockError {}

impl FromStr for Clock {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<Self, ParseClockError> {
        read_clock(text).map(|milliseconds| Self { milliseconds }).ok_or(ParseClockError)
    }
}

fn read_clock(text: &str) -> Option<u64> {
    let mut fields = text.split(':');
    let (hours, minutes, seconds) = (digits(fields.next()?)?, fields.next()?, fields.next()?);
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let below_sixty = |text: &str| digits(text).filter(|&number| text.len() <= 2 && number < 60);
    let thousandths = match fraction.len() {
        1..=3 => digits(fraction)? * 10_u32.pow(3 - fraction.len() as u32),
        _ => return None,
    };
    let seconds = u64::from(hours) * 3600
        + u64::from(below_sixty(minutes)?) * 60
        + u64::from(below_sixty(seconds)?);
    fields.next().is_none().then_some(seconds * 1000 + u64::from(thousandths))
}
