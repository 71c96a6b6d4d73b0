//! A participant as it is typed.

use std::fmt;
use std::str::FromStr;

use quoridor_core::Variant;
use quoridor_engine::random::mixed;
use quoridor_engine::{SpecError, Unsupported};
use quoridor_players::Spec;
use thiserror::Error;

use crate::control::{Control, ParseControlError};
use crate::participant::{
    AgentParticipant, CommandLine, ParseCommandLineError, Participant, Program, Timeouts,
};

/// A player of the registry, `mertens-2006:depth=3`, or an external engine, `cmd:./engine --quiet`;
/// optionally with limits of its own: `champion@movetime=100`, `cmd:./engine --quiet@nodes=5000`.
#[derive(Clone, Debug)]
pub struct Entry {
    who: Who,
    /// Its own time control and limits; `None` for those of the match.
    pub control: Option<Control>,
    /// Options of an external engine, set by `setoption` before its first game.
    options: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
enum Who {
    Agent(Spec),
    Program(CommandLine),
}

/// The prefix of an external engine.
const PROGRAM: &str = "cmd:";

/// The separator before limits.
const LIMITS: char = '@';

impl From<Spec> for Entry {
    fn from(spec: Spec) -> Self {
        Self { who: Who::Agent(spec), control: None, options: Vec::new() }
    }
}

impl Entry {
    /// A participant for a game: the one kept from the last game, or a new one.
    ///
    /// A player of the registry is built anew for every game, so that nothing it remembers depends
    /// on the games it played before. Its option `seed`, if it has one, is mixed with `seed`, which
    /// is that of the game and the participant: random players play differently in every game.
    ///
    /// # Errors
    /// A value that an option does not take.
    pub(crate) fn participant(
        &self,
        kept: Option<Box<dyn Participant>>,
        timeouts: Timeouts,
        seed: u64,
    ) -> Result<Box<dyn Participant>, EntryError> {
        match &self.who {
            Who::Agent(spec) => {
                let spec = match spec.value("seed").and_then(|own| own.parse::<u64>().ok()) {
                    Some(own) => spec.clone().with("seed", &mixed(&[seed, own]).to_string())?,
                    None => spec.clone(),
                };
                Ok(Box::new(AgentParticipant::new(spec.build()?)))
            }
            Who::Program(command) => {
                let fresh =
                    || Box::new(Program::new(command.clone(), self.options.clone(), timeouts));
                Ok(kept.unwrap_or_else(|| fresh()))
            }
        }
    }

    /// The same engine with options.
    ///
    /// # Errors
    /// It is no external engine, or a name or a value is empty or more than one line.
    pub fn with_options(mut self, options: Vec<(String, String)>) -> Result<Self, EntryError> {
        if matches!(self.who, Who::Agent(_)) && !options.is_empty() {
            return Err(EntryError::OptionsOfAgent { name: self.to_string() });
        }
        let bad = |text: &String| text.trim().is_empty() || text.contains(char::is_control);
        match options.iter().find(|(name, value)| bad(name) || bad(value)) {
            Some((name, _)) => Err(EntryError::BadOption { name: name.clone() }),
            None => {
                self.options = options;
                Ok(self)
            }
        }
    }

    /// Everything about it that decides how it plays, as a text: as it was typed, then the options
    /// of a program, ` Hash="64"`, with `\\` before quotation marks and backslashes of a value.
    /// Stores hold this text: it must not change.
    pub(crate) fn identity(&self) -> String {
        let quoted = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
        let option = |(name, value): &(String, String)| format!(" {name}=\"{}\"", quoted(value));
        format!("{self}{}", self.options.iter().map(option).collect::<String>())
    }

    /// Whether it can play a variant. Builds no player and starts no program: of a program, only
    /// whether it is there.
    ///
    /// # Errors
    /// The variants that it plays, or why it cannot be started, in one line.
    pub fn supports(&self, variant: Variant) -> Result<(), EntryError> {
        match &self.who {
            Who::Agent(spec) => spec
                .supports(variant)
                .map_err(|error| EntryError::Unsupported { name: spec.to_string(), error }),
            Who::Program(command) if cfg!(not(unix)) => Err(EntryError::Start {
                command: command.to_string(),
                error: "external engines are supported on Linux and macOS only".to_owned(),
            }),
            Who::Program(command) => command.check().map_err(|error| EntryError::Start {
                command: command.to_string(),
                error: error.to_string(),
            }),
        }
    }
}

impl FromStr for Entry {
    type Err = EntryError;

