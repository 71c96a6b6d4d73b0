//! The papers' results of learning, found again, and the list of all reproductions.
//!
//! To add one, write a [`Reproduction`] and list it in [`REPRODUCTIONS`]: the command line finds it
//! in [`all`].

mod glendenning_2005_learning;
mod hola_2016_figures;
mod saadatinia_2020_evolution;

use std::num::NonZeroUsize;
use std::thread;

use quoridor_arena::reproduce::{Reproduction, UnknownReproduction};

/// The reproductions in which something is learnt. To add one, add it here.
pub const REPRODUCTIONS: &[Reproduction] = &[
    glendenning_2005_learning::REPRODUCTION,
    hola_2016_figures::REPRODUCTION,
    saadatinia_2020_evolution::REPRODUCTION,
];

/// Every reproduction there is, the arena's included, by name.
pub fn all() -> Vec<&'static Reproduction> {
    let mut all: Vec<_> =
        quoridor_arena::reproduce::REPRODUCTIONS.iter().chain(REPRODUCTIONS).collect();
    all.sort_by_key(|reproduction| reproduction.name);
    all
}

/// The reproduction of a name.
///
/// # Errors
/// An unknown name; the error lists the known ones.
pub fn find(name: &str) -> Result<&'static Reproduction, UnknownReproduction> {
    Reproduction::find(name, &all())
}

/// How many games are played at once: they are the same, however many.
fn concurrency() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quoridor_arena::report::Report;
    use quoridor_arena::reproduce::{Progress, Settings};

    use super::*;

    /// The smallest report there is, which a second run makes again from what the first one kept.
    pub(super) fn made_twice(reproduction: &Reproduction) -> Report {
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
    fn names_are_sorted_and_told_apart() {
        let names: Vec<&str> = all().iter().map(|reproduction| reproduction.name).collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
        assert!(REPRODUCTIONS.iter().all(|own| find(own.name).unwrap().name == own.name));
        let error = find("hola-2017").unwrap_err().to_string();
        assert_eq!(
            error,
            format!("no reproduction is called 'hola-2017': there are {}", names.join(", "))
        );
    }
}
