//! Glendenning's first attempt at learning weights: the rule of a perceptron (thesis of 2005,
//! section 3.1).
//!
//! # The thesis
//! Agents with random weights play each other in a round robin, and each of them learns at the end
//! of each of its games: from the feature vectors f₀ … fₙ₋₁ of the states that it met it takes f_ε
//! = Σⱼ γʲ fₙ₋ⱼ, j from 1 to n, which it adds to its weights after a win and subtracts after a
//! loss. Other agents never learn; games against them show the progress.
//!
//! With the two features SPP and SPO "both weights were strongly tending negative, leading to an
//! agent that was completely ineffective at moving": SPP is always between 0 and 1, "so whenever
//! the agent lost (which was often) the weight would always be pushed in the negative direction".
//! Features that range from −1 to 1 "might be effective"; nobody tried.
//!
//! # Choices that the thesis leaves open
//! - *γ*: 0.9 by default.
//! - *Which states*: those in which the agent is to move, so that the features are its own.
//! - *A game that reaches the move cap*: nobody has won it, so that it is lost by both
//!   ([`Unfinished::Lost`]). That explains that agents "often" lost: of the games of a population
//!   among itself, half are won. [`Unfinished::Ignored`] learns nothing from such games.
//! - *Features from −1 to 1*: 2f − 1 is the simplest. But (81 − length)/81 is above one half in
//!   every position that occurs, so that nothing becomes negative and little changes. So a third
//!   kind is tried: 0 where the path is as long as at the start, 1 in the goal, −1 where it is
//!   twice as long ([`Range::AroundTheStart`]). None of this changes how an agent plays, only how
//!   it learns: the value of a position is the same but for a factor and a sum.
//! - *The number of agents and the limits of their searches*: options.
//!
//! A player is the same if all its weights are multiplied by the same number; games are played with
//! weights of which the largest is 1 either way.

mod report;

use std::error::Error;
use std::fmt::Display;
use std::path::Path;

use crate::{Progress, Stopped};
use clap::{Args, ValueEnum};
use quoridor_arena::statistics::Distribution;
use quoridor_core::{Outcome, Player};
use quoridor_engine::random::Random;
use quoridor_engine::random::mixed;
use quoridor_engine::{Limits, SpecError};
use quoridor_literature::glendenning_2005::features::{
    shortest_path_opponent, shortest_path_player,
};
use quoridor_players::Spec;
use quoridor_store::PlayedGame;
use serde::{Deserialize, Serialize};

use crate::depth::{self, NODES_TO_DEPTH_2};
use crate::games::{Terms, rounds};
use crate::options::{count, defaults, fraction};
use crate::run_folder::{Identity, RunFolder, RunFolderError};
pub use report::blocks;
pub use report::report;

/// The options that determine the results.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Config {
    /// Number of agents that learn, and of untrained agents that they are tested against
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = count(2..=1000))]
    pub agents: usize,

    /// Discount γ: the weight of a state relative to the next one, from 0 to 1
    #[arg(long, value_name = "GAMMA", default_value_t = 0.9, value_parser = fraction)]
    pub gamma: f64,

    /// How agents learn from games that reach the move cap
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Unfinished::Lost)]
    pub unfinished: Unfinished,

    /// Nodes searched per move
    #[arg(long, value_name = "N", default_value_t = NODES_TO_DEPTH_2,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Moves of both players together after which a game ends without a winner
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count(1..=10_000))]
    pub move_cap: usize,

    /// Rounds between two tests against untrained agents
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = count(1..))]
    pub test_every: usize,
}

impl Default for Config {
    fn default() -> Self {
        defaults()
    }
}

/// How agents learn from a game that nobody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Unfinished {
    /// As from a loss, both of them
    Lost,
    /// Not at all
    Ignored,
}

/// The range of the features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// 0 to 1, as in the thesis.
    ZeroToOne,
    /// −1 to 1, as she proposed, as simply as can be: 2f − 1.
    MinusOneToOne,
    /// −1 to 1 in games as they are: 0 is a path as long as at the start, 1 the goal, −1 a path
    /// twice as long.
    AroundTheStart,
}

/// The length of both paths at the start, and the number from which the thesis subtracts lengths.
const START: f64 = 8.0;
const SQUARES: f64 = 81.0;

impl Range {
    /// All, in the order in which they are reported.
    pub const ALL: [Self; 3] = [Self::ZeroToOne, Self::MinusOneToOne, Self::AroundTheStart];

    /// A feature from 0 to 1 in this range.
    pub fn of(self, feature: f64) -> f64 {
        match self {
            Self::ZeroToOne => feature,
            Self::MinusOneToOne => 2.0 * feature - 1.0,
            Self::AroundTheStart => ((START - SQUARES * (1.0 - feature)) / START).clamp(-1.0, 1.0),
        }
    }

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ZeroToOne => "0 to 1",
            Self::MinusOneToOne => "-1 to 1",
            Self::AroundTheStart => "around the start",
        }
    }
}

