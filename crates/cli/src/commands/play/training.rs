//! The training that the menu offers: Hoľa's network, as `quoridor learn imitate` trains it.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use quoridor_learn::network::WEIGHTS;
use quoridor_learn::network::imitation::{Config, Imitation};
use quoridor_learn::{Progress, Stopped};
use quoridor_tui::{Tell, Training, TrainingLength};

use crate::cores;

/// A run folder in which the network of Hoľa's thesis is trained.
pub(super) struct HolaTraining {
    folder: PathBuf,
}

/// The seed of the run. Another one would be another run, which could not go on with this one.
const SEED: u64 = 1;

impl HolaTraining {
    /// A training beside the store of games.
    pub(super) fn beside(store: &Path) -> Self {
        Self { folder: store.with_file_name("training").join("hola-2016") }
    }
}

impl Training for HolaTraining {
    fn title(&self) -> &'static str {
        "Train a network to imitate a player (Hoľa 2016)"
    }

    fn about(&self) -> &'static str {
        "It watches hola-2016-heuristic and learns its moves. A longer training goes on with a \
         shorter one."
    }

    fn lengths(&self) -> &'static [TrainingLength] {
        &[
            TrainingLength { name: "100,000 actions: a taste", steps: 100_000 },
            TrainingLength { name: "1 million actions: minutes", steps: 1_000_000 },
            TrainingLength { name: "10 million actions: as in the thesis", steps: 10_000_000 },
        ]
    }

    fn run(&self, steps: u64, tell: &Tell<'_>, stop: &AtomicBool) -> Result<String, String> {
        let progress = Progress { tell, stop };
        let trained = Imitation::open(&self.folder, Config::default(), SEED, cores::all())
            .and_then(|mut imitation| imitation.run(steps, &progress));
        match trained {
            Ok(()) => {
                let weights = self.folder.join(WEIGHTS);
                Ok(format!("hola-2016-nn:weights={}", weights.display()))
            }
            Err(error) if error.is::<Stopped>() => {
                Err("stopped: start it again to go on".to_owned())
            }
            Err(error) => Err(format!("{}: {error}", self.folder.display())),
        }
    }
}
