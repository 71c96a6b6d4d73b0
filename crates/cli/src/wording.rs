//! Errors of the command line, in words that say what would be right.
//!
//! Numbers are read by clap and the standard library, whose errors are worded for programmers:
//! `99999 is not in 0..=65535`, `invalid digit found in string`.

use std::io::{Write, stderr};

use clap::error::ErrorKind;

/// Prints an error of the command line, or the help that was asked for, and ends the program.
pub(crate) fn exit(error: &clap::Error) -> ! {
    if error.kind() != ErrorKind::ValueValidation {
        error.exit();
    }
    // Not eprintln: it panics when nobody can be told.
    let _ = write!(stderr(), "{}", readable(&error.render().to_string()));
    std::process::exit(error.exit_code())
}

/// The message with the library's words replaced.
fn readable(message: &str) -> String {
    let Some((head, tail)) = message.split_once('\n') else { return in_words(message) };
    format!("{}\n{tail}", in_words(head))
}

fn in_words(line: &str) -> String {
    let Some((start, reason)) = line.rsplit_once("': ") else { return line.to_owned() };
    let reason = match reason {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "expected a whole number".to_owned()
        }
        "number too large to fit in target type" => "the number is too large".to_owned(),
        "number too small to fit in target type" => "the number is too small".to_owned(),
        "invalid float literal" | "cannot parse float from empty string" => {
            "expected a number".to_owned()
        }
        reason => match reason.split_once(" is not in ") {
            Some((_, range)) => range_in_words(range).unwrap_or_else(|| reason.to_owned()),
            None => return line.to_owned(),
        },
    };
    format!("{start}': {reason}")
}

/// `0..=65535`, `1..` or `..=9`, as clap writes ranges.
fn range_in_words(range: &str) -> Option<String> {
    let (low, high) = range.split_once("..")?;
    let high = match high.strip_prefix('=') {
        Some(high) => high.parse::<i128>().ok(),
        None => high.parse::<i128>().ok().map(|high| high - 1),
    };
    // Nobody wants to read the largest number of a type.
    let high = high.filter(|&high| high < i128::from(u32::MAX));
    Some(match (low.parse::<i128>().ok(), high) {
        (Some(low), Some(high)) => format!("expected a number from {low} to {high}"),
        (Some(low), None) => format!("expected {low} or more"),
        (None, Some(high)) => format!("expected at most {high}"),
        (None, None) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_translated() {
        let reason = |reason: &str| {
            let line =
                readable(&format!("error: invalid value 'x' for '--n <N>': {reason}\n\nmore\n"));
            let line = line.strip_prefix("error: invalid value 'x' for '--n <N>': ").unwrap();
            line.strip_suffix("\n\nmore\n").unwrap().to_owned()
        };
        assert_eq!(reason("99999 is not in 0..=65535"), "expected a number from 0 to 65535");
        assert_eq!(reason("0 is not in 1..18446744073709551615"), "expected 1 or more");
        assert_eq!(reason("0 is not in 1..=4294967295"), "expected 1 or more");
        assert_eq!(reason("invalid digit found in string"), "expected a whole number");
        assert_eq!(reason("number too large to fit in target type"), "the number is too large");
        assert_eq!(reason("invalid float literal"), "expected a number");
        assert_eq!(
            reason("seed: expected an integer, got 'x'"),
            "seed: expected an integer, got 'x'"
        );
    }
}