    fn from_str(text: &str) -> Result<Self, EntryError> {
        let (who, control) = match (text.rsplit_once(LIMITS), text.starts_with(PROGRAM)) {
            (None, _) => (text, None),
            (Some((who, limits)), false) => {
                (who, Some(limits.parse().map_err(EntryError::Control)?))
            }
            // The sign may belong to the program or its arguments; then nothing that looks like
            // limits follows.
            (Some((who, limits)), true) => match limits.parse() {
                Ok(control) => (who, Some(control)),
                Err(
                    error @ (ParseControlError::Value { .. } | ParseControlError::TimeControl(_)),
                ) => {
                    return Err(EntryError::Control(error));
                }
                Err(ParseControlError::Unknown(_)) => (text, None),
            },
        };
        let who = match who.strip_prefix(PROGRAM) {
            Some(command) => Who::Program(command.parse().map_err(EntryError::Command)?),
            None => Who::Agent(who.parse()?),
        };
        Ok(Self { who, control, options: Vec::new() })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.who {
            Who::Agent(spec) => spec.fmt(f)?,
            Who::Program(command) => write!(f, "{PROGRAM}{command}")?,
        }
        self.control.map_or(Ok(()), |control| {
            write!(f, "{LIMITS}{}", control.to_string().replace(' ', ","))
        })
    }
}

/// Why a participant cannot take part.
#[derive(Clone, Debug, Error)]
pub enum EntryError {
    /// The registry has no such player or option.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The command line of an external engine cannot be read.
    #[error(transparent)]
    Command(ParseCommandLineError),
    /// The limits cannot be read.
    #[error(transparent)]
    Control(ParseControlError),
    /// Engine options for a player of the registry.
    #[error(
        "{name}: options are for external engines; write those of a built-in player behind its \
         name, like random:seed=7"
    )]
    OptionsOfAgent {
        /// The player.
        name: String,
    },
    /// The name or the value of an engine option is empty, or more than a line.
    #[error("option '{}': name and value must be one line of text each", .name.escape_debug())]
    BadOption {
        /// The name.
        name: String,
    },
    /// The engine cannot be started.
    #[error("cannot start {command}: {error}")]
    Start {
        /// The command line.
        command: String,
        /// Why.
        error: String,
    },
    /// The player does not play the variant.
    #[error("{name} {error}")]
    Unsupported {
        /// The player.
        name: String,
        /// The variants that it plays.
        error: Unsupported,
    },
}

/// A participant with a name that no other participant has.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// The participant.
    pub entry: Entry,
}

/// Names participants: as they were typed, with a number behind the second, third … of the same.
pub fn entrants(entries: &[Entry]) -> Vec<Entrant> {
    let names: Vec<String> = entries.iter().map(Entry::to_string).collect();
    let named = entries.iter().enumerate().map(|(place, entry)| {
        let before = names[..place].iter().filter(|name| **name == names[place]).count();
        let name = if before == 0 {
            names[place].clone()
        } else {
            format!("{} ({})", names[place], before + 1)
        };
        Entrant { name, entry: entry.clone() }
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_entries_get_numbers() {
        let entries =
            ["random", "cmd:./a b", "random", "random:seed=7"].map(|text| text.parse().unwrap());
        let names: Vec<String> =
            entrants(&entries).into_iter().map(|entrant| entrant.name).collect();
        assert_eq!(names, ["random", "cmd:./a b", "random (2)", "random:seed=7"]);
    }

    #[test]
    fn limits_stand_behind() {
        let read = |text: &str| text.parse::<Entry>();
        for text in [
            "champion@movetime=100",
            "random:seed=7@own",
            "cmd:./a b@tc=1+0.1,nodes=5",
            "cmd:./a@b c",
            "cmd:x@y@depth=3",
        ] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        assert!(
            read("cmd:./a@b c").unwrap().control.is_none()
                && read("cmd:x@y@depth=3").unwrap().control.is_some()
        );
        assert!(
            read("random@fast")
                .unwrap_err()
                .to_string()
                .starts_with("'fast' is not a limit: limits are tc=")
        );
        assert!(
            read("cmd:./a@depth=x")
                .unwrap_err()
                .to_string()
                .starts_with("depth: expected an integer")
        );
    }

    #[test]
    fn programs_have_options() {
        let entry = |text: &str| text.parse::<Entry>().unwrap();
        let hash = vec![("Hash".to_owned(), "64".to_owned())];
        assert_eq!(
            entry("cmd:./a").with_options(hash.clone()).unwrap().identity(),
            "cmd:./a Hash=\"64\""
        );
        assert!(
            entry("random")
                .with_options(hash)
                .unwrap_err()
                .to_string()
                .starts_with("random: options are for external engines")
        );
        let bad = vec![("Hash".to_owned(), "6\n4".to_owned())];
        assert!(
            entry("cmd:./a")
                .with_options(bad)
                .unwrap_err()
                .to_string()
                .starts_with("option 'Hash'")
        );
    }
}
