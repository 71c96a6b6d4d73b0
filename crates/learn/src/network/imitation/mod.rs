//! Imitation learning: chapter 5 of the thesis.
//!
//! "We let both heuristic players to play against each other and had neural network to observe one
//! of them. For each state desired output was action executed by heuristic player." Which of the
//! two is observed is not said: here it is South in every other game. At regular intervals the
//! network plays against the opponents of Figures 5.1 to 5.3.

mod report;

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use crate::{Progress, Stopped};
use clap::Args;
use quoridor_engine::random::Random;
use quoridor_engine::random::mixed;
use quoridor_literature::hola_2016::net::{self, Encoding, Mlp};
use serde::Serialize;

use super::evaluation::{Contest, OPPONENTS, Tally};
use super::observations::{Observations, TEACHER, Watching};
use super::trainer::{Example, Others, Trainer, read_state, write_state};
use super::{WEIGHTS, by_name};
use crate::options::{count, defaults, player, positive};
use crate::run_folder::{Identity, RunFolder};
pub use report::{curves, report};

/// The options that determine the results. The defaults are those of the thesis, and of the
/// author's program where the thesis gives none.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Config {
    /// Input encoding: numbers (133 inputs, as in the thesis) or squares (218, as in the author's
    /// program)
    #[arg(long, value_name = "ENCODING", default_value_t = Encoding::Numbers)]
    #[serde(serialize_with = "by_name")]
    pub inputs: Encoding,

    /// Opponent of the observed player; may be repeated, the opponents then take turns
    #[arg(long, value_name = "PLAYER", default_value = TEACHER, value_parser = player)]
    pub against: Vec<String>,

    /// Number of hidden units
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = count(1..=Mlp::MOST_HIDDEN_UNITS as u64))]
    pub hidden_units: usize,

    /// Learning rate of Adam
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = positive)]
    pub learning_rate: f32,

    /// Batch size, in actions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count(1..=100_000))]
    pub batch: usize,

    /// Target output for the observed action; the target of all others is 0
    #[arg(long, value_name = "NUMBER", default_value_t = 100.0, value_parser = positive)]
    pub reward: f32,

    /// Standard deviation of the initial weights
    #[arg(long, value_name = "NUMBER", default_value_t = 0.01, value_parser = positive)]
    pub deviation: f32,

    /// Mirror about half of the games, which the thesis does not
    #[arg(long)]
    pub mirror: bool,

    /// Actions between two tests of the network; tests are more frequent at the beginning
    #[arg(long, value_name = "N", default_value_t = 500_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub test_every: u64,

    /// Number of test games against each opponent; hola-2016-path has only two, one in each seat
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub test_games: u64,
}

impl Default for Config {
    fn default() -> Self {
        defaults()
    }
}

impl Config {
    /// The options of the shipped network, which was trained on 5.5 million actions: the inputs of
    /// the author's program, smaller batches, and more varied games.
    pub fn shipped() -> Self {
        Self {
            inputs: Encoding::Squares,
            against: [TEACHER, "hola-2016-path", "random"].map(str::to_owned).to_vec(),
            batch: 100,
            ..Self::default()
        }
    }
}

/// The table of the points of the curve.
const CURVE: &str = "curve.csv";
const CURVE_HEADER: &str = "actions,mean_square_error,opponent,won,lost,stuck";

/// Batches between two checkpoints without a test.
const KEPT_EVERY: u64 = 100;

/// Streams of random numbers.
const FIRST_WEIGHTS: u64 = 1;
const GAMES: u64 = 2;
const TESTS: u64 = 3;

/// A network that observes and learns: an experiment without its folder.
#[derive(Debug)]
pub struct Practice {
    trainer: Trainer,
    observations: Observations,
    batch: usize,
    threads: usize,
}

impl Practice {
    /// From the beginning.
    pub fn new(config: &Config, seed: u64, threads: usize) -> Self {
        let mut random = Random::new(mixed(&[seed, FIRST_WEIGHTS]));
        let Config {
            inputs: encoding,
            hidden_units,
            deviation,
            learning_rate,
            reward,
            mirror,
            batch,
            ..
        } = *config;
        let trainer = Trainer::new(encoding, hidden_units, deviation, learning_rate, &mut random);
        let partners = config.against.clone();
        let watching = Watching { seed: mixed(&[seed, GAMES]), partners, encoding, reward, mirror };
        Self { trainer, observations: Observations::new(watching), batch, threads }
    }

    /// Watches as many actions as a batch has.
    pub fn watch(&mut self) -> Vec<Example> {
        self.observations.take(self.batch, self.threads)
    }

    /// Observes and learns from a batch; returns the mean square error before.
    pub fn batch(&mut self) -> f64 {
        let examples = self.watch();
        self.trainer.learn(&examples, Others::Zero, self.threads)
    }
}

/// An experiment in its folder.
#[derive(Debug)]
pub struct Imitation {
    config: Config,
    seed: u64,
    folder: RunFolder,
    practice: Practice,
    progress: Done,
}

/// The progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Done {
    actions: u64,
    /// Since the last test: the sum of the batches' errors, and how many there were.
    error_sum: f64,
    batches: u64,
    /// Whether the net has played since it last learnt.
    is_tested: bool,
}

/// One opponent at one point of the curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The number of observed actions.
    pub actions: u64,
    /// The mean square error since the point before; `None` at the first.
    pub error: Option<f64>,
    /// The opponent.
    pub opponent: String,
    /// The results.
    pub tally: Tally,
}

