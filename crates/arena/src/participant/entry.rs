//! Who is to take part, as it is typed.

use std::fmt;
use std::str::FromStr;

use quoridor_core::Variant;
use quoridor_engine::random::Random;
use quoridor_engine::{Spec, SpecError, Unsupported};

use crate::control::{Control, ParseControlError};
use crate::participant::{
    AgentParticipant, CommandLine, Connection, ParseCommandLineError, Participant, Patience,
    Program,
};

/// A player of the registry, `mertens-2006:depth=3`, or a program, `cmd:./engine --quiet`; and
/// perhaps what it may use up, if that is not what everybody may: `champion@movetime=100`,
/// `cmd:./engine --quiet@nodes=5000`.
#[derive(Clone, Debug)]
pub struct Entry {
    who: Who,
    /// What it may use up; `None` for what everybody may.
    pub control: Option<Control>,
    /// What a program is set to before its games: names and values, as in `setoption`.
    options: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
enum Who {
    Agent(Spec),
    Program(CommandLine),
}

/// What a program is told by.
const PROGRAM: &str = "cmd:";

/// What limits are told by.
const LIMITS: char = '@';

impl From<Spec> for Entry {
    fn from(spec: Spec) -> Self {
        Self { who: Who::Agent(spec), control: None, options: Vec::new() }
    }
}

impl Entry {
    /// A participant for a game: one that was kept from the last one, or another.
    ///
    /// A player of the registry is always made anew, so that nothing it remembers depends on which
    /// games it happened to play before. If it draws lots, it gets others in every game: they
    /// follow from `seed`, which is that of the game and the place, and from its own option `seed`.
    ///
    /// # Errors
    /// A value that an option does not take.
    pub(crate) fn participant(
        &self,
        kept: Option<Box<dyn Participant>>,
        patience: Patience,
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
                    || Box::new(Program::new(command.clone(), self.options.clone(), patience));
                Ok(kept.unwrap_or_else(|| fresh()))
            }
        }
    }

    /// The same, set to something before its games.
    ///
    /// # Errors
    /// It is no program, or a name or a value cannot be told in one line.
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

    /// Everything about it that decides how it plays, as a text.
    pub(crate) fn identity(&self) -> String {
        let options: Vec<String> =
            self.options.iter().map(|(name, value)| format!(" {name}={value:?}")).collect();
        format!("{self}{}", options.concat())
    }

    /// Whether it can play a variant, as far as that is known before: of a program, whether it can
    /// be started.
    ///
    /// # Errors
    /// One line about what it can play, or why it cannot be started.
    pub fn supports(&self, variant: Variant) -> Result<(), EntryError> {
        match &self.who {
            Who::Agent(spec) => {
                if spec.names_file() {
                    // A file that cannot be used is better found before the first game.
                    spec.build()?;
                }
                spec.supports(variant)
                    .map_err(|error| EntryError::Unsupported { name: spec.to_string(), error })
            }
            Who::Program(command) => match Connection::start(command) {
                Ok(_) => Ok(()),
                Err(error) => Err(EntryError::Start {
                    command: command.to_string(),
                    error: error.to_string(),
                }),
            },
        }
    }
}

/// One number made of several, another one whenever any of them is another: a seed for each game,
/// round or generation.
pub fn mixed(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |mixed, &number| Random::new(Random::new(number).next() ^ mixed).next())
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
                Err(error @ ParseControlError::Value { .. }) => {
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

/// Why somebody cannot take part.
#[derive(Clone, Debug)]
pub enum EntryError {
    /// There is no such player.
    Spec(SpecError),
    /// It is not said what to start.
    Command(ParseCommandLineError),
    /// What it may use up cannot be read.
    Control(ParseControlError),
    /// A player of the registry is to be set by `setoption`.
    OptionsOfAgent {
        /// The player.
        name: String,
    },
    /// The name or the value of an option of a program is empty, or more than a line.
    BadOption {
        /// The name.
        name: String,
    },
    /// The program cannot be started.
    Start {
        /// The program.
        command: String,
        /// Why.
        error: String,
    },
    /// The player cannot play the variant.
    Unsupported {
        /// The player.
        name: String,
        /// What it can play.
        error: Unsupported,
    },
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::Command(error) => error.fmt(f),
            Self::Control(error) => error.fmt(f),
            Self::OptionsOfAgent { name } => {
                write!(
                    f,
                    "{name}: options are for programs; those of a player of ours are part of it, like random:seed=7"
                )
            }
            Self::BadOption { name } => {
                write!(
                    f,
                    "option '{}': its name and its value are texts of one line",
                    name.escape_debug()
                )
            }
            Self::Start { command, error } => write!(f, "cannot start {command}: {error}"),
            Self::Unsupported { name, error } => write!(f, "{name} {error}"),
        }
    }
}

impl std::error::Error for EntryError {}

impl From<SpecError> for EntryError {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
    }
}

/// Somebody who takes part, with a name that nobody else has.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// Who it is.
    pub entry: Entry,
}

/// Gives everybody a name: as it was typed, and a number behind it for the second, third … of the
/// same.
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
    fn names_are_told_apart() {
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
            let text = text.replace("champion", "alphabeta");
            assert_eq!(read(&text).unwrap().to_string(), text);
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
            read("cmd:./a@depth=x").unwrap_err().to_string().starts_with("depth cannot be 'x'")
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
                .starts_with("random: options are for programs")
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

    #[test]
    fn every_number_matters_and_so_does_the_order() {
        let all = [
            mixed(&[1, 2, 3]),
            mixed(&[1, 2, 4]),
            mixed(&[1, 3, 2]),
            mixed(&[2, 2, 3]),
            mixed(&[1, 2]),
        ];
        let distinct: std::collections::BTreeSet<u64> = all.into_iter().collect();
        assert_eq!(distinct.len(), all.len());
    }
}
