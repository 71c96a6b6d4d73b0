//! Reproductions of published experiments: a file or folder per experiment, each of which writes a
//! [`Report`] with the paper's figures beside ours.
//!
//! To add one, write a [`Reproduction`] and list it in [`REPRODUCTIONS`]: the command line finds it
//! there.

mod compare;
mod cpu_time;
mod eizagirre;
mod games;
mod glendenning_2005_competitions;
mod glendenning_2005_learning;
mod hola_2016_complexity;
mod hola_2016_figures;
mod index;
mod parallel;
mod respall_2018;
mod saadatinia_2020_evolution;
mod saadatinia_2020_filter;

use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use quoridor_learn::Progress;
use quoridor_report::Report;

pub use index::{index, page_scale};

/// A published experiment.
#[derive(Clone, Copy)]
pub struct Reproduction {
    /// Its name: the paper, and the part of it.
    pub name: &'static str,
    /// The paper: authors, title, year.
    pub paper: &'static str,
    /// The experiment, in one line.
    pub summary: &'static str,
    /// The results that the paper does not have, in one line.
    pub new: &'static str,
    /// The CPU time at scale 1 on one core of 2023, in minutes.
    pub cpu_minutes: u32,
    /// Runs the experiment. A stopped run resumes from the files in the folder, and its report is
    /// the same as if it had not been stopped.
    pub run: fn(&Settings, &Progress<'_>) -> Reproduced,
}

/// The report, or the reason why there is none.
pub type Reproduced = Result<Report, BoxedError>;

/// Any error, to be printed.
pub type BoxedError = Box<dyn Error + Send + Sync>;

/// All reproductions, sorted by name.
pub const REPRODUCTIONS: &[Reproduction] = &[
    eizagirre::REPRODUCTION,
    glendenning_2005_competitions::REPRODUCTION,
    glendenning_2005_learning::REPRODUCTION,
    hola_2016_complexity::REPRODUCTION,
    hola_2016_figures::REPRODUCTION,
    respall_2018::REPRODUCTION,
    saadatinia_2020_evolution::REPRODUCTION,
    saadatinia_2020_filter::REPRODUCTION,
];

/// Finds a reproduction by its name.
///
/// # Errors
/// An unknown name; the error lists the known ones.
pub fn find(name: &str) -> Result<&'static Reproduction, UnknownReproduction> {
    let found = REPRODUCTIONS.iter().find(|reproduction| reproduction.name == name);
    found.ok_or_else(|| UnknownReproduction { name: name.to_owned() })
}

impl Reproduction {
    /// Runs the experiment and adds up its CPU time, that of stopped runs included.
    ///
    /// # Errors
    /// The run was stopped or failed, or its files cannot be written.
    pub fn report(&self, settings: &Settings, progress: &Progress<'_>) -> Reproduced {
        cpu_time::counted(self.name, settings, progress, |progress| (self.run)(settings, progress))
    }
}

/// The number of games or training runs at once; results do not depend on it.
fn concurrency() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

impl fmt::Debug for Reproduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reproduction").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The random seed.
    pub seed: u64,
    /// The amount of work: 1 is the paper's, or the fraction of it that the report states; smaller
    /// numbers are shares of games, samples or search limits. More than 0.
    pub scale: f64,
    /// The folder of the report, and of the files from which a stopped run resumes.
    pub folder: PathBuf,
}

impl Settings {
    /// A number of games or samples at this scale, and at least a minimum.
    pub fn scaled(&self, full: u64, least: u64) -> u64 {
        ((full as f64 * self.scale).round() as u64).max(least)
    }

    /// Whether the run only checks that everything works: its figures mean nothing.
    pub fn is_smoke_test(&self) -> bool {
        self.scale < 1e-3
    }

    /// A note for reports at another scale than 1.
    pub fn share(&self, reduced: &str) -> Option<String> {
        (self.scale != 1.0).then(|| format!("This run has --scale {}: {reduced}.", self.scale))
    }

    /// The command that repeats the run.
    pub fn command(&self, name: &str) -> String {
        format!("quoridor reproduce {name} --seed {} --scale {}", self.seed, self.scale)
    }
}

/// No reproduction has the name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no reproduction is called '{}': there are {}", .name.escape_debug(), names())]
pub struct UnknownReproduction {
    /// The name.
    pub name: String,
}

fn names() -> String {
    let names: Vec<&str> = REPRODUCTIONS.iter().map(|reproduction| reproduction.name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// The smallest report, and the same again: a second run resumes from the files of the first.
    pub(crate) fn made_twice(reproduction: &Reproduction) -> Report {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { seed: 1, scale: 1e-6, folder: folder.path().to_owned() };
        let stop = AtomicBool::new(false);
        let made =
            || (reproduction.run)(&settings, &Progress { tell: &|_| (), stop: &stop }).unwrap();
        let report = made();
        assert_eq!(made(), report);
        assert_eq!(structure(&report.markdown()), committed_structure(reproduction.name));
        for figure in report.figures().filter(|figure| figure.paper.is_some()) {
            assert!(figure.verdict.is_some() || figure.ours.is_none(), "{figure:?}");
        }
        report
    }

    /// The headings, columns and plots of a page. They do not depend on the scale.
    fn structure(page: &str) -> Vec<String> {
        let lines: Vec<&str> = page.lines().collect();
        let mut parts = Vec::new();
        for (place, line) in lines.iter().enumerate() {
            let is_header = lines.get(place + 1).is_some_and(|next| next.starts_with("|---"));
            if line.starts_with('#') || line.starts_with("![") || is_header {
                parts.push((*line).to_owned());
            }
        }
        parts
    }

    /// That of the page in `docs/results`, which `cargo xtask results` writes.
    fn committed_structure(name: &str) -> Vec<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results");
        let path = format!("{folder}/{name}.md");
        let page = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{path}: {error}; run cargo xtask results"));
        structure(&page)
    }

    #[test]
    fn every_page_is_in_the_index() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results");
        let index = std::fs::read_to_string(format!("{folder}/README.md")).unwrap();
        for reproduction in REPRODUCTIONS {
            let link = format!("]({}.md)", reproduction.name);
            assert!(index.contains(&link), "{link} is not in the index");
        }
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
    fn a_scale_leaves_a_minimum() {
        let settings = Settings { seed: 1, scale: 0.05, folder: PathBuf::new() };
        assert_eq!((settings.scaled(210, 2), settings.scaled(10, 2)), (11, 2));
        assert_eq!(
            settings.share("fewer games").unwrap(),
            "This run has --scale 0.05: fewer games."
        );
        assert_eq!(Settings { scale: 1.0, ..settings }.share("fewer games"), None);
    }
}
