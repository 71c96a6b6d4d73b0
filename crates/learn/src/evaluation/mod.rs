//! Training of the champion's evaluation: two small networks that estimate the probability of a
//! win.
//!
//! Positions come from games of self-play from random openings, or from the games of a store. Each
//! has its features, the result of its game and the value of the search. The *rough* network sees
//! the distances and walls alone, the *full* one all features. The target is a mixture: λ parts the
//! value of the search, 1 − λ parts the result. Every fifth game is held out; the log-loss of its
//! results is measured after every epoch.
//!
//! First all games are played (or searched), then the networks are trained; a checkpoint follows
//! every few games and every epoch.

mod learner;
mod openings;
mod report;
mod samples;
mod stored;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use crate::{Progress, Stopped};
use clap::Args;
use quoridor_arena::{
    Arena, Control, Entry, MatchEnd, Openings, Rules, Schedule, Timeouts, entrants,
};
use quoridor_core::{ByPlayer, Game, Seats};
use quoridor_engine::Limits;
use quoridor_engine::players::alphabeta::evaluation::Evaluation;
use quoridor_engine::random::mixed;
use quoridor_players::Spec;
use quoridor_store::PlayedGame;
use quoridor_store::files::checksum;
use serde::{Deserialize, Serialize};

use crate::options::{count, defaults, fraction};
use crate::parallel::in_parallel;
use crate::run_folder::{Identity, RunFolder, RunFolderError};
use learner::{Example, Learner, inputs, log_loss, logistic, odds};
pub use openings::TrainingOpenings;
pub use report::report;
pub use samples::Sample;
pub use stored::FinishedGame;

/// The options that determine the results.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Config {
    /// Player of the games: alphabeta, with any options
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:hash=4")]
    pub agent: String,

    /// Nodes searched per move
    #[arg(long, value_name = "N", default_value_t = 2_500,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Number of games; every fifth is held out
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = count(5..=10_000_000))]
    pub games: usize,

    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = count(1..=10_000))]
    pub epochs: usize,

    /// Share of the search's value in the target, from 0 to 1; the rest is the game's result
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = fraction)]
    pub lambda: f64,
}

impl Default for Config {
    fn default() -> Self {
        defaults()
    }
}

/// A config is wrong: one line that says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl Config {
    /// The player and its evaluation.
    fn player(&self) -> Result<(Spec, Evaluation), ConfigError> {
        let spec: Spec = self
            .agent
            .parse()
            .map_err(|error| ConfigError(format!("agent = {}: {error}", self.agent)))?;
        let wrong = |problem: &str| Err(ConfigError(format!("agent = {}: {problem}", self.agent)));
        if spec.kind().name != "alphabeta" {
            return wrong(
                "expected alphabeta, with options like alphabeta:hash=4: other players have other \
                 units",
            );
        }
        if spec.value("threads") != Some("1") {
            return wrong(
                "expected threads=1, because games of several threads are not reproducible; \
                 --concurrency plays several games at once",
            );
        }
        let evaluation = match spec.value("evaluation") {
            Some("shipped") | None => Evaluation::shipped().clone(),
            Some(file) => Evaluation::read_file(Path::new(file))
                .map_err(|reason| ConfigError(format!("{}: {reason}", file.escape_debug())))?,
        };
        if self.games < 5 {
            return Err(ConfigError(format!(
                "games = {}: expected 5 or more, because every fifth is held out",
                self.games
            )));
        }
        Ok((spec, evaluation))
    }
}

/// Everything that determines the results: the contents of an evaluation file may change while its
/// name does not.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Decisive<'a> {
    #[serde(flatten)]
    config: &'a Config,
    evaluation_of_the_agent: String,
    /// A checksum of the games, if they were not played by the agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    games_of_a_store: Option<String>,
}

/// The tables of a run, and its result.
const POSITIONS: &str = "positions.csv";
const LOSSES: &str = "losses.csv";
const EVALUATION: &str = "evaluation.txt";

