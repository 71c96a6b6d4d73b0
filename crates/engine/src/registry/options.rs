//! A player's name with its options.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use quoridor_core::Variant;

use super::error::SpecError;
use super::option::{CONTEMPT, OptionKind, OptionType, SHIPPED};
use super::{AgentKind, kind};
use crate::agent::{Agent, Unsupported};
use crate::shipped::Shipped;

/// A player of a kind with its options, written `name` or `name:key=value,…`:
/// `respall-2018:simulations=60000,seed=7`.
///
/// Reading them checks names, types and ranges. It builds no player and opens no file: that is
/// [`build`](Self::build).
///
/// A value may contain commas: a part without an equals sign belongs to the value before it
/// (`genes=75,65,66,39,depth=5`).
///
/// ```
/// use quoridor_engine::players::random;
/// use quoridor_engine::registry::Options;
///
/// let options = Options::read("random:seed=7", &[random::KIND]).unwrap();
/// assert!(options.is_set("seed"));
/// let agent = options.build().unwrap();
/// let error = Options::read("random:seed=x", &[random::KIND]).unwrap_err();
/// assert_eq!(error.to_string(), "seed: expected an integer, got 'x'");
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    kind: AgentKind,
    set: Vec<(&'static OptionKind, String)>,
}

impl Options {
    /// A player of a kind with default options.
    pub const fn of(kind: AgentKind) -> Self {
        Self { kind, set: Vec::new() }
    }

    /// The player that a text names, one of a list.
    ///
    /// # Errors
    /// No player has the name, or an option is wrong.
    pub fn read(text: &str, agents: &[AgentKind]) -> Result<Self, SpecError> {
        let (name, mut rest) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Self::of(kind(name, agents)?);
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
            if spec.is_set(key) {
                return Err(SpecError::Twice { name: key.to_owned() });
            }
            spec = spec.with(key, &value_and_rest[..end])?;
            rest = value_and_rest[end..].strip_prefix(',').unwrap_or_default();
        }
        Ok(spec)
    }

    /// The kind of player.
    pub const fn kind(&self) -> &AgentKind {
        &self.kind
    }

    /// Builds the player, and reads the files that its options name.
    ///
    /// # Errors
    /// A file that cannot be used, or too little memory.
    pub fn build(&self) -> Result<Box<dyn Agent>, SpecError> {
        (self.kind.build)(self)
    }

    /// Whether the player plays a variant. Builds nothing.
    ///
    /// # Errors
    /// The variants that it plays, in one line.
    pub fn supports(&self, variant: Variant) -> Result<(), Unsupported> {
        self.kind.supports(variant)
    }

    /// The same player with an option set.
    ///
    /// # Errors
    /// The player has no such option, or the option does not take the value.
    pub fn with(mut self, name: &str, value: &str) -> Result<Self, SpecError> {
        let Self { kind, set } = &mut self;
        let option = kind.option(name).ok_or_else(|| SpecError::UnknownOption {
            agent: kind.name,
            options: kind.options,
            name: name.to_owned(),
        })?;
        option.values.check_option(option.name, value)?;
        let excluded = |other: &OptionKind| {
            option.excludes == Some(other.name) || other.excludes == Some(option.name)
        };
        if let Some((other, _)) = set.iter().find(|(other, _)| excluded(other)) {
            let (one, other) = (other.name, option.name);
            return Err(SpecError::NotBoth { agent: kind.name, one, other });
        }
        set.retain(|(other, _)| other.name != name);
        set.push((option, value.to_owned()));
        Ok(self)
    }

    /// The value of an option, set or default; `None` if the player has no such option.
    pub fn value(&self, name: &str) -> Option<&str> {
        let mut set = self.set.iter();
        match set.find(|(option, _)| option.name == name) {
            Some((_, value)) => Some(value),
            None => self.kind.option(name).map(|option| option.default),
        }
    }

    /// Whether an option was set explicitly.
    pub fn is_set(&self, name: &str) -> bool {
        self.set.iter().any(|(option, _)| option.name == name)
    }

    /// This player without contempt, unless that was set: an analysis and training rows are for
    /// both sides, and a draw is a draw to both.
    #[must_use]
    pub fn impartial(self) -> Self {
        let OptionKind { name, default, .. } = CONTEMPT;
        if self.kind.option(name).is_none() || self.is_set(name) {
            return self;
        }
        self.with(name, default).expect("players with this option take its default")
    }

    /// Whether an option names a file on this machine, which [`build`](Self::build) would read.
    /// Servers refuse such specs from strangers.
    pub fn names_file(&self) -> bool {
        self.files().next().is_some()
    }

    /// The options that name files on this machine, and the files.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let named = |(option, value): &&(&OptionKind, String)| {
            option.values == OptionType::File && value != SHIPPED
        };
        let files = self.set.iter().filter(named);
        files.map(|(option, value)| (option.name, Path::new(value)))
    }

    /// The text of an option.
    ///
    /// # Panics
    /// If the kind does not list the option.
    pub fn text(&self, name: &str) -> &str {
        let value = self.value(name);
        value.unwrap_or_else(|| panic!("{} does not list its option {name}", self.kind.name))
    }

    /// The value of an option.
    ///
    /// # Panics
    /// If the option's type allows values that `T` cannot hold.
    pub fn get<T: FromStr>(&self, name: &str) -> T {
        let value = self.text(name).parse().ok();
        value.unwrap_or_else(|| panic!("the type of option {name} does not fit its use"))
    }

    /// The numbers of an option that is a list.
    ///
    /// # Panics
    /// If the option's type allows lists of another length.
    pub fn list<const N: usize>(&self, name: &str) -> [f64; N] {
        let numbers = self.text(name).split(',').filter_map(|number| number.trim().parse().ok());
        let numbers: Option<[f64; N]> = numbers.collect::<Vec<_>>().try_into().ok();
        numbers.unwrap_or_else(|| panic!("the type of option {name} does not fit its use"))
    }

    /// Whether the shipped file of an option is there: in WebAssembly it has to be fetched first.
    ///
    /// # Errors
    /// It is not.
    pub fn check_shipped(&self, name: &'static str, file: &Shipped) -> Result<(), SpecError> {
        match file.bytes() {
            Some(_) => Ok(()),
            None => Err(self.unusable(name, format!("{} is not loaded", file.name))),
        }
    }

    /// The error for a value that has the right type but cannot be used on this machine.
    pub fn unusable(&self, name: &'static str, reason: impl Into<String>) -> SpecError {
        SpecError::Unusable { name, value: self.text(name).to_owned(), reason: reason.into() }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        for (index, (option, value)) in self.set.iter().enumerate() {
            write!(f, "{}{}={value}", if index == 0 { ':' } else { ',' }, option.name)?;
        }
        Ok(())
    }
}
