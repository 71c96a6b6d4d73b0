//! Errors in specs.

use std::fmt;

use super::OptionKind;

/// An error in a spec.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecError {
    /// No player has the name.
    UnknownName {
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// The player has no such option.
    UnknownOption {
        /// The player.
        agent: &'static str,
        /// Its options.
        options: &'static [OptionKind],
        /// The name.
        name: String,
    },
    /// A part of the spec has no equals sign.
    NoValue {
        /// The part.
        text: String,
    },
    /// An option is set twice.
    Twice {
        /// Its name.
        name: String,
    },
    /// Only one of two options can be set.
    NotBoth {
        /// The player.
        agent: &'static str,
        /// One of the options.
        one: &'static str,
        /// The other.
        other: &'static str,
    },
    /// The option does not take the value.
    BadValue {
        /// The option.
        name: &'static str,
        /// The values that it takes, in words.
        expected: String,
        /// The value.
        value: String,
    },
    /// The value has the right type, but building the player failed: a file, or memory.
    Unusable {
        /// The option.
        name: &'static str,
        /// The value.
        value: String,
        /// The reason, in one line.
        reason: String,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName { name, known } => {
                write!(f, "no player is called '{}'", name.escape_debug())?;
                write_known(f, name, "there are", known)
            }
            Self::UnknownOption { agent, options: [], name } => {
                write!(f, "{agent} has no option '{}': it has none at all", name.escape_debug())
            }
            Self::UnknownOption { agent, options, name } => {
                let names: Vec<&str> = options.iter().map(|option| option.name).collect();
                write!(f, "{agent} has no option '{}'", name.escape_debug())?;
                write_known(f, name, "its options are", &names)
            }
            Self::NoValue { text } => {
                write!(f, "'{}' has no value: write name=value", text.escape_debug())
            }
            Self::Twice { name } => write!(f, "the option '{}' is set twice", name.escape_debug()),
            Self::NotBoth { agent, one, other } => {
                write!(f, "{agent} takes {one} or {other}, not both")
            }
            Self::BadValue { name, expected, value } => {
                write!(f, "{name}: expected {expected}, got '{}'", value.escape_debug())
            }
            Self::Unusable { name, value, reason } => {
                write!(f, "{name}: cannot use '{}': {reason}", value.escape_debug())
            }
        }
    }
}

impl std::error::Error for SpecError {}

/// The known names, and the one that was probably meant.
fn write_known(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    there_are: &str,
    known: &[&str],
) -> fmt::Result {
    if let Some(near) = nearest(name, known) {
        write!(f, " (did you mean '{near}'?)")?;
    }
    write!(f, ": {there_are} {}", known.join(", "))
}

/// The known name that a mistyped one was probably meant to be: the one at the smallest edit
/// distance, if that is at most a third of the longer name, or the only one that begins with it.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let distance = |other: &&str| edit_distance(&name, other);
    let best = known.iter().copied().min_by_key(distance)?;
    if 3 * distance(&best) <= name.chars().count().max(best.len()) {
        return Some(best);
    }
    let mut begun = known.iter().copied().filter(|other| other.starts_with(&name));
    begun.next().filter(|_| begun.next().is_none() && !name.is_empty())
}

/// The number of letters to insert, delete, replace or swap with their neighbour until one text is
/// the other (the optimal string alignment distance).
fn edit_distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // rows[i][j]: the distance of the first i letters from the first j letters.
    let mut rows = vec![vec![0; other.len() + 1]; one.len() + 1];
    for i in 0..=one.len() {
        for j in 0..=other.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
                let mut least = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                    least = least.min(rows[i - 2][j - 2] + 1);
                }
                least
            };
        }
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The usual examples of textbooks.
    #[test]
    fn known_edit_distances() {
        for (one, other, distance) in [
            ("kitten", "sitting", 3),
            ("saturday", "sunday", 3),
            ("flaw", "lawn", 2),
            ("ca", "ac", 1),
            ("", "abc", 3),
            ("same", "same", 0),
        ] {
            assert_eq!(edit_distance(one, other), distance, "{one} {other}");
            assert_eq!(edit_distance(other, one), distance, "{other} {one}");
        }
    }

    #[test]
    fn only_likely_names_are_suggested() {
        let known = [
            "champion",
            "random",
            "van-steenbergen-brain1",
            "van-steenbergen-brain2",
            "glendenning-2005",
            "eizagirre",
            "alphabeta",
        ];
        for (name, near) in [
            ("rondom", Some("random")),
            ("champoin", Some("champion")),
            ("Alphabeta", Some("alphabeta")),
            ("eiza", Some("eizagirre")),
            ("glendenning", Some("glendenning-2005")),
            ("van-steenbergen-brain5", Some("van-steenbergen-brain1")),
            ("nobody", None),
            ("stockfish", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, &known), near, "{name}");
        }
    }
}