/// The weights of SPP and SPO.
pub type Weights = [f64; 2];

/// The correction f_ε, added to the weights after a win and subtracted after a loss: Σⱼ γʲ fₙ₋ⱼ, j
/// from 1 to n.
pub fn correction(features: &[Weights], gamma: f64) -> Weights {
    // From the first state on: the sum so far is discounted once more with every state.
    features
        .iter()
        .fold([0.0; 2], |sum, feature| [0, 1].map(|place| gamma * (sum[place] + feature[place])))
}

/// The weights after a game, from what they were.
pub fn learn(weights: Weights, features: &[Weights], won: Option<bool>, gamma: f64) -> Weights {
    let sign = match won {
        Some(true) => 1.0,
        Some(false) => -1.0,
        None => 0.0,
    };
    let change = correction(features, gamma);
    [0, 1].map(|place| weights[place] + sign * change[place])
}

/// The features of the states in which a player was to move.
fn features_of(game: &PlayedGame, player: Player, range: Range) -> Vec<Weights> {
    let moved = &game.game.positions()[..game.game.moves().len()];
    let own = moved.iter().filter(|position| position.turn() == player);
    own.map(|position| {
        [shortest_path_player(position), shortest_path_opponent(position)].map(|f| range.of(f))
    })
    .collect()
}

/// The player of some weights, scaled so that the largest is 1 or −1, which changes no game, and
/// rounded to four digits.
pub fn player([spp, spo]: Weights) -> Result<Spec, SpecError> {
    let largest = spp.abs().max(spo.abs());
    let scaled =
        |weight: f64| if largest > 0.0 { (weight / largest * 1e4).round() / 1e4 } else { 0.0 };
    format!("glendenning-2005:weights={},{},0,0,0,0,0,0,0,0", scaled(spp), scaled(spo)).parse()
}

/// The progress of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    rounds: usize,
    /// The weights of the agents, for each range.
    agents: [Vec<Weights>; Range::ALL.len()],
}

/// A row of `weights.csv` and one of `population.csv`.
const WEIGHTS_HEADER: &str = "round,features,agent,SPP,SPO";
const POPULATION_HEADER: &str =
    "round,features,mean_SPP,mean_SPO,both_negative,decided,unfinished,test_won";

/// Streams of random numbers: the agents' weights, and those of the untrained agents.
const FIRST_AGENTS: u64 = 1;
const TEST_AGENTS: u64 = 2;

/// Agents of random weights from −1 to 1.
fn agents(count: usize, seed: u64) -> Vec<Weights> {
    let mut random = Random::new(seed);
    (0..count).map(|_| [0, 1].map(|_| 2.0 * random.unit() - 1.0)).collect()
}

/// An experiment in its folder.
#[derive(Debug)]
pub struct Perceptron {
    config: Config,
    seed: u64,
    folder: RunFolder,
    state: State,
    terms: Terms,
}

/// The results of the games of a round, and the depths of their searches.
#[derive(Clone, Debug, Default)]
struct Counts {
    decided: usize,
    unfinished: usize,
    depths: Distribution,
}

impl Perceptron {
    /// Creates a run folder, or continues the run in it.
    ///
    /// # Errors
    /// The folder cannot be used.
    pub fn open(
        folder: &Path,
        config: Config,
        seed: u64,
        concurrency: usize,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let folder = RunFolder::open(folder, &Identity::new("perceptron", seed, &config))?;
        let state = match folder.state_text()? {
            Some(text) => {
                toml::from_str(text).map_err(|error| folder.bad_state(error.message()))?
            }
            // All begin with the same agents.
            None => State {
                rounds: 0,
                agents: Range::ALL.map(|_| agents(config.agents, mixed(&[seed, FIRST_AGENTS]))),
            },
        };
        let terms =
            Terms { limits: Limits::nodes(config.nodes), move_cap: config.move_cap, concurrency };
        Ok(Self { config, seed, folder, state, terms })
    }

    /// The number of completed rounds.
    pub const fn rounds(&self) -> usize {
        self.state.rounds
    }

    /// The agents of a range.
    pub fn agents(&self, range: Range) -> &[Weights] {
        &self.state.agents[range as usize]
    }

