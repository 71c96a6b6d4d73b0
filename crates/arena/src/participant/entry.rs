//! Who is to take part, as it is typed.

use std::fmt;
use std::str::FromStr;

use quoridor_core::Variant;
use quoridor_engine::random::Random;
use quoridor_engine::{Spec, SpecError, Unsupported};

use crate::participant::{
    AgentParticipant, CommandLine, Connection, ParseCommandLineError, Participant, Patience, Program,
};

/// A player of the registry, `mertens-2006:depth=3`, or a program, `cmd:./engine --quiet`.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A player of the registry.
    Agent(Spec),
    /// A program that speaks the engine protocol.
    Program(CommandLine),
}

/// What a program is told by.
const PROGRAM: &str = "cmd:";

impl Entry {
    /// A participant for a game: one that was kept from the last one, or another.
    ///
    /// A player of the registry is always made anew, so that nothing it remembers depends on which games it happened to play before. If it draws lots, it
    /// gets others in every game: they follow from `seed`, which is that of the game and the place, and from its own option `seed`.
    ///
    /// # Errors
    /// A value that an option does not take.
    pub(crate) fn participant(
        &self,
        kept: Option<Box<dyn Participant>>,
        patience: Patience,
        seed: u64,
    ) -> Result<Box<dyn Participant>, EntryError> {
        match self {
            Self::Agent(spec) => {
                let spec = match spec.value("seed").and_then(|own| own.parse::<u64>().ok()) {
                    Some(own) => spec.clone().with("seed", &mixed(&[seed, own]).to_string())?,
                    None => spec.clone(),
                };
                Ok(Box::new(AgentParticipant::new(spec.build()?)))
            }
            Self::Program(command) => Ok(kept.unwrap_or_else(|| Box::new(Program::new(command.clone(), patience)))),
        }
    }

    /// Whether it can play a variant, as far as that is known before: of a program, whether it can be started.
    ///
    /// # Errors
    /// One line about what it can play, or why it cannot be started.
    pub fn supports(&self, variant: Variant) -> Result<(), EntryError> {
        match self {
            Self::Agent(spec) => {
                let agent = spec.build()?;
                agent.supports(variant).map_err(|error| EntryError::Unsupported { name: spec.to_string(), error })
            }
            Self::Program(command) => match Connection::start(command) {
                Ok(_) => Ok(()),
                Err(error) => Err(EntryError::Start { command: command.to_string(), error: error.to_string() }),
            },
        }
    }
}

/// One number made of several: another one whenever any of them is another.
pub(crate) fn mixed(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |mixed, &number| Random::new(Random::new(number).next() ^ mixed).next())
}

impl FromStr for Entry {
    type Err = EntryError;

    fn from_str(text: &str) -> Result<Self, EntryError> {
        match text.strip_prefix(PROGRAM) {
            Some(command) => command.parse().map(Self::Program).map_err(EntryError::Command),
            None => Ok(Self::Agent(text.parse()?)),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(spec) => spec.fmt(f),
            Self::Program(command) => write!(f, "{PROGRAM}{command}"),
        }
    }
}

/// Why somebody cannot take part.
#[derive(Clone, Debug)]
pub enum EntryError {
    /// There is no such player.
    Spec(SpecError),
    /// It is not said what to start.
    Command(ParseCommandLineError),
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

/// Gives everybody a name: as it was typed, and a number behind it for the second, third … of the same.
pub fn entrants(entries: &[Entry]) -> Vec<Entrant> {
    let names: Vec<String> = entries.iter().map(Entry::to_string).collect();
    let named = entries.iter().enumerate().map(|(place, entry)| {
        let before = names[..place].iter().filter(|name| **name == names[place]).count();
        let name = if before == 0 { names[place].clone() } else { format!("{} ({})", names[place], before + 1) };
        Entrant { name, entry: entry.clone() }
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart() {
        let entries = ["random", "cmd:./a b", "random", "random:seed=7"].map(|text| text.parse().unwrap());
        let names: Vec<String> = entrants(&entries).into_iter().map(|entrant| entrant.name).collect();
        assert_eq!(names, ["random", "cmd:./a b", "random (2)", "random:seed=7"]);
    }

    #[test]
    fn every_number_matters_and_so_does_the_order() {
        let all = [mixed(&[1, 2, 3]), mixed(&[1, 2, 4]), mixed(&[1, 3, 2]), mixed(&[2, 2, 3]), mixed(&[1, 2])];
        let distinct: std::collections::BTreeSet<u64> = all.into_iter().collect();
        assert_eq!(distinct.len(), all.len());
    }
}
