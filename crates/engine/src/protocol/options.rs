//! The options that `setoption` sets: `Hash`, `Threads`, `MultiPV`, `Agent`, and those of the
//! player.

use std::fmt;

use crate::agent::Agent;
use crate::registry::{AgentKind, OptionType, Options, SpecError};

/// Every option and its value.
pub(super) struct EngineOptions {
    player: Options,
    agents: &'static [AgentKind],
    /// The values of [`GENERAL`] that were set, in that order. They stay when the player changes.
    general: [Option<u64>; GENERAL.len()],
}

/// An option that every UCI engine has: an integer from 1 on.
struct General {
    name: &'static str,
    default: u64,
    max: u64,
}

/// Memory, threads, and the number of reported lines. A player gets them if it has an option of
/// that name in lower case.
const GENERAL: [General; 3] = [
    General { name: "Hash", default: 16, max: 65_536 },
    General { name: "Threads", default: 1, max: 1024 },
    General { name: "MultiPV", default: 1, max: 255 },
];

/// The place of the number of lines. It is never unused: players without such an option may have
/// compared their moves all the same.
const LINES: usize = 2;

/// The consequence of setting an option.
pub(super) enum Change {
    /// Another player, or one with other options.
    Player(Box<dyn Agent>),
    /// Nothing that concerns the player.
    None,
    /// The player makes no use of it.
    Unused { agent: &'static str, option: &'static str },
}

impl EngineOptions {
    /// The options of a player, and the player.
    pub(super) fn new(
        player: Options,
        agents: &'static [AgentKind],
    ) -> Result<(Self, Box<dyn Agent>), SpecError> {
        let agent = player.build()?;
        Ok((Self { player, agents, general: [None; GENERAL.len()] }, agent))
    }

    /// The name of the player.
    pub(super) const fn agent(&self) -> &'static str {
        self.player.kind().name
    }

    /// The player, with all that was set.
    pub(super) const fn player(&self) -> &Options {
        &self.player
    }

    /// How many lines the report of a search has.
    pub(super) fn lines(&self) -> usize {
        usize::try_from(self.general[LINES].unwrap_or(GENERAL[LINES].default)).unwrap_or(usize::MAX)
    }

    /// Sets an option. As in UCI, small and capital letters are the same in its name.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, OptionError> {
        if name.eq_ignore_ascii_case("Agent") {
            let player = Options::read(value, self.agents);
            return self.play_as(player.map_err(OptionError::Spec)?);
        }
        if let Some(place) = GENERAL.iter().position(|spin| name.eq_ignore_ascii_case(spin.name)) {
            return self.set_general(place, value);
        }
        let own = self.own_option(name).ok_or_else(|| self.unknown(name))?;
        let value = if value == EMPTY { "" } else { value };
        self.play_as(self.player.clone().with(own, value).map_err(OptionError::Spec)?)
    }

    fn set_general(&mut self, place: usize, value: &str) -> Result<Change, OptionError> {
        let General { name, .. } = GENERAL[place];
        let before = self.general;
        self.general[place] = Some(GENERAL[place].read(value)?);
        if self.own_option(name).is_none() {
            if place == LINES {
                return Ok(Change::None);
            }
            return Ok(Change::Unused { agent: self.agent(), option: name });
        }
        self.play_as(self.player.clone()).inspect_err(|_| self.general = before)
    }

    /// Switches to a player, with the general options that were set. A player that cannot be built
    /// changes nothing.
    fn play_as(&mut self, mut player: Options) -> Result<Change, OptionError> {
        for (general, value) in GENERAL.iter().zip(self.general) {
            let own = general.name.to_ascii_lowercase();
            if let (Some(value), Some(_)) = (value, player.value(&own)) {
                player = player.with(&own, &value.to_string()).map_err(OptionError::Spec)?;
            }
        }
        let agent = player.build().map_err(OptionError::Spec)?;
        self.player = player;
        Ok(Change::Player(agent))
    }

    /// The player's own option of a name.
    fn own_option(&self, name: &str) -> Option<&'static str> {
        let mut own = self.player.kind().options.iter().map(|option| option.name);
        own.find(|own| own.eq_ignore_ascii_case(name))
    }

    fn unknown(&self, name: &str) -> OptionError {
        let own = self.player.kind().options.iter().map(|option| option.name);
        OptionError::Unknown { name: name.to_owned(), names: general_names().chain(own).collect() }
    }
}

/// The options that do not depend on the player.
fn general_names() -> impl Iterator<Item = &'static str> {
    GENERAL.iter().map(|general| general.name).chain(["Agent"])
}

impl General {
    fn read(&self, value: &str) -> Result<u64, OptionError> {
        let values = OptionType::Integer { min: 1, max: self.max };
        values.check_option(self.name, value).map_err(OptionError::Spec)?;
        Ok(value.parse().expect("the check lets only integers through"))
    }
}

/// How UCI writes an empty text.
const EMPTY: &str = "<empty>";

/// The largest bound of a spin option in the handshake: many programs read 32 bits. `setoption`
/// takes larger values where the player does.
const LARGEST_BOUND: u64 = i32::MAX as u64;

