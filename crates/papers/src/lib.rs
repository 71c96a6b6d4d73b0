//! The papers' figures, found again: one file or folder per reproduction, each making a [`Report`].
//!
//! To add one, write a [`Reproduction`] and list it in [`REPRODUCTIONS`]: the command line finds it
//! there.

pub mod games;
mod glendenning_2005_competitions;
mod glendenning_2005_learning;
mod hola_2016_complexity;
mod hola_2016_figures;
mod respall_2018;
mod saadatinia_2020_evolution;
mod saadatinia_2020_filter;

use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use quoridor_arena::Progress;
use quoridor_report::Report;

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

/// Every reproduction, by name. To add one, add it here.
pub const REPRODUCTIONS: &[Reproduction] = &[
    glendenning_2005_competitions::REPRODUCTION,
    glendenning_2005_learning::REPRODUCTION,
    hola_2016_complexity::REPRODUCTION,
    hola_2016_figures::REPRODUCTION,
    respall_2018::REPRODUCTION,
    saadatinia_2020_evolution::REPRODUCTION,
    saadatinia_2020_filter::REPRODUCTION,
];

/// The reproduction of a name.
///
/// # Errors
/// An unknown name; the error lists the known ones.
pub fn find(name: &str) -> Result<&'static Reproduction, UnknownReproduction> {
    let found = REPRODUCTIONS.iter().find(|reproduction| reproduction.name == name);
    found.ok_or_else(|| UnknownReproduction { name: name.to_owned() })
}

/// Number of games played at once: the games do not depend on it.
fn concurrency() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
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
}

impl fmt::Display for UnknownReproduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = REPRODUCTIONS.iter().map(|reproduction| reproduction.name).collect();
        let name = self.name.escape_debug();
        write!(f, "no reproduction is called '{name}': there are {}", known.join(", "))
    }
}

impl Error for UnknownReproduction {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// The smallest report, which a second run makes again from what the first one kept.
    pub(crate) fn made_twice(reproduction: &Reproduction) -> Report {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { seed: 1, scale: 0.001, folder: folder.path().to_owned() };
        let stop = AtomicBool::new(false);
        let made =
            || (reproduction.run)(&settings, &Progress { tell: &|_| (), stop: &stop }).unwrap();
        let report = made();
        assert_eq!(made(), report);
        report
    }

    #[test]
    fn names_are_sorted_and_unknown_ones_are_errors_that_list_them() {
        let names: Vec<&str> = REPRODUCTIONS.iter().map(|reproduction| reproduction.name).collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
        assert!(names.iter().all(|name| find(name).unwrap().name == *name));
        let error = find("hola-2017").unwrap_err().to_string();
        assert_eq!(
            error,
            format!("no reproduction is called 'hola-2017': there are {}", names.join(", "))
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
