//! Every player by its name: the one place where they are listed.

use std::fmt;
use std::str::FromStr;

use crate::agent::Agent;
use crate::players;

/// A kind of player.
#[derive(Clone, Copy)]
pub struct AgentKind {
    /// The name, as in a spec.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// What can be set.
    pub options: &'static [OptionKind],
    /// Makes one.
    pub(crate) build: fn(&Options<'_>) -> Result<Box<dyn Agent>, SpecError>,
}

/// Something that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionKind {
    /// The name, as in a spec.
    pub name: &'static str,
    /// What it is unless it is set.
    pub default: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
}

/// Every kind of player there is. To add one, add it here.
pub const AGENTS: &[AgentKind] = &[
    players::random::KIND,
    players::hola_2016::PATH,
    players::hola_2016::HEURISTIC,
    players::hola_2016_nets::NN,
    players::hola_2016_nets::QLNN,
    players::van_steenbergen_2006::BRAIN1,
    players::van_steenbergen_2006::BRAIN2,
    players::van_steenbergen_2006::BRAIN3,
    players::van_steenbergen_2006::BRAIN4,
    players::mertens_2006::KIND,
    players::glendenning_2005::KIND,
    players::respall_2018_ga::KIND,
    players::eizagirre::KIND,
    players::respall_2018::KIND,
    players::saadatinia_2020::KIND,
    players::alphabeta::KIND,
];

impl AgentKind {
    /// The kind of a name.
    ///
    /// # Errors
    /// An unknown name; the error lists the known ones.
    pub fn find(name: &str) -> Result<&'static Self, SpecError> {
        let name = if name == CHAMPION { CHAMPIONS_NAME } else { name };
        AGENTS
            .iter()
            .find(|kind| kind.name == name)
            .ok_or_else(|| SpecError::UnknownName { name: name.to_owned() })
    }
}

impl fmt::Debug for AgentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentKind").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The strongest player of games for two, whoever that is: another name of it.
pub const CHAMPION: &str = "champion";

/// Who is the champion now.
const CHAMPIONS_NAME: &str = "alphabeta";

/// The player of commands that are not told which.
pub const DEFAULT_AGENT: &str = CHAMPION;

/// A player and its options, `name` or `name:key=value,…`: `respall-2018:simulations=60000,seed=7`.
///
/// A value may have commas in it: a part without an equals sign belongs to the value before
/// (`genes=75,65,66,39,depth=5`).
///
/// ```
/// use quoridor_engine::Spec;
/// let spec: Spec = "random:seed=7".parse().unwrap();
/// let agent = spec.build().unwrap();
/// let error = "random:sede=7".parse::<Spec>().unwrap_err();
/// assert_eq!(error.to_string(), "random has no option 'sede': its options are seed");
/// ```
#[derive(Clone, Debug)]
pub struct Spec {
    kind: &'static AgentKind,
    settings: Vec<(&'static OptionKind, String)>,
}

impl Spec {
    /// The kind of player.
    pub const fn kind(&self) -> &'static AgentKind {
        self.kind
    }

    /// Makes the player.
    ///
    /// # Errors
    /// A value that its option does not take.
    pub fn build(&self) -> Result<Box<dyn Agent>, SpecError> {
        (self.kind.build)(&Options { spec: self })
    }

    /// The same player with an option set.
    ///
    /// # Errors
    /// It has no such option.
    pub fn with(mut self, name: &str, value: &str) -> Result<Self, SpecError> {
        let option =
            self.kind.options.iter().find(|option| option.name == name).ok_or_else(|| {
                SpecError::UnknownOption {
                    agent: self.kind.name,
                    options: self.kind.options,
                    name: name.to_owned(),
                }
            })?;
        self.settings.retain(|(other, _)| other.name != name);
        self.settings.push((option, value.to_owned()));
        Ok(self)
    }

    /// What an option is set to, or what it is unless it is set; `None` if the player has no such
    /// option.
    pub fn value(&self, name: &str) -> Option<&str> {
        let set = self
            .settings
            .iter()
            .find(|(option, _)| option.name == name)
            .map(|(_, value)| value.as_str());
        set.or_else(|| {
            self.kind.options.iter().find(|option| option.name == name).map(|option| option.default)
        })
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Self { kind: AgentKind::find(name)?, settings: Vec::new() };
        let mut rest = settings;
        while !rest.is_empty() {
            let (key, value_and_rest) =
                rest.split_once('=').ok_or_else(|| SpecError::NoValue { text: rest.to_owned() })?;
            // The value ends at the last comma before the next equals sign.
            let end = match value_and_rest.find('=') {
                Some(next) => value_and_rest[..next]
                    .rfind(',')
                    .ok_or_else(|| SpecError::NoValue { text: rest.to_owned() })?,
                None => value_and_rest.len(),
            };
            if spec.settings.iter().any(|(option, _)| option.name == key) {
                return Err(SpecError::Twice { name: key.to_owned() });
            }
            spec = spec.with(key, &value_and_rest[..end])?;
            rest = value_and_rest[end..].strip_prefix(',').unwrap_or_default();
        }
        // A bad value is found now, not when the player is needed.
        spec.build()?;
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        for (place, (option, value)) in self.settings.iter().enumerate() {
            write!(f, "{}{}={value}", if place == 0 { ':' } else { ',' }, option.name)?;
        }
        Ok(())
    }
}

/// The options of a player that is being made.
pub(crate) struct Options<'a> {
    spec: &'a Spec,
}

