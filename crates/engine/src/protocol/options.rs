//! What `setoption` sets: `Hash`, `Threads`, `MultiPV`, `Agent`, and whatever the player of the day
//! has.

use std::fmt;

use crate::agent::Agent;
use crate::protocol::Builder;
use crate::registry::{Spec, SpecError};

/// Every option, and what it is set to.
pub(super) struct Options {
    spec: Spec,
    builder: Builder,
    /// What was set of [`GENERAL`], in that order; it stays when the player changes.
    general: [Option<u64>; GENERAL.len()],
}

/// An option that is a whole number.
struct Spin {
    name: &'static str,
    default: u64,
    most: u64,
}

/// What a player may use of the machine, and how many lines the report of a search has: a player
/// gets them if it has an option of that name, in small letters.
const GENERAL: [Spin; 3] = [
    Spin { name: "Hash", default: 16, most: 65_536 },
    Spin { name: "Threads", default: 1, most: 1024 },
    Spin { name: "MultiPV", default: 1, most: 255 },
];

/// The place of the number of lines: players that do not take it may have compared their moves all
/// the same.
const LINES: usize = 2;

/// What comes of setting an option.
pub(super) enum Change {
    /// Another player, or one with other options.
    Player(Box<dyn Agent>),
    /// Nothing that the player has to know of.
    None,
    /// The player makes no use of it.
    Unused { agent: &'static str, option: &'static str },
}

impl Options {
    /// The options of a player, and the player.
    pub(super) fn new(spec: Spec, builder: Builder) -> Result<(Self, Box<dyn Agent>), SpecError> {
        let agent = builder(&spec)?;
        Ok((Self { spec, builder, general: [None; GENERAL.len()] }, agent))
    }

    /// The name of the player.
    pub(super) const fn agent(&self) -> &'static str {
        self.spec.kind().name
    }

    /// The player, with all that was set.
    pub(super) const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How many lines the report of a search has.
    pub(super) fn lines(&self) -> usize {
        usize::try_from(self.general[LINES].unwrap_or(GENERAL[LINES].default)).unwrap_or(usize::MAX)
    }

    /// Sets an option. As in UCI, small and capital letters are the same in its name.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, OptionError> {
        if name.eq_ignore_ascii_case("Agent") {
            return self.play_as(value.parse().map_err(OptionError::Spec)?);
        }
        if let Some(place) = GENERAL.iter().position(|spin| name.eq_ignore_ascii_case(spin.name)) {
            return self.set_general(place, value);
        }
        let own = self.own_option(name).ok_or_else(|| self.unknown(name))?;
        let value = if value == EMPTY { "" } else { value };
        self.play_as(self.spec.clone().with(own, value).map_err(OptionError::Spec)?)
    }

    fn set_general(&mut self, place: usize, value: &str) -> Result<Change, OptionError> {
        let Spin { name, .. } = GENERAL[place];
        let before = self.general;
        self.general[place] = Some(GENERAL[place].read(value)?);
        if self.own_option(name).is_none() {
            if place == LINES {
                return Ok(Change::None);
            }
            return Ok(Change::Unused { agent: self.agent(), option: name });
        }
        self.play_as(self.spec.clone()).inspect_err(|_| self.general = before)
    }

    /// Takes a player, with what was set of the general options. A player that cannot be made
    /// changes nothing.
    fn play_as(&mut self, mut spec: Spec) -> Result<Change, OptionError> {
        for (spin, value) in GENERAL.iter().zip(self.general) {
            let own = spin.name.to_ascii_lowercase();
            if let (Some(value), Some(_)) = (value, spec.value(&own)) {
                spec = spec.with(&own, &value.to_string()).map_err(OptionError::Spec)?;
            }
        }
        let agent = (self.builder)(&spec).map_err(OptionError::Spec)?;
        self.spec = spec;
        Ok(Change::Player(agent))
    }

    /// The player's own option of a name.
    fn own_option(&self, name: &str) -> Option<&'static str> {
        let mut own = self.spec.kind().options.iter().map(|option| option.name);
        own.find(|own| own.eq_ignore_ascii_case(name))
    }

    fn unknown(&self, name: &str) -> OptionError {
        let own = self.spec.kind().options.iter().map(|option| option.name);
        OptionError::Unknown { name: name.to_owned(), names: general_names().chain(own).collect() }
    }
}