/// The columns of `losses.csv`.
const LOSSES_HEADER: &str = "epoch,rough_learnt,rough_held_out,full_learnt,full_held_out";

/// Games between two checkpoints.
const GAMES_OF_A_CHECKPOINT: usize = 32;

/// One stream of random numbers for each purpose.
const OPEN: u64 = 1;
const PLAY: u64 = 2;
const ROUGH: u64 = 3;
const FULL: u64 = 4;

/// The progress of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    games: usize,
    epochs: usize,
    /// The networks in training, bit by bit; empty before the first epoch.
    rough: Vec<u32>,
    full: Vec<u32>,
}

/// The two networks.
type Rough = Learner<4, 16, 16>;
type Full = Learner<8, 32, 16>;

/// The log-loss after an epoch, of the training set and of the held-out set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// The number of epochs.
    pub epoch: usize,
    /// Of the network of distances and walls: training set, held-out set.
    pub rough: [f64; 2],
    /// Of the network of all features.
    pub full: [f64; 2],
}

impl Losses {
    fn record(&self, folder: &mut RunFolder) {
        let Self { epoch, rough, full } = self;
        let [rough, full] = [rough, full].map(|pair| pair.map(|loss| format!("{loss:.6}")));
        let cells: [&dyn Display; 5] = [epoch, &rough[0], &rough[1], &full[0], &full[1]];
        folder.row(LOSSES, LOSSES_HEADER, &cells);
    }

    fn of(cells: &[String]) -> Option<Self> {
        let number = |place: usize| cells.get(place)?.parse::<f64>().ok();
        let pair = |place: usize| Some([number(place)?, number(place + 1)?]);
        Some(Self { epoch: number(0)? as usize, rough: pair(1)?, full: pair(3)? })
    }
}

/// A run in its folder.
#[derive(Debug)]
pub struct EvaluationRun {
    config: Config,
    spec: Spec,
    /// The evaluation of the agent.
    before: Evaluation,
    /// Games to learn from instead of self-play.
    games: Option<Vec<FinishedGame>>,
    seed: u64,
    concurrency: usize,
    folder: RunFolder,
    state: State,
}

impl EvaluationRun {
    /// Creates a run folder, or continues the run in it. It learns from self-play.
    ///
    /// # Errors
    /// The config is wrong ([`ConfigError`]), or the folder cannot be used.
    pub fn open(
        folder: &Path,
        config: Config,
        seed: u64,
        concurrency: usize,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        Self::open_with(folder, config, None, seed, concurrency)
    }

    /// The same with games that others played; `config.games` becomes their number.
    ///
    /// # Errors
    /// The config is wrong or there are fewer than five games ([`ConfigError`]), or the folder
    /// cannot be used.
    pub fn open_with_games(
        folder: &Path,
        config: Config,
        games: Vec<FinishedGame>,
        seed: u64,
        concurrency: usize,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let config = Config { games: games.len(), ..config };
        Self::open_with(folder, config, Some(games), seed, concurrency)
    }

    fn open_with(
        folder: &Path,
        config: Config,
        games: Option<Vec<FinishedGame>>,
        seed: u64,
        concurrency: usize,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let (spec, before) = config.player()?;
        let games_of_a_store = games.as_deref().map(stored::fingerprint);
        let evaluation_of_the_agent = format!("{:016x}", checksum(before.to_string().as_bytes()));
        let identity = Identity::new(
            "evaluation",
            seed,
            &Decisive { config: &config, evaluation_of_the_agent, games_of_a_store },
        );
        let folder = RunFolder::open(folder, &identity)?;
        let state = match folder.state_text()? {
            Some(text) => {
                toml::from_str(text).map_err(|error| folder.bad_state(error.message()))?
            }
            None => State::default(),
        };
        Ok(Self { config, spec, before, games, seed, concurrency, folder, state })
    }

