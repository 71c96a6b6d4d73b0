//! Days.

use std::fmt;
use std::str::FromStr;

/// A day, in the calendar that everybody uses.
///
/// ```
/// use quoridor_store::Date;
/// let date: Date = "2026.11.15".parse().unwrap();
/// assert_eq!(date.to_string(), "2026-11-15");
/// assert!("2026-02-29".parse::<Date>().is_err());
/// ```
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

    /// As records write it: `2026.11.15`.
    pub(crate) fn in_record(self) -> String {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDateError;

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a date: a date is a year, a month and a day, like 2026-11-15 or 2026.11.15",
        )
    }
}

impl std::error::Error for ParseDateError {}

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
