//! The options of experiments, each written once.
//!
//! A config is a struct that derives [`clap::Args`] and [`Serialize`]. Its fields are at the same
//! time the options of the command line (name, range, default, help), the keys of `run.toml`, and
//! the command line that a report names. So a field, an option and a key have the same name, in
//! kebab-case.

use clap::builder::RangedU64ValueParser;
use clap::{Args, Command};
use quoridor_players::Spec;
use serde::Serialize;
use serde_json::{Map, Value};

/// The config without any option.
///
/// # Panics
/// If an option of the config is required: options of experiments have defaults.
pub fn defaults<C: Args>() -> C {
    let command = C::augment_args(Command::new("defaults").no_binary_name(true));
    let matches = command.try_get_matches_from(Vec::<&str>::new());
    let config = matches.and_then(|matches| C::from_arg_matches(&matches));
    config.unwrap_or_else(|error| panic!("every option has a default: {error}"))
}

/// The command line that gives these values to the options of `C`, defaults included:
/// `--agents 10 --gamma 0.9`. Fields that serde skips are left out.
///
/// # Panics
/// If the fields are not those of a command line: text, numbers, booleans and lists of them.
pub fn command_line<C: Args + Serialize>(config: &C) -> String {
    let values = values(config);
    let command = C::augment_args(Command::new("options"));
    let mut line = Vec::new();
    for option in command.get_arguments().filter_map(clap::Arg::get_long) {
        match values.get(option) {
            None | Some(Value::Null | Value::Bool(false)) => {}
            Some(Value::Bool(true)) => line.push(format!("--{option}")),
            Some(Value::Array(items)) => {
                line.extend(items.iter().map(|item| format!("--{option} {}", text(item))));
            }
            Some(value) => line.push(format!("--{option} {}", text(value))),
        }
    }
    line.join(" ")
}

/// The fields of a config by their names. By way of JSON text, because only there a number of
/// single precision has no more digits than it needs.
fn values<C: Serialize>(config: &C) -> Map<String, Value> {
    let text = serde_json::to_string(config).expect("a config can be written");
    serde_json::from_str(&text).expect("a config is a table")
}

/// A value as it is typed.
fn text(value: &Value) -> String {
    match (value, value.as_f64()) {
        (Value::String(text), _) => {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.,:=/@%+".contains(&byte);
            let needs_quotes = text.is_empty() || !text.bytes().all(is_plain);
            if needs_quotes { format!("'{}'", text.replace('\'', r"'\''")) } else { text.clone() }
        }
        (Value::Number(number), _) if number.is_u64() || number.is_i64() => number.to_string(),
        // 100 and not 100.0
        (Value::Number(_), Some(number)) => number.to_string(),
        _ => panic!("{value} is not the value of an option"),
    }
}

/// Counts within a range, as an option.
pub fn count(range: impl std::ops::RangeBounds<u64>) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(range)
}

/// A player of the registry.
///
/// # Errors
/// There is no such player, or it has no such option.
pub fn player(text: &str) -> Result<String, String> {
    text.parse::<Spec>().map(|spec| spec.to_string()).map_err(|error| error.to_string())
}

/// A number above zero.
///
/// # Errors
/// The text is something else.
pub fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0, like 0.001".to_owned())
}

/// Any finite number.
///
/// # Errors
/// The text is something else.
pub fn finite(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite());
    number.ok_or_else(|| "expected a number, like -100".to_owned())
}

/// A number from 0 to 1.
///
/// # Errors
/// The text is something else.
pub fn fraction(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1, like 0.5".to_owned())
}

/// The same in single precision.
///
/// # Errors
/// The text is something else.
pub fn single_fraction(text: &str) -> Result<f32, String> {
    fraction(text).map(|number| number as f32)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fmt::Debug;

    use clap::FromArgMatches;

    use super::*;

    /// Asserts that a config, all of whose options differ from the defaults, is the same after it
    /// was written as a command line and read again.
    pub(crate) fn round_trips<C: Args + FromArgMatches + Serialize + Debug + PartialEq>(
        config: &C,
    ) {
        let line = command_line(config);
        let command = C::augment_args(Command::new("test").no_binary_name(true));
        let matches = command.try_get_matches_from(line.split(' ')).unwrap();
        assert_eq!(C::from_arg_matches(&matches).unwrap(), *config, "{line}");
        let (changed, usual) = (values(config), values(&defaults::<C>()));
        for (name, value) in usual {
            assert_ne!(changed[&name], value, "{name} is not tested");
            assert!(line.contains(&format!("--{name}")), "{name} is not an option: {line}");
        }
    }

    #[derive(Args, Serialize, Debug, PartialEq)]
    struct Options {
        #[arg(long, default_value_t = 0.1)]
        rate: f32,
        #[arg(long, default_values = ["a", "b"])]
        players: Vec<String>,
        #[arg(long)]
        mirror: bool,
        #[arg(long, default_value_t = 3, value_parser = count(2..=9))]
        games: usize,
        #[serde(skip)]
        #[arg(long, default_value_t = 1)]
        threads: usize,
    }

    #[test]
    fn a_command_line_names_every_option() {
        let usual: Options = defaults();
        assert_eq!(command_line(&usual), "--rate 0.1 --players a --players b --games 3");
        let players = vec!["c".to_owned()];
        let other = Options { rate: 100.0, players, mirror: true, games: 9, threads: 1 };
        assert_eq!(command_line(&other), "--rate 100 --players c --mirror --games 9");
        round_trips(&other);
    }

    #[test]
    #[should_panic(expected = "games is not tested")]
    fn an_option_that_is_not_tested_is_noticed() {
        let players = vec!["c".to_owned()];
        round_trips(&Options { rate: 100.0, players, mirror: true, games: 3, threads: 1 });
    }

    #[test]
    fn values_out_of_range_are_refused_in_a_line() {
        assert_eq!(fraction("1.5").unwrap_err(), "expected a number from 0 to 1, like 0.5");
        assert_eq!(fraction("0.25"), Ok(0.25));
        assert!(positive("0").is_err() && positive("inf").is_err() && finite("nan").is_err());
        assert!(player("rando").unwrap_err().contains("no player is called 'rando'"));
    }
}
