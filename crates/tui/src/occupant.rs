//! Who sits at the board.

use std::fmt;

use quoridor_engine::Spec;

use crate::opponents;
use crate::text::clean;

/// Whoever makes the moves of a seat.
#[derive(Clone, Debug)]
pub enum Occupant {
    /// A person, by name.
    Human(String),
    /// A player of the registry.
    Computer(Spec),
}

/// The name of a person who has not given one.
const HUMAN: &str = "human";

impl Occupant {
    /// A person who has not given a name.
    pub fn human() -> Self {
        Self::Human(HUMAN.to_owned())
    }

    /// Whether a person has to move.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human(_))
    }

    /// `human`, `level 3`, or a player's spec.
    ///
    /// # Errors
    /// It is none of them: what is wrong in one line.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text == HUMAN {
            return Ok(Self::human());
        }
        opponents::spec_of(text)
            .parse()
            .map(Self::Computer)
            .map_err(|error: quoridor_engine::SpecError| format!("{error}; or write human"))
    }

    /// From the tags of a record: the name, and `human` or `program`.
    pub(crate) fn from_tags(name: Option<&str>, kind: Option<&str>) -> Self {
        let name = clean(name.unwrap_or(HUMAN));
        match (kind, name.parse()) {
            (Some("program"), Ok(spec)) => Self::Computer(spec),
            _ => Self::Human(name),
        }
    }

    /// The name that a record gives it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Human(name) => name.clone(),
            Self::Computer(spec) => spec.to_string(),
        }
    }

    /// What kind of player a record says that it is.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Human(_) => "human",
            Self::Computer(_) => "program",
        }
    }
}

/// The name as it is shown: `level 3` rather than the spec.
impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human(name) => f.write_str(name),
            Self::Computer(spec) => f.write_str(&opponents::label(spec)),
        }
    }
}
