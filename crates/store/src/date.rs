//! Days.

use std::fmt;
use std::str::FromStr;
use std::time::SystemTime;

use thiserror::Error;

/// A day of the Gregorian calendar.
///
/// ```
/// use quoridor_store::Date;
/// let date: Date = "2026.11.15".parse().unwrap();
/// assert_eq!(date.to_string(), "2026-11-15");
/// assert!("2026-02-29".parse::<Date>().is_err());
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// A day of a year from 0 to 9999; `None` if there is no such day.
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        if year <= 9999
            && month >= 1
            && month <= 12
            && day >= 1
            && day <= days_of_month(year, month)
        {
            Some(Self { year, month, day })
        } else {
            None
        }
    }

    /// The current day, in coordinated universal time.
    pub fn today() -> Self {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self::of_day(now.as_secs() / 86_400)
    }

    /// The day with a number of days since 1 January 1970 (by the algorithm of Hinnant,
    /// *chrono-compatible low-level date algorithms*, 2013).
    pub fn of_day(days: u64) -> Self {
        let days = days + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        // March is the first month here, so that the leap day is the last day of the year.
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year_of_era + era * 400 + u64::from(month <= 2);
        // A machine whose clock is that wrong still plays: the last day that can be written.
        let last = Self { year: 9999, month: 12, day: 31 };
        u16::try_from(year)
            .ok()
            .and_then(|year| Self::new(year, month as u8, day as u8))
            .unwrap_or(last)
    }

    /// As records write it: `2026.11.15`.
    pub fn in_record(self) -> String {
        self.to_string().replace('-', ".")
    }
}

const fn days_of_month(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:04}-{:02}-{:02}", self.year, self.month, self.day))
    }
}

/// The text is not a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a date: a date is a year, a month and a day, like 2026-11-15 or 2026.11.15")]
pub struct ParseDateError;

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        let separator = if text.contains('.') { '.' } else { '-' };
        let mut fields = text.split(separator);
        let mut number = |length: usize| {
            let field = fields.next().filter(|field| field.len() == length)?;
            if field.bytes().all(|byte| byte.is_ascii_digit()) {
                field.parse::<u16>().ok()
            } else {
                None
            }
        };
        let mut date = || {
            let (year, month, day) = (number(4)?, number(2)?, number(2)?);
            Self::new(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
        };
        let date = date().ok_or(ParseDateError)?;
        if fields.next().is_none() { Ok(date) } else { Err(ParseDateError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are those of `date -u -d @SECONDS`.
    #[test]
    fn days_are_counted_from_1970() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_773, "2026-11-16"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
            (2_932_896, "9999-12-31"),
            // Later days cannot be written with four digits.
            (2_932_897, "9999-12-31"),
            (2_932_956, "9999-12-31"),
            (u64::MAX / 86_400, "9999-12-31"),
        ] {
            assert_eq!(Date::of_day(days).to_string(), date);
        }
    }

    #[test]
    fn only_days_that_exist() {
        for good in
            ["2026-11-15", "2024-02-29", "2000-02-29", "1900-12-31", "0000-01-01", "9999-12-31"]
        {
            assert_eq!(good.parse::<Date>().unwrap().to_string(), good);
        }
        for bad in [
            "2026-11-31",
            "1900-02-29",
            "2026-13-01",
            "2026-00-01",
            "2026-1-1",
            "2026.??.??",
            "",
            "2026-11-15-1",
        ] {
            assert_eq!(bad.parse::<Date>(), Err(ParseDateError), "{bad}");
        }
        assert!("+026-11-15".parse::<Date>().is_err() && "2026-11.15".parse::<Date>().is_err());
    }
}
