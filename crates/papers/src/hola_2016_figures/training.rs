//! The training runs: five settings, three seeds each.

use std::path::PathBuf;
use std::sync::Arc;

use quoridor_learn::Progress;
use quoridor_learn::network::imitation::{Config, Imitation, Measured};
use quoridor_literature::hola_2016::net::Mlp;

use super::{NAME, POINTS};
use crate::parallel::in_parallel;
use crate::{BoxedError, Settings};

/// Training runs of each setting.
pub(super) const SEEDS: usize = 3;

/// The settings of a training run.
pub(super) struct Variant {
    pub(super) name: &'static str,
    /// The change from the thesis' settings.
    pub(super) change: &'static str,
    config: fn() -> Config,
}

/// The thesis' settings, one change at a time, and all changes together.
pub(super) const VARIANTS: [Variant; 5] = [
    Variant { name: "thesis", change: "none", config: Config::default },
    Variant {
        name: "squares",
        change: "one input per square for each pawn, instead of a number",
        config: || Config { inputs: Config::shipped().inputs, ..Config::default() },
    },
    Variant {
        name: "batch-100",
        change: "batches of 100 actions instead of 1000",
        config: || Config { batch: Config::shipped().batch, ..Config::default() },
    },
    Variant {
        name: "opponents",
        change: "also watches games against hola-2016-path and random",
        config: || Config { against: Config::shipped().against, ..Config::default() },
    },
    Variant { name: "all", change: "all three", config: Config::shipped },
];

/// The places of the thesis' settings and of all changes in [`VARIANTS`].
pub(super) const THESIS: usize = 0;
pub(super) const SHIPPED: usize = 4;

/// A trained network.
pub(super) struct Trained {
    pub(super) settings: usize,
    pub(super) name: &'static str,
    pub(super) seed: usize,
    pub(super) net: Arc<Mlp>,
    pub(super) measured: Vec<Measured>,
}

/// Trains all networks, as many at once as there are cores.
pub(super) fn train(
    settings: &Settings,
    actions: u64,
    progress: &Progress<'_>,
) -> Result<Vec<Trained>, BoxedError> {
    let jobs: Vec<(usize, usize)> =
        (0..VARIANTS.len()).flat_map(|place| (0..SEEDS).map(move |seed| (place, seed))).collect();
    in_parallel(jobs, |(place, seed), threads| {
        let variant = &VARIANTS[place];
        let usual = (variant.config)();
        let config = Config {
            // A smoke test needs no large network.
            hidden_units: if settings.is_smoke_test() { 10 } else { usual.hidden_units },
            test_every: (actions / POINTS).next_multiple_of(1000),
            test_games: settings.scaled(100, 2).min(100),
            ..usual
        };
        let folder = folder(settings, variant.name, seed);
        let mut run = Imitation::open(&folder, config, settings.seed + seed as u64, threads)?;
        let tell =
            |text: String| (progress.tell)(format!("{}, seed {}: {text}", variant.name, seed + 1));
        run.run(actions, &Progress { tell: &tell, stop: progress.stop })?;
        let (net, measured) = (run.net()?, run.measured()?);
        Ok(Trained { settings: place, name: variant.name, seed, net, measured })
    })
}

fn folder(settings: &Settings, name: &str, seed: usize) -> PathBuf {
    settings.folder.join(NAME).join(format!("{name}-{}", seed + 1))
}