/// The options that are there whoever plays.
fn general_names() -> impl Iterator<Item = &'static str> {
    GENERAL.iter().map(|spin| spin.name).chain(["Agent"])
}

impl Spin {
    fn read(&self, value: &str) -> Result<u64, OptionError> {
        let number = value.parse().ok().filter(|number| (1..=self.most).contains(number));
        number.ok_or_else(|| OptionError::NotANumber {
            name: self.name,
            most: self.most,
            value: value.to_owned(),
        })
    }
}

/// How UCI writes a text that is empty.
const EMPTY: &str = "<empty>";

/// The lines of the handshake. The default is what is set now, so that whoever sets nothing changes
/// nothing.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (Spin { name, default, most }, value) in GENERAL.iter().zip(self.general) {
            let own =
                self.spec.value(&name.to_ascii_lowercase()).and_then(|value| value.parse().ok());
            let value = value.or(own).unwrap_or(*default);
            writeln!(f, "option name {name} type spin default {value} min 1 max {most}")?;
        }
        writeln!(f, "option name Agent type string default {}", self.spec)?;
        let own = self.spec.kind().options.iter().map(|option| option.name);
        for name in own.filter(|own| general_names().all(|name| !name.eq_ignore_ascii_case(own))) {
            match self.spec.value(name).unwrap_or_default() {
                value @ ("true" | "false") => {
                    writeln!(f, "option name {name} type check default {value}")?
                }
                "" => writeln!(f, "option name {name} type string default {EMPTY}")?,
                value => writeln!(f, "option name {name} type string default {value}")?,
            }
        }
        Ok(())
    }
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OptionError {
    /// There is none of that name.
    Unknown { name: String, names: Vec<&'static str> },
    /// It takes a whole number.
    NotANumber { name: &'static str, most: u64, value: String },
    /// The player does not take it.
    Spec(SpecError),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, names } => {
                write!(f, "there is no option '{name}': there are {}", names.join(", "))
            }
            Self::NotANumber { name, most, value } => {
                write!(f, "{name} does not take '{value}': it is a whole number from 1 to {most}")
            }
            Self::Spec(error) => error.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(spec: &str) -> Options {
        Options::new(spec.parse().unwrap(), Box::new(Spec::build)).unwrap().0
    }

    fn set(options: &mut Options, name: &str, value: &str) -> Result<&'static str, String> {
        match options.set(name, value) {
            Ok(Change::Player(_)) => Ok("player"),
            Ok(Change::None) => Ok("none"),
            Ok(Change::Unused { .. }) => Ok("unused"),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn what_is_set_is_what_the_next_handshake_says() {
        let mut options = options("random:seed=7");
        assert_eq!(set(&mut options, "hash", "64"), Ok("unused"));
        assert_eq!(set(&mut options, "MULTIPV", "3"), Ok("none"));
        assert_eq!(set(&mut options, "Seed", "8"), Ok("player"));
        assert_eq!(
            options.to_string(),
            "option name Hash type spin default 64 min 1 max 65536\n\
             option name Threads type spin default 1 min 1 max 1024\n\
             option name MultiPV type spin default 3 min 1 max 255\n\
             option name Agent type string default random:seed=8\n\
             option name seed type string default 8\n"
        );
        assert_eq!(options.lines(), 3);
        assert_eq!(set(&mut options, "Agent", "random"), Ok("player"));
        assert!(options.to_string().contains("Agent type string default random\n"));
    }

    #[test]
    fn what_cannot_be_set_changes_nothing() {
        let mut options = options("random");
        let before = options.to_string();
        let most = "it is a whole number from 1 to 1024";
        assert_eq!(
            set(&mut options, "Threads", "0"),
            Err(format!("Threads does not take '0': {most}"))
        );
        assert_eq!(
            set(&mut options, "Threads", ""),
            Err(format!("Threads does not take '': {most}"))
        );
        assert_eq!(
            set(&mut options, "Ponder", "true"),
            Err("there is no option 'Ponder': there are Hash, Threads, MultiPV, Agent, seed"
                .to_owned())
        );
        assert!(
            set(&mut options, "Agent", "nobody")
                .unwrap_err()
                .starts_with("no player is called 'nobody'")
        );
        assert!(
            set(&mut options, "seed", "x")
                .unwrap_err()
                .starts_with("random does not take 'x' for seed")
        );
        assert_eq!(options.to_string(), before);
    }
}