impl Options<'_> {
    /// The text of an option.
    ///
    /// # Panics
    /// If the kind does not list the option.
    pub(crate) fn text(&self, name: &str) -> &str {
        let value = self.spec.value(name);
        value.unwrap_or_else(|| panic!("{} does not list its option {name}", self.spec.kind.name))
    }

    /// Whether the spec sets an option.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.spec.settings.iter().any(|(option, _)| option.name == name)
    }

    /// The value of an option.
    pub(crate) fn get<T: FromStr>(&self, name: &str) -> Result<T, SpecError> {
        self.get_where(name, |_| true)
    }

    /// The value of an option, if it is a sensible one.
    pub(crate) fn get_where<T: FromStr>(
        &self,
        name: &str,
        sensible: impl Fn(&T) -> bool,
    ) -> Result<T, SpecError> {
        self.text(name).parse().ok().filter(sensible).ok_or_else(|| self.bad(name))
    }

    /// The numbers of an option that is a list of so many, with commas between them.
    pub(crate) fn list<const N: usize>(&self, name: &str) -> Result<[f64; N], SpecError> {
        let numbers: Option<Vec<f64>> = self
            .text(name)
            .split(',')
            .map(|number| number.trim().parse().ok().filter(|number: &f64| number.is_finite()))
            .collect();
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| self.bad(name))
    }

    /// The error for two options of which only one can be set.
    pub(crate) fn not_both(&self, one: &'static str, other: &'static str) -> SpecError {
        SpecError::NotBoth { agent: self.spec.kind.name, one, other }
    }

    /// The same, if none of the numbers is larger than a bound either way.
    pub(crate) fn list_within<const N: usize>(
        &self,
        name: &str,
        bound: f64,
    ) -> Result<[f64; N], SpecError> {
        let numbers = self.list(name)?;
        if numbers.iter().all(|number| number.abs() <= bound) {
            Ok(numbers)
        } else {
            Err(self.bad(name))
        }
    }

    /// The error for a value that its option does not take.
    pub(crate) fn bad(&self, name: &str) -> SpecError {
        let option = self.spec.kind.options.iter().find(|option| option.name == name);
        SpecError::BadValue {
            agent: self.spec.kind.name,
            name: name.to_owned(),
            value: self.text(name).to_owned(),
            help: option.map_or("", |option| option.help),
            default: option.map_or("", |option| option.default),
        }
    }

    /// The error for an option that names a file which cannot be used.
    pub(crate) fn bad_file(&self, name: &'static str, reason: String) -> SpecError {
        SpecError::BadFile {
            agent: self.spec.kind.name,
            name,
            file: self.text(name).to_owned(),
            reason,
        }
    }
}

/// What is wrong with a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// No player has the name.
    UnknownName {
        /// The name.
        name: String,
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
    /// Of two options only one can be set.
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
        /// The player.
        agent: &'static str,
        /// The option.
        name: String,
        /// The value.
        value: String,
        /// What the option does.
        help: &'static str,
        /// A value that it takes.
        default: &'static str,
    },
    /// The option names a file that cannot be used.
    BadFile {
        /// The player.
        agent: &'static str,
        /// The option.
        name: &'static str,
        /// The file.
        file: String,
        /// Why, in one line.
        reason: String,
    },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName { name } => {
                let names: Vec<&str> = AGENTS.iter().map(|kind| kind.name).collect();
                write!(
                    f,
                    "no player is called '{}': there are {CHAMPION}, {}",
                    name.escape_debug(),
                    names.join(", ")
                )
            }
            Self::UnknownOption { agent, options: [], name } => {
                write!(f, "{agent} has no option '{}': it has none at all", name.escape_debug())
            }
            Self::UnknownOption { agent, options, name } => {
                let names: Vec<&str> = options.iter().map(|option| option.name).collect();
                write!(
                    f,
                    "{agent} has no option '{}': its options are {}",
                    name.escape_debug(),
                    names.join(", ")
                )
            }
            Self::NoValue { text } => {
                write!(
                    f,
                    "'{}' is not an option and its value: write name=value",
                    text.escape_debug()
                )
            }
            Self::Twice { name } => write!(f, "the option '{}' is set twice", name.escape_debug()),
            Self::NotBoth { agent, one, other } => {
                write!(f, "{agent} takes {one} or {other}, not both")
            }
            Self::BadValue { agent, name, value, help, default } => {
                write!(
                    f,
                    "{agent} does not take '{}' for {name} ({help}): a good value is {default}",
                    value.escape_debug()
                )
            }
            Self::BadFile { agent, name, file, reason } => {
                write!(f, "{agent} cannot take the {name} of '{}': {reason}", file.escape_debug())
            }
        }
    }
}

impl std::error::Error for SpecError {}

/// The option of every player that draws lots.
pub(crate) const SEED: OptionKind =
    OptionKind { name: "seed", default: "1", help: "which random numbers, a whole number" };

/// The option of nets: the one option that is a file on this machine, unless it is left alone.
pub(crate) const WEIGHTS_FILE: OptionKind = OptionKind {
    name: "weights",
    default: SHIPPED,
    help: "a file that a training has written, or shipped",
};

/// The value of an option for files that is no file: what is shipped.
pub(crate) const SHIPPED: &str = "shipped";

/// Whether the text of a spec names a file, which is read as soon as the spec is: whoever takes
/// specs from strangers has to ask first.
pub fn names_a_file(text: &str) -> bool {
    let (name, settings) = text.split_once(':').unwrap_or((text, ""));
    let is_named =
        |option: &OptionKind| option.default == SHIPPED && settings.contains(option.name);
    AgentKind::find(name).is_ok_and(|kind| kind.options.iter().any(is_named))
}

/// The option of players that would go back and forth for ever.
pub(crate) const NO_REPEAT: OptionKind = OptionKind {
    name: "no-repeat",
    default: "false",
    help: "true to avoid positions that the game has seen, or false",
};