    /// The completed depths of the searches in all learning games so far.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn depths(&self) -> Result<Distribution, RunFolderError> {
        depth::recorded(&self.folder)
    }

    /// The folder.
    pub const fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// Learns until `rounds` rounds are done; each is on the disk before the next one begins.
    ///
    /// # Errors
    /// It was stopped, or the folder cannot be written.
    pub fn run(
        &mut self,
        rounds: usize,
        progress: &Progress<'_>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        if self.state.rounds == 0 && self.folder.state().is_none() {
            self.record(&Range::ALL.map(|_| Counts::default()), progress)?;
        }
        while self.state.rounds < rounds {
            (progress.tell)(format!("round {} of {rounds}", self.state.rounds + 1));
            let mut counts = Range::ALL.map(|_| Counts::default());
            for range in Range::ALL {
                counts[range as usize] = self.round(range, progress)?;
            }
            self.state.rounds += 1;
            self.record(&counts, progress)?;
        }
        Ok(())
    }

    /// A whole round robin, learning after every game.
    fn round(
        &mut self,
        range: Range,
        progress: &Progress<'_>,
    ) -> Result<Counts, Box<dyn Error + Send + Sync>> {
        let mut counts = Counts::default();
        for pairs in rounds(self.config.agents) {
            // Nobody plays twice at once, so that everybody has learnt from the last game before
            // the next one.
            for swapped in [false, true] {
                let games: Vec<(usize, usize)> = pairs
                    .iter()
                    .map(|&(one, two)| if swapped { (two, one) } else { (one, two) })
                    .collect();
                for ((south, north), game) in games.iter().zip(self.play(range, &games, progress)?)
                {
                    for (agent, seat) in [(*south, Player::South), (*north, Player::North)] {
                        let won = match (game.outcome(), self.config.unfinished) {
                            (Outcome::Win(winner), _) => Some(winner == seat),
                            (Outcome::Draw, Unfinished::Lost) => Some(false),
                            (Outcome::Draw, Unfinished::Ignored) => None,
                        };
                        let weights = &mut self.state.agents[range as usize][agent];
                        *weights = learn(
                            *weights,
                            &features_of(&game, seat, range),
                            won,
                            self.config.gamma,
                        );
                    }
                    counts.depths += depth::of_game(&game);
                    match game.outcome() {
                        Outcome::Win(_) => counts.decided += 1,
                        Outcome::Draw => counts.unfinished += 1,
                    }
                }
            }
        }
        Ok(counts)
    }

    fn play(
        &self,
        range: Range,
        games: &[(usize, usize)],
        progress: &Progress<'_>,
    ) -> Result<Vec<PlayedGame>, Box<dyn Error + Send + Sync>> {
        let players: Vec<Spec> =
            self.agents(range).iter().copied().map(player).collect::<Result<_, _>>()?;
        let played = self.terms.play(&players, games, self.seed, progress.stop, |_| ())?;
        Ok(played.ok_or(Stopped)?)
    }

    /// The share of games that the agents win against the untrained ones.
    fn test(
        &self,
        range: Range,
        progress: &Progress<'_>,
    ) -> Result<f64, Box<dyn Error + Send + Sync>> {
        let count = self.config.agents;
        let others = agents(count, mixed(&[self.seed, TEST_AGENTS]));
        let players: Vec<Spec> = self
            .agents(range)
            .iter()
            .chain(&others)
            .copied()
            .map(player)
            .collect::<Result<_, _>>()?;
        let pairs = (0..count).flat_map(|own| (count..2 * count).map(move |other| (own, other)));
        let games: Vec<(usize, usize)> =
            pairs.flat_map(|(own, other)| [(own, other), (other, own)]).collect();
        let played =
            self.terms.play(&players, &games, self.seed, progress.stop, |_| ())?.ok_or(Stopped)?;
        let won = played.iter().zip(&games).filter(|(game, (south, _))| {
            let seat = if *south < count { Player::South } else { Player::North };
            game.outcome() == Outcome::Win(seat)
        });
        Ok(won.count() as f64 / games.len() as f64)
    }

    /// Records the state after a round.
    fn record(
        &mut self,
        counts: &[Counts; Range::ALL.len()],
        progress: &Progress<'_>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let round = self.state.rounds;
        for range in Range::ALL {
            let is_tested = round.is_multiple_of(self.config.test_every.max(1));
            let tested =
                if is_tested { self.test(range, progress)?.to_string() } else { String::new() };
            let weights = self.state.agents[range as usize].clone();
            for (agent, [spp, spo]) in weights.iter().enumerate() {
                let cells: [&dyn Display; 5] = [&round, &range.name(), &agent, spp, spo];
                self.folder.row("weights.csv", WEIGHTS_HEADER, &cells);
            }
            let mean = |place: usize| {
                weights.iter().map(|weights| weights[place]).sum::<f64>() / weights.len() as f64
            };
            let both = weights.iter().filter(|[spp, spo]| *spp < 0.0 && *spo < 0.0).count();
            let Counts { decided, unfinished, .. } = &counts[range as usize];
            let (spp, spo) = (mean(0), mean(1));
            let cells: [&dyn Display; 8] =
                [&round, &range.name(), &spp, &spo, &both, decided, unfinished, &tested];
            self.folder.row("population.csv", POPULATION_HEADER, &cells);
        }
        let depths =
            counts.iter().fold(Distribution::default(), |sum, counts| sum + counts.depths.clone());
        depth::record(&mut self.folder, "round", round, &depths);
        let state = toml::to_string(&self.state)?;
        Ok(self.folder.checkpoint(state.as_bytes())?)
    }
}

#[cfg(test)]
mod tests;