    /// Plays and trains until all is done, and writes the file of the evaluation. `told` is called
    /// after each epoch.
    ///
    /// # Errors
    /// It was stopped ([`Stopped`]), the folder cannot be read or written, or the games are too few
    /// to learn from.
    pub fn run(
        &mut self,
        progress: &Progress<'_>,
        told: impl FnMut(&Losses),
    ) -> Result<PathBuf, Box<dyn Error + Send + Sync>> {
        self.play(progress)?;
        let evaluation = self.learn(progress, told)?;
        let text = evaluation.to_string();
        // A training that diverged has numbers without bounds.
        Evaluation::read(&text).map_err(|problem| format!("the training diverged: {problem}"))?;
        Ok(self.folder.write(EVALUATION, text.as_bytes())?)
    }

    /// The options that determine its results.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The positions of all games so far.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn samples(&self) -> Result<Vec<Sample>, RunFolderError> {
        self.folder.parsed_rows(POSITIONS, |_, row| Sample::read(row))
    }

    /// The log-losses of all epochs so far.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn losses(&self) -> Result<Vec<Losses>, RunFolderError> {
        Ok(self.folder.rows(LOSSES)?.iter().filter_map(|cells| Losses::of(cells)).collect())
    }

    /// Plays the remaining games.
    fn play(&mut self, progress: &Progress<'_>) -> Result<(), Box<dyn Error + Send + Sync>> {
        if let Some(games) = self.games.clone() {
            return self.annotate(&games, progress);
        }
        let mut openings = TrainingOpenings::new(mixed(&[self.seed, OPEN])).skip(self.state.games);
        while self.state.games < self.config.games {
            let begin = self.state.games;
            let end = (begin + GAMES_OF_A_CHECKPOINT).min(self.config.games);
            let played =
                self.play_some(begin, openings.by_ref().take(end - begin).collect(), progress)?;
            for (number, game) in (begin..end).zip(&played) {
                for sample in Sample::of(number, game) {
                    sample.record(&mut self.folder, POSITIONS);
                }
            }
            self.state.games = end;
            self.keep()?;
        }
        Ok(())
    }

    /// Searches the positions of games that others played, as far as that is not done yet.
    fn annotate(
        &mut self,
        games: &[FinishedGame],
        progress: &Progress<'_>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        while self.state.games < games.len() {
            if progress.stop.load(Ordering::Relaxed) {
                return Err(Stopped.into());
            }
            let begin = self.state.games;
            let end = (begin + self.concurrency.max(1)).min(games.len());
            let mut searched: Vec<(usize, Vec<Sample>)> =
                (begin..end).map(|number| (number, Vec::new())).collect();
            in_parallel(&mut searched, self.concurrency, |(number, samples)| {
                let FinishedGame { game, outcome } = &games[*number];
                let values = games[*number].values(*number, &self.spec, self.config.nodes);
                let positions = game.positions();
                *samples = Sample::of_positions(*number, positions, values.into_iter(), *outcome);
            });
            for sample in searched.iter().flat_map(|(_, samples)| samples) {
                sample.record(&mut self.folder, POSITIONS);
            }
            (progress.tell)(format!("game {end} of {}", games.len()));
            self.state.games = end;
            self.keep()?;
        }
        Ok(())
    }

    /// A game from each opening, in their order; the first has the number `begin`.
    fn play_some(
        &self,
        begin: usize,
        openings: Vec<Game>,
        progress: &Progress<'_>,
    ) -> Result<Vec<PlayedGame>, Box<dyn Error + Send + Sync>> {
        let entries = [self.spec.clone(), self.spec.clone()].map(Entry::from);
        let arena = Arena {
            entrants: entrants(&entries),
            control: Control { limits: Limits::nodes(self.config.nodes), ..Control::default() },
            rules: Rules::default(),
            seed: mixed(&[self.seed, PLAY, begin as u64]),
            concurrency: self.concurrency,
            recover: false,
            timeouts: Timeouts::default(),
        };
        let mut places = 0..;
        let both = ByPlayer::new(Seats::Two, |_| places.next().unwrap_or_default());
        let count = openings.len();
        // The same game with the seats swapped would add nothing.
        let schedule =
            Schedule::new(vec![both], Openings::listed(openings), Some(count)).single_seat_order();
        let mut played = BTreeMap::new();
        let ended = arena.run(schedule, progress.stop, |fixture, game| {
            played.insert(fixture.round, game);
            (progress.tell)(format!("game {} of {}", begin + played.len(), self.config.games));
            ControlFlow::Continue(())
        })?;
        match ended {
            MatchEnd::Completed => Ok(played.into_values().collect()),
            MatchEnd::Stopped | MatchEnd::EngineFailed(_) => Err(Stopped.into()),
        }
    }

    /// Trains the remaining epochs.
    fn learn(
        &mut self,
        progress: &Progress<'_>,
        mut told: impl FnMut(&Losses),
    ) -> Result<Evaluation, Box<dyn Error + Send + Sync>> {
        let (held_out, learnt): (Vec<Sample>, Vec<Sample>) =
            self.samples()?.into_iter().partition(Sample::is_held_out);
        if held_out.is_empty() || learnt.is_empty() {
            return Err(
                "there are no positions to learn from: play more games, or search more nodes per \
                 move"
                    .into(),
            );
        }
        let (rough_seed, full_seed) = (mixed(&[self.seed, ROUGH]), mixed(&[self.seed, FULL]));
        let mut rough: Rough = self.learner(&self.state.rough, rough_seed)?;
        let mut full: Full = self.learner(&self.state.full, full_seed)?;
        let rough_examples = examples(&learnt, self.config.lambda);
        let full_examples = examples(&learnt, self.config.lambda);
        let epochs = self.config.epochs;
        while self.state.epochs < epochs {
            if progress.stop.load(Ordering::Relaxed) {
                return Err(Stopped.into());
            }
            let epoch = self.state.epochs;
            (progress.tell)(format!("epoch {} of {epochs}, {} positions", epoch + 1, learnt.len()));
            rough.epoch(&rough_examples, epoch, epochs, rough_seed);
            full.epoch(&full_examples, epoch, epochs, full_seed);
            let (rough_net, full_net) = (rough.net(), full.net());
            let sets = [&learnt, &held_out];
            let losses = Losses {
                epoch: epoch + 1,
                rough: sets
                    .map(|set| mean_loss(set, |one| odds(&rough_net, &inputs(&one.features)))),
                full: sets.map(|set| mean_loss(set, |one| odds(&full_net, &inputs(&one.features)))),
            };
            losses.record(&mut self.folder);
            self.state =
                State { epochs: epoch + 1, rough: rough.bits(), full: full.bits(), ..self.state };
            self.keep()?;
            told(&losses);
        }
        Ok(Evaluation::new(rough.for_play(), full.for_play()))
    }

    /// A network in training: that of the last checkpoint, or an untrained one.
    fn learner<const INPUTS: usize, const FIRST: usize, const SECOND: usize>(
        &self,
        bits: &[u32],
        seed: u64,
    ) -> Result<Learner<INPUTS, FIRST, SECOND>, RunFolderError> {
        match bits {
            [] => Ok(Learner::new(seed)),
            bits => Learner::of_bits(bits)
                .ok_or_else(|| self.folder.bad_state("a network in it has another shape")),
        }
    }

    fn keep(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        let state = toml::to_string(&self.state)?;
        Ok(self.folder.checkpoint(state.as_bytes())?)
    }
}

/// The training examples of positions.
fn examples<const INPUTS: usize>(samples: &[Sample], lambda: f64) -> Vec<Example<INPUTS>> {
    let chance = |one: &Sample| (1.0 - lambda) * one.won + lambda * logistic(one.search_odds());
    samples
        .iter()
        .map(|one| Example { inputs: inputs(&one.features), chance: chance(one) as f32 })
        .collect()
}

/// The mean log-loss of log-odds, by the results.
fn mean_loss(samples: &[Sample], odds: impl Fn(&Sample) -> f64) -> f64 {
    samples.iter().map(|one| log_loss(odds(one), one.won)).sum::<f64>()
        / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests;
