//! The options of players: types, ranges, defaults.

use std::fmt;

use super::error::SpecError;

/// An option of a kind of player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OptionKind {
    /// The name, as in a spec.
    pub name: &'static str,
    /// The value if it is not set.
    pub default: &'static str,
    /// The values that it takes.
    pub values: OptionType,
    /// A description in one line, without the range.
    pub help: &'static str,
    /// Another option that cannot be set together with this one.
    pub excludes: Option<&'static str>,
}

impl OptionKind {
    /// An option that can be set together with any other.
    pub const fn new(
        name: &'static str,
        default: &'static str,
        values: OptionType,
        help: &'static str,
    ) -> Self {
        Self { name, default, values, help, excludes: None }
    }

    /// This option, which cannot be set together with another.
    pub const fn excluding(self, other: &'static str) -> Self {
        Self { excludes: Some(other), ..self }
    }
}

/// The values that an option takes. Ranges include both ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionType {
    /// An integer.
    Integer {
        /// The smallest value.
        min: u64,
        /// The largest value; [`u64::MAX`] for no limit.
        max: u64,
    },
    /// A number.
    Float {
        /// The smallest value; [`f64::MIN_POSITIVE`] for anything above zero.
        min: f64,
        /// The largest value; [`f64::MAX`] for no limit.
        max: f64,
    },
    /// A duration in seconds, fractions allowed.
    Seconds {
        /// The shortest; [`f64::MIN_POSITIVE`] for anything above zero.
        min: f64,
        /// The longest.
        max: f64,
    },
    /// `true` or `false`.
    Boolean,
    /// One of these.
    Choice(&'static [&'static str]),
    /// Numbers with commas between them, one for each parameter.
    List(&'static [Parameter]),
    /// The path of a file, or [`SHIPPED`].
    File,
    /// Any text.
    Text,
}

/// A number of an option that is a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The name, for people.
    pub name: &'static str,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
}

/// The value of a file option for the data that the program ships with.
pub const SHIPPED: &str = "shipped";

/// The error for a value: the values that would be right, and the part of it that is not.
#[derive(Debug)]
struct Mismatch {
    expected: String,
    value: String,
}

impl OptionType {
    /// No limit on an integer.
    pub const ANY_INTEGER: Self = Self::Integer { min: 0, max: u64::MAX };

    /// The name of the type, for programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Integer { .. } => "integer",
            Self::Float { .. } => "float",
            Self::Seconds { .. } => "seconds",
            Self::Boolean => "boolean",
            Self::Choice(_) => "choice",
            Self::List(_) => "list",
            Self::File => "file",
            Self::Text => "text",
        }
    }

    /// Checks the value of an option of a name.
    pub(crate) fn check_option(&self, name: &'static str, value: &str) -> Result<(), SpecError> {
        self.check(value).map_err(|Mismatch { expected, value }| SpecError::BadValue {
            name,
            expected,
            value,
        })
    }

    /// Checks that a value has this type and is in range.
    fn check(&self, value: &str) -> Result<(), Mismatch> {
        let is_good = match *self {
            Self::Integer { min, max } => {
                value.parse().is_ok_and(|number: u64| (min..=max).contains(&number))
            }
            Self::Float { min, max } | Self::Seconds { min, max } => {
                value.parse().is_ok_and(|number: f64| (min..=max).contains(&number))
            }
            Self::Boolean => value.parse::<bool>().is_ok(),
            Self::Choice(choices) => choices.contains(&value),
            Self::List(parameters) => return check_list(parameters, value),
            Self::File => !value.is_empty(),
            Self::Text => true,
        };
        if is_good {
            return Ok(());
        }
        // Of all integers only those that do not fit into 64 bits are out of range.
        let is_too_long = *self == Self::ANY_INTEGER && is_integer(value);
        let expected =
            if is_too_long { format!("{self} from 0 to {}", u64::MAX) } else { self.to_string() };
        Err(Mismatch { expected, value: value.to_owned() })
    }
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn check_list(parameters: &'static [Parameter], value: &str) -> Result<(), Mismatch> {
    let numbers: Vec<&str> = value.split(',').map(str::trim).collect();
    let are_numbers = numbers.iter().all(|number| number.parse::<f64>().is_ok());
    if numbers.len() != parameters.len() || !are_numbers {
        let expected = OptionType::List(parameters).to_string();
        return Err(Mismatch { expected, value: value.to_owned() });
    }
    for (&Parameter { name, min, max }, &number) in parameters.iter().zip(&numbers) {
        if !number.parse().is_ok_and(|number: f64| (min..=max).contains(&number)) {
            let expected = format!("{name} from {min} to {max}");
            return Err(Mismatch { expected, value: number.to_owned() });
        }
    }
    Ok(())
}

/// The values in words, as they follow "expected".
impl fmt::Display for OptionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Integer { min: 0, max: u64::MAX } => f.write_str("an integer"),
            Self::Integer { min, max: u64::MAX } => write!(f, "an integer of at least {min}"),
            Self::Integer { min, max } => write!(f, "an integer from {min} to {max}"),
            Self::Float { min, max } => write!(f, "a number{}", Range { min, max }),
            Self::Seconds { min, max } => write!(f, "seconds{}", Range { min, max }),
            Self::Boolean => f.write_str("true or false"),
            Self::Choice(choices) => {
                let (last, others) = choices.split_last().unwrap_or((&"nothing", &[]));
                if !others.is_empty() {
                    write!(f, "{} or ", others.join(", "))?;
                }
                f.write_str(last)
            }
            Self::List(parameters) => {
                let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
                write!(f, "{} numbers ({})", parameters.len(), names.join(","))
            }
            Self::File => write!(f, "a file or {SHIPPED}"),
            Self::Text => f.write_str("a text"),
        }
    }
}