impl Imitation {
    /// Creates a run folder, or continues the run in it.
    ///
    /// # Errors
    /// The folder cannot be used.
    pub fn open(
        folder: &Path,
        config: Config,
        seed: u64,
        threads: usize,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let folder = RunFolder::open(folder, &Identity::new("imitate", seed, &config))?;
        let mut practice = Practice::new(&config, seed, threads);
        let mut progress = Done::default();
        if let Some(words) = read_state(&folder, &mut practice.trainer)? {
            let [actions, error_sum, batches, is_tested, game, used] = words;
            let (error_sum, is_tested) = (f64::from_bits(error_sum), is_tested == 1);
            progress = Done { actions, error_sum, batches, is_tested };
            practice.observations.go_to((game, used as usize));
        }
        Ok(Self { config, seed, folder, practice, progress })
    }

    /// The number of observed actions.
    pub const fn actions(&self) -> u64 {
        self.progress.actions
    }

    /// The folder.
    pub const fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// The net as it is now, as its file has it.
    ///
    /// # Errors
    /// The training has diverged.
    pub fn net(&self) -> Result<Arc<Mlp>, Box<dyn Error + Send + Sync>> {
        Ok(Arc::new(net::read(&net::write(&self.practice.trainer.net())?)?))
    }

    /// Learns until `actions` actions are observed, rounded up to whole batches, and tests the
    /// network at the end.
    ///
    /// # Errors
    /// It was stopped, the training has diverged, or the folder cannot be written.
    pub fn run(
        &mut self,
        actions: u64,
        progress: &Progress<'_>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        if self.folder.state().is_none() {
            self.test(progress)?;
        }
        let mut since_kept = 0;
        while self.progress.actions < actions {
            if progress.stop.load(std::sync::atomic::Ordering::Relaxed) {
                self.keep()?;
                return Err(Stopped.into());
            }
            self.progress.error_sum += self.practice.batch();
            self.progress.batches += 1;
            self.progress.actions += self.config.batch as u64;
            self.progress.is_tested = false;
            (progress.tell)(format!("{} of {actions} actions", self.progress.actions));
            since_kept += 1;
            if self.is_test_due() {
                self.test(progress)?;
                since_kept = 0;
            } else if since_kept >= KEPT_EVERY {
                self.keep()?;
                since_kept = 0;
            }
        }
        if !self.progress.is_tested {
            self.test(progress)?;
        }
        // If all was learnt before: the file may have been changed since.
        self.folder.write(WEIGHTS, &net::write(&self.practice.trainer.net())?)?;
        Ok(())
    }

    /// At every multiple of the interval, and before the first one after 1, 2, 4, 8 … batches.
    fn is_test_due(&self) -> bool {
        let Done { actions, .. } = self.progress;
        let batch = self.config.batch as u64;
        let passed = actions / self.config.test_every > (actions - batch) / self.config.test_every;
        passed || (actions < self.config.test_every && (actions / batch).is_power_of_two())
    }

    /// Plays test games, and records their results.
    fn test(&mut self, progress: &Progress<'_>) -> Result<(), Box<dyn Error + Send + Sync>> {
        let bytes = net::write(&self.practice.trainer.net())?;
        let net = Arc::new(net::read(&bytes)?);
        let Done { actions, error_sum, batches, .. } = self.progress;
        let error =
            if batches > 0 { (error_sum / batches as f64).to_string() } else { String::new() };
        for opponent in OPPONENTS {
            (progress.tell)(format!("{actions} actions: against {opponent}"));
            let seed = mixed(&[self.seed, TESTS]);
            let contest =
                Contest { opponent, games: self.config.test_games, no_repeat: false, seed };
            let Tally { won, lost, stuck } = contest.play(&net, self.practice.threads);
            let cells: [&dyn Display; 6] = [&actions, &error, &opponent, &won, &lost, &stuck];
            self.folder.row(CURVE, CURVE_HEADER, &cells);
        }
        self.progress = Done { actions, is_tested: true, ..Done::default() };
        // Before the checkpoint: after a kill in between, the same file is written again.
        self.folder.write(WEIGHTS, &bytes)?;
        self.keep()
    }

    fn keep(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        let Done { actions, error_sum, batches, is_tested } = self.progress;
        let (game, used) = self.practice.observations.place();
        let is_tested = u64::from(is_tested);
        let words = [actions, error_sum.to_bits(), batches, is_tested, game, used as u64];
        let state = write_state(words, &mut self.practice.trainer);
        self.folder.checkpoint(&state)?;
        Ok(())
    }

    /// The points of the curves so far.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn measured(&self) -> Result<Vec<Measured>, Box<dyn Error + Send + Sync>> {
        let row = |cells: &Vec<String>| {
            let number = |place: usize| cells.get(place)?.parse::<u64>().ok();
            let tally = Tally { won: number(3)?, lost: number(4)?, stuck: number(5)? };
            let error = cells.get(1)?.parse().ok();
            Some(Measured { actions: number(0)?, error, opponent: cells.get(2)?.clone(), tally })
        };
        let rows = self.folder.rows(CURVE)?;
        let measured: Option<Vec<_>> = rows.iter().map(row).collect();
        Ok(measured.ok_or_else(|| {
            format!("{}: a row is not as it was written", self.folder.path().join(CURVE).display())
        })?)
    }
}

#[cfg(test)]
mod tests;
