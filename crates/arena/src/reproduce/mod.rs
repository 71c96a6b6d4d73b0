//! The papers' figures, found again: one file or folder per reproduction, each making a [`Report`].
//!
//! To add one, write a [`Reproduction`] and list it in [`REPRODUCTIONS`]: the command line finds it
//! there.

pub mod games;
mod glendenning_2005_competitions;
mod hola_2016_complexity;
mod respall_2018;
mod saadatinia_2020_filter;

use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crate::report::Report;

/// Something that a paper found, to be found again.
#[derive(Clone, Copy)]
pub struct Reproduction {
    /// What it is called: the paper, and which part of it.
    pub name: &'static str,
    /// What it finds, in one line.
    pub summary: &'static str,
    /// Finds it. A run that was stopped may go on where it was, from what it keeps in the folder;
    /// the report must be the same as if it had not been stopped.
    pub run: fn(&Settings, &Progress<'_>) -> Reproduced,
}

/// The report, or what stopped it.
pub type Reproduced = Result<Report, Box<dyn Error + Send + Sync>>;

/// Whoever waits for a reproduction.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Hears how far it has come.
    pub tell: &'a (dyn Fn(String) + Sync),
    /// Is set when it is to be stopped.
    pub stop: &'a AtomicBool,
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// It was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped: the same command goes on from the games that are kept in the folder")
    }
}

impl Error for Stopped {}

/// The reproductions that need nothing but games. (Those in which something is learnt are in
/// `quoridor-learn`, which has the list of all.) To add one, add it here.
pub const REPRODUCTIONS: &[Reproduction] = &[
    glendenning_2005_competitions::REPRODUCTION,
    hola_2016_complexity::REPRODUCTION,
    respall_2018::REPRODUCTION,
    saadatinia_2020_filter::REPRODUCTION,
];

impl Reproduction {
    /// The one of a name among some.
    ///
    /// # Errors
    /// An unknown name; the error lists the known ones.
    pub fn find<'a>(name: &str, among: &[&'a Self]) -> Result<&'a Self, UnknownReproduction> {
        let found = among.iter().find(|reproduction| reproduction.name == name);
        let names = || among.iter().map(|reproduction| reproduction.name).collect();
        found.copied().ok_or_else(|| UnknownReproduction { name: name.to_owned(), known: names() })
    }
}

impl fmt::Debug for Reproduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reproduction").field("name", &self.name).finish_non_exhaustive()
    }
}

/// How to reproduce.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Which random numbers.
    pub seed: u64,
    /// How much work: 1 is all of it, a smaller number is that share of the games, samples or
    /// budgets. More than 0.
    pub scale: f64,
    /// Where the report goes, and what is kept to go on from.
    pub folder: PathBuf,
}

impl Settings {
    /// A number of games or samples at this scale: at least so many.
    pub fn scaled(&self, full: u64, least: u64) -> u64 {
        ((full as f64 * self.scale).round() as u64).max(least)
    }

    /// What a report of another scale than 1 says of itself: what there was less of.
    pub fn share(&self, what: &str) -> Option<String> {
        (self.scale != 1.0).then(|| format!("This is a run with --scale {}: {what}.", self.scale))
    }

    /// The command that does the same again.
    pub fn command(&self, name: &str) -> String {
        format!("quoridor reproduce {name} --seed {} --scale {}", self.seed, self.scale)
    }
}

/// No reproduction has the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownReproduction {
    /// The name.
    pub name: String,
    /// The names that there are.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownReproduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no reproduction is called '{}': there are {}",
            self.name.escape_debug(),
            self.known.join(", ")
        )
    }
}

impl Error for UnknownReproduction {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_an_error_that_lists_the_known_ones() {
        let all: Vec<&Reproduction> = REPRODUCTIONS.iter().collect();
        let error = Reproduction::find("hola-2017", &all).unwrap_err().to_string();
        assert!(
            error.starts_with(
                "no reproduction is called 'hola-2017': there are glendenning-2005-competitions, hola-2016-complexity, "
            ),
            "{error}"
        );
        assert_eq!(
            Reproduction::find("hola-2016-complexity", &all).unwrap().name,
            "hola-2016-complexity"
        );
    }

    #[test]
    fn a_scale_leaves_enough() {
        let settings = Settings { seed: 1, scale: 0.05, folder: PathBuf::new() };
        assert_eq!((settings.scaled(210, 2), settings.scaled(10, 2)), (11, 2));
        assert_eq!(
            settings.share("fewer games").unwrap(),
            "This is a run with --scale 0.05: fewer games."
        );
        assert_eq!(Settings { scale: 1.0, ..settings }.share("fewer games"), None);
    }
}