/// A range of numbers in words, with a space before.
struct Range {
    min: f64,
    max: f64,
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min == f64::MIN_POSITIVE, self.max == f64::MAX) {
            (true, true) => f.write_str(" above 0"),
            (true, false) => write!(f, " above 0, at most {}", self.max),
            (false, true) => write!(f, " of at least {}", self.min),
            (false, false) => write!(f, " from {} to {}", self.min, self.max),
        }
    }
}

/// The option of every player that makes random choices.
pub const SEED: OptionKind =
    OptionKind::new("seed", "1", OptionType::ANY_INTEGER, "seed of the random numbers");

/// The level of full strength.
pub const HIGHEST_LEVEL: usize = 10;

/// The option of players that can play worse than they do.
pub(crate) const LEVEL: OptionKind = OptionKind::new(
    "level",
    "10",
    OptionType::Integer { min: 1, max: HIGHEST_LEVEL as u64 },
    "playing strength, from weaker than a beginner to full strength",
);

/// The option of players that are a network.
pub const WEIGHTS_FILE: OptionKind =
    OptionKind::new("weights", SHIPPED, OptionType::File, "the trained network");

/// The option of players that would go back and forth for ever.
pub const NO_REPEAT: OptionKind = OptionKind::new(
    "no-repeat",
    "false",
    OptionType::Boolean,
    "avoid positions that occurred earlier in the game",
);

/// The option of players with a table or a tree.
pub(crate) const fn hash(default: &'static str, help: &'static str) -> OptionKind {
    OptionKind::new("hash", default, OptionType::Integer { min: 1, max: 65_536 }, help)
}

/// The option of players that search in parallel.
pub(crate) const THREADS: OptionKind = OptionKind::new(
    "threads",
    "1",
    OptionType::Integer { min: 1, max: 1024 },
    "number of search threads",
);

/// The option of players that can report several lines.
pub(crate) const MULTIPV: OptionKind = OptionKind::new(
    "multipv",
    "1",
    OptionType::Integer { min: 1, max: 255 },
    "number of best lines to report",
);

/// The option for the value of a draw. Training and analysis want the true value, the default.
pub const CONTEMPT: OptionKind = OptionKind::new(
    "contempt",
    "0",
    OptionType::Float { min: 0.0, max: 1.0 },
    "how bad a draw is for the player to move: 0 as good as half a win, 1 as bad as a loss",
);

/// The option of players that think for a time.
pub(crate) const TIME: OptionKind = OptionKind::new(
    "time",
    "1",
    OptionType::Seconds { min: 0.001, max: 86_400.0 },
    "thinking time per move if no limit is given",
);

/// The option of players that search to a fixed depth.
pub const fn depth(default: &'static str) -> OptionKind {
    let values = OptionType::Integer { min: 1, max: 64 };
    OptionKind::new("depth", default, values, "search depth in plies if no limit is given")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(values: OptionType, value: &str) -> String {
        let Mismatch { expected, value } = values.check(value).unwrap_err();
        format!("{expected}, got {value}")
    }

    #[test]
    fn every_type_says_what_it_takes() {
        let level = OptionType::Integer { min: 1, max: 10 };
        assert!(level.check("1").is_ok() && level.check("10").is_ok());
        assert_eq!(expected(level, "11"), "an integer from 1 to 10, got 11");
        assert_eq!(expected(level, "1.5"), "an integer from 1 to 10, got 1.5");
        let count = OptionType::Integer { min: 1, max: u64::MAX };
        assert_eq!(expected(count, "0"), "an integer of at least 1, got 0");
        assert_eq!(expected(OptionType::ANY_INTEGER, "x"), "an integer, got x");
        assert_eq!(
            expected(OptionType::ANY_INTEGER, "-1"),
            "an integer from 0 to 18446744073709551615, got -1"
        );
        let half = OptionType::Float { min: 0.0, max: 1.0 };
        assert!(half.check("0.5").is_ok() && half.check("nan").is_err());
        assert_eq!(expected(half, "1.5"), "a number from 0 to 1, got 1.5");
        let c = OptionType::Float { min: 0.0, max: f64::MAX };
        assert_eq!(expected(c, "inf"), "a number of at least 0, got inf");
        let reward = OptionType::Float { min: f64::MIN_POSITIVE, max: f64::MAX };
        assert_eq!(expected(reward, "0"), "a number above 0, got 0");
        let time = OptionType::Seconds { min: f64::MIN_POSITIVE, max: 9.0 };
        assert_eq!(expected(time, "10"), "seconds above 0, at most 9, got 10");
        assert_eq!(expected(OptionType::Boolean, "yes"), "true or false, got yes");
        assert_eq!(expected(OptionType::Choice(&["a", "b", "c"]), "d"), "a, b or c, got d");
        assert_eq!(expected(OptionType::File, ""), "a file or shipped, got ");
        assert!(OptionType::Text.check("").is_ok());
    }

    #[test]
    fn lists_are_checked_number_by_number() {
        const PAIR: &[Parameter] = &[
            Parameter { name: "one", min: 0.0, max: 1.0 },
            Parameter { name: "two", min: -5.0, max: 5.0 },
        ];
        let list = OptionType::List(PAIR);
        assert!(list.check("1, -5").is_ok());
        assert_eq!(expected(list, "1"), "2 numbers (one,two), got 1");
        assert_eq!(expected(list, "1,x"), "2 numbers (one,two), got 1,x");
        assert_eq!(expected(list, "1,6"), "two from -5 to 5, got 6");
        assert_eq!(expected(list, "nan,1"), "one from 0 to 1, got nan");
    }
}
