//! `hola-2016-complexity`: how large the game is.
//!
//! Michal Hoľa, *Artificial neural network as an opponent in Quoridor*, thesis, Comenius
//! University, 2016, sections 3.3 and 3.4, with Mertens' estimates of 2006 as he quotes them: every
//! number again from its formula, what is exact instead of an estimate, and what our own games say.
//!
//! It takes two minutes. The games are kept; what comes before them is quickly done again.

mod formulas;
mod games;
mod layouts;
mod pawns;
mod sampling;
mod sections;

use quoridor_core::BoardSize;
use quoridor_engine::random::Random;

use self::games::{PAIRINGS, Played};
use self::layouts::Layouts;
use self::sampling::Sampled;
use super::games::Games;
use super::{Reproduced, Reproduction, Settings};
use quoridor_learn::Progress;
use quoridor_report::{Provenance, Report};

/// How large the game is.
pub(crate) const REPRODUCTION: Reproduction = Reproduction {
    name: "hola-2016-complexity",
    paper: "M. Hoľa, Artificial neural network as an opponent in Quoridor, 2016",
    summary: "Hoľa, Mertens: the size of the state space and the game tree, exact wall layouts, \
              and our own games",
    new: "the exact number of wall layouts; states with paths; branching factors with intervals; \
          games of our own",
    cpu_minutes: 2,
    run,
};

/// Layouts drawn for each number of walls.
const SAMPLES: u64 = 10_000;

/// Openings from which each player plays itself.
const OPENINGS: u64 = 100;

/// The results of the experiment.
struct Findings {
    layouts: Layouts,
    most_free: Vec<Option<u32>>,
    samples: u64,
    sampled: Sampled,
    games: Vec<Played>,
}

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    (progress.tell)("counting wall layouts".to_owned());
    let layouts = Layouts::new(BoardSize::STANDARD, formulas::MOST_WALLS as usize);
    let most_free = layouts.most_free();
    (progress.tell)("drawing wall layouts".to_owned());
    let samples = settings.scaled(SAMPLES, 10);
    let sampled = Sampled::new(&layouts, samples, &mut Random::new(settings.seed));
    let mut kept = Games::open(REPRODUCTION.name, settings, progress)?;
    let openings = settings.scaled(OPENINGS, 2) as usize;
    let games = PAIRINGS
        .iter()
        .map(|pairing| games::play(pairing, openings, &mut kept))
        .collect::<Result<_, _>>()?;
    let findings = Findings { layouts, most_free, samples, sampled, games };
    Ok(Report {
        name: REPRODUCTION.name.to_owned(),
        title: "How large Quoridor is: Hoľa 2016, sections 3.3 and 3.4".to_owned(),
        blocks: sections::all(&findings),
        provenance: Provenance::here(settings.command(REPRODUCTION.name), settings.seed),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::tests::made_twice;
    use quoridor_report::Quantity;

    fn reproduced(seed: u64) -> Report {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { seed, scale: 0.02, folder: folder.path().to_owned() };
        let stop = AtomicBool::new(false);
        run(&settings, &Progress { tell: &|_| (), stop: &stop }).unwrap()
    }

    /// A fiftieth of the work gives a whole report, with the papers' figures, the exact count, and
    /// the same again from the same seed.
    #[test]
    fn a_whole_report() {
        let report = reproduced(1);
        let found = |what: &str| {
            report.figures().find(|comparison| comparison.what.starts_with(what)).unwrap()
        };
        let sum = found("wall layouts of 0 to 20 walls");
        assert_eq!(sum.ours, Some(Quantity::Exact(1_375_968_129_062_134_174_771)));
        let states = found("states, both pawns with a path");
        let (low, high) = states.interval.unwrap();
        // Between nine and ten in ten of the exact bound.
        assert!(
            low.value() > 2.0e25
                && high.value() < 2.6e25
                && low.value() < states.ours.unwrap().value(),
            "{states:?}"
        );
        assert_eq!(report.markdown(), reproduced(1).markdown());
        assert_ne!(report.markdown(), reproduced(2).markdown());
        assert!(report.html().matches("<svg").count() == 4);
        made_twice(&REPRODUCTION);
    }
}
