//! A player of the list with options.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use quoridor_engine::registry::{AgentKind, Options, SpecError};

use crate::AGENTS;

/// A player of [`AGENTS`] and its [`Options`], `name` or `name:key=value,…`:
/// `respall-2018:simulations=60000,seed=7`.
///
/// ```
/// use quoridor_players::Spec;
///
/// let spec: Spec = "random:seed=7".parse().unwrap();
/// assert!(spec.is_set("seed"));
/// let agent = spec.build().unwrap();
/// let error = "random:seed=x".parse::<Spec>().unwrap_err();
/// assert_eq!(error.to_string(), "seed: expected an integer, got 'x'");
/// ```
#[derive(Clone, Debug)]
pub struct Spec(Options);

impl Spec {
    /// A player of a kind with default options; the kind need not be in the list.
    pub const fn of(kind: AgentKind) -> Self {
        Self(Options::of(kind))
    }

    /// The same player with an option set.
    ///
    /// # Errors
    /// The player has no such option, or the option does not take the value.
    pub fn with(self, name: &str, value: &str) -> Result<Self, SpecError> {
        self.0.with(name, value).map(Self)
    }

    /// This player [without contempt](Options::impartial), unless that was set.
    #[must_use]
    pub fn impartial(self) -> Self {
        Self(self.0.impartial())
    }

    /// The options alone.
    pub fn into_options(self) -> Options {
        self.0
    }
}

impl Deref for Spec {
    type Target = Options;

    fn deref(&self) -> &Options {
        &self.0
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Options::read(text, AGENTS).map(Self)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