/// The lines of the handshake. The default is the current value, so that a program that sets every
/// option to its default changes nothing.
impl fmt::Display for EngineOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (&General { name, default, max }, value) in GENERAL.iter().zip(self.general) {
            let own =
                self.player.value(&name.to_ascii_lowercase()).and_then(|value| value.parse().ok());
            let value = value.or(own).unwrap_or(default);
            writeln!(f, "option name {name} {}", Spin { value, min: 1, max })?;
        }
        writeln!(f, "option name Agent type string default {}", self.player)?;
        let is_own = |name: &str| general_names().all(|other| !other.eq_ignore_ascii_case(name));
        for option in self.player.kind().options.iter().filter(|option| is_own(option.name)) {
            let value = self.player.value(option.name).unwrap_or(option.default);
            write!(f, "option name {} ", option.name)?;
            if let Some(spin) = Spin::of(option.values, value) {
                writeln!(f, "{spin}")?;
                continue;
            }
            match option.values {
                OptionType::Boolean => writeln!(f, "type check default {value}")?,
                OptionType::Choice(choices) => {
                    writeln!(f, "type combo default {value} var {}", choices.join(" var "))?;
                }
                _ if value.is_empty() => writeln!(f, "type string default {EMPTY}")?,
                _ => writeln!(f, "type string default {value}")?,
            }
        }
        Ok(())
    }
}

/// An option of type spin: an integer with a range.
struct Spin {
    value: u64,
    min: u64,
    max: u64,
}

impl Spin {
    /// The spin option for an integer, or for a whole number of seconds.
    fn of(values: OptionType, value: &str) -> Option<Self> {
        let (min, max) = match values {
            OptionType::Integer { min, max } => (min, max),
            OptionType::Seconds { min, max } => (min.ceil() as u64, max as u64),
            _ => return None,
        };
        let value = value.parse().ok()?;
        Some(Self { value, min, max: max.min(LARGEST_BOUND.max(value)) })
    }
}

impl fmt::Display for Spin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "type spin default {} min {} max {}", self.value, self.min, self.max)
    }
}

/// The reason that an option cannot be set.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum OptionError {
    /// No option has the name.
    Unknown { name: String, names: Vec<&'static str> },
    /// The value is wrong.
    Spec(SpecError),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, names } => {
                write!(f, "there is no option '{name}': there are {}", names.join(", "))
            }
            Self::Spec(error) => error.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{alphabeta, random};
    use crate::registry::{NO_REPEAT, OptionKind, Parameter, SEED};

    /// A player with an option of each other type.
    const TYPES: AgentKind = AgentKind {
        name: "types",
        options: &[
            OptionKind::new("filter", "on", OptionType::Choice(&["on", "off"]), "a choice"),
            NO_REPEAT,
            SEED,
            OptionKind::new("genes", "75,65", OptionType::List(GENES), "a list"),
        ],
        ..random::KIND
    };

    const GENES: &[Parameter] = &[
        Parameter { name: "one", min: 0.0, max: 100.0 },
        Parameter { name: "two", min: 0.0, max: 100.0 },
    ];

    const AGENTS: &[AgentKind] = &[random::KIND, alphabeta::KIND, TYPES];

    fn options(player: &str) -> EngineOptions {
        let player = Options::read(player, AGENTS).unwrap();
        EngineOptions::new(player, AGENTS).unwrap().0
    }

    fn set(options: &mut EngineOptions, name: &str, value: &str) -> Result<&'static str, String> {
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
             option name seed type spin default 8 min 0 max 2147483647\n"
        );
        assert_eq!(options.lines(), 3);
        assert_eq!(set(&mut options, "Agent", "random"), Ok("player"));
        assert!(options.to_string().contains("Agent type string default random\n"));
    }

    #[test]
    fn the_handshake_shows_types_and_ranges() {
        let handshake = options("alphabeta:hash=1,level=3,time=2").to_string();
        assert!(handshake.contains("option name level type spin default 3 min 1 max 10\n"));
        assert!(handshake.contains("option name time type spin default 2 min 1 max 86400\n"));
        // A fraction of a second is no integer.
        let handshake = options("alphabeta:hash=1,time=0.5").to_string();
        assert!(handshake.contains("option name time type string default 0.5\n"));
        let handshake = options("types:filter=off").to_string();
        assert!(handshake.contains("option name filter type combo default off var on var off\n"));
        assert!(handshake.contains("option name no-repeat type check default false\n"));
        assert!(handshake.contains("option name genes type string default 75,65\n"));
        let handshake = options("random:seed=5000000000").to_string();
        assert!(handshake.contains("seed type spin default 5000000000 min 0 max 5000000000\n"));
    }

    #[test]
    fn what_cannot_be_set_changes_nothing() {
        let mut options = options("random");
        let before = options.to_string();
        let expected = "Threads: expected an integer from 1 to 1024";
        assert_eq!(set(&mut options, "Threads", "0"), Err(format!("{expected}, got '0'")));
        assert_eq!(set(&mut options, "Threads", ""), Err(format!("{expected}, got ''")));
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
        assert_eq!(
            set(&mut options, "seed", "x"),
            Err("seed: expected an integer, got 'x'".to_owned())
        );
        assert_eq!(options.to_string(), before);
    }
}
