//! Q-learning with a net: section 4.3 of the thesis, which "turned out not to be successful".
//!
//! The net's output for an action is an estimate of its value. After each of its moves the player
//! waits until it is to move again, two plies later; then the value of the action that it played is
//! to become the reward, if the game has ended, or else γ times the greatest output in the new
//! position. To the other actions it is to answer what it answers already. It plays a random move
//! with a probability ε, which falls from game to game.
//!
//! # Choices that the thesis leaves open
//! - *Rewards, γ, ε*: options. Unless something else is said, 100 for a win and −100 for a loss,
//!   0.99 as in his program, and ε from 0.5 down to 0.005, also his.
//! - *The greatest output*: his program takes it over all 140 actions, legal or not. [`MaxOver`]
//!   chooses.
//! - *When the net changes*: he changes it after every move. Here a few games are played with the
//!   net as it is, and it then learns from all their moves at once, as in a batch: the same rule, a
//!   little later.
//! - *Training states*: his are a list by hand, in three degrees of difficulty. Here they come from
//!   games that `hola-2016-heuristic` plays against itself: see [`states`].

mod report;
pub mod states;

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::{Progress, Stopped};
use clap::{Args, ValueEnum};
use quoridor_core::{Adjudication, Game, Move, Outcome, Position};
use quoridor_engine::random::Random;
use quoridor_engine::random::mixed;
use quoridor_engine::{Limits, choose_alone};
use quoridor_literature::hola_2016::net::{self, Action, Encoding, Inputs, Mlp};
use serde::Serialize;

use super::evaluation::{Contest, OPPONENTS, Tally};
use super::observations::player;
use super::trainer::{Example, Others, Trainer, read_state, write_state};
use super::{WEIGHTS, by_name};
use crate::options::{self, count, defaults, finite, fraction, positive, single_fraction};
use crate::parallel::in_parallel;
use crate::run_folder::{Identity, RunFolder};
pub use report::{curves, report};
use states::Lesson;

/// The actions over which the maximum of the next position is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum MaxOver {
    /// All actions, legal or not, as in the author's program; illegal ones are never trained
    All,
    /// Legal actions
    Legal,
}

/// The options that determine the results.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Config {
    /// Input encoding: numbers (133 inputs, as in the thesis) or squares (218, as in the author's
    /// program)
    #[arg(long, value_name = "ENCODING", default_value_t = Encoding::Numbers)]
    #[serde(serialize_with = "by_name")]
    pub inputs: Encoding,

    /// Number of hidden units
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = count(1..=Mlp::MOST_HIDDEN_UNITS as u64))]
    pub hidden_units: usize,

    /// Learning rate of Adam
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = positive)]
    pub learning_rate: f32,

    /// Standard deviation of the initial weights
    #[arg(long, value_name = "NUMBER", default_value_t = 0.01, value_parser = positive)]
    pub deviation: f32,

    /// Number of training games; the exploration rate and the training states depend on it
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,

    /// Number of games between two updates of the weights
    #[arg(long, value_name = "N", default_value_t = 16,
          value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub batch: u64,

    /// Opponent: a player of the registry
    #[arg(long, value_name = "PLAYER", default_value = "hola-2016-path",
          value_parser = options::player)]
    pub opponent: String,

    /// Reward for a win
    #[arg(long, value_name = "NUMBER", default_value_t = 100.0, value_parser = finite,
          allow_negative_numbers = true)]
    pub win: f32,

    /// Reward for a loss
    #[arg(long, value_name = "NUMBER", default_value_t = -100.0, value_parser = finite,
          allow_negative_numbers = true)]
    pub loss: f32,

    /// Discount factor γ, applied once for every two plies
    #[arg(long, value_name = "GAMMA", default_value_t = 0.99, value_parser = single_fraction)]
    pub discount: f32,

    /// Actions over which the maximum of the next position is taken
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = MaxOver::All)]
    pub max_over: MaxOver,

    /// Exploration rate ε in the first game: the probability of a random move
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = fraction)]
    pub explore: f64,

    /// Exploration rate ε in the last game
    #[arg(long, value_name = "SHARE", default_value_t = 0.005, value_parser = fraction)]
    pub explore_at_last: f64,

    /// Share of the games that begin from training states, which become harder from game to game
    #[arg(long, value_name = "SHARE", default_value_t = 0.75, value_parser = fraction)]
    pub lessons: f64,

    /// Moves of both players together after which a game is stopped; its last move is not learnt
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = count(1..=10_000))]
    pub move_cap: usize,

    /// Games between two tests of the network
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub test_every: u64,

    /// Number of test games against each opponent; hola-2016-path has only two, one in each seat
    #[arg(long, value_name = "N", default_value_t = 50,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub test_games: u64,
}

impl Default for Config {
    fn default() -> Self {
        defaults()
    }
}

impl Config {
    /// The share of games before a game.
    fn done(&self, game: u64) -> f64 {
        game as f64 / self.games.max(1) as f64
    }

    /// The probability of a random move in a game.
    fn exploration(&self, game: u64) -> f64 {
        self.explore + (self.explore_at_last - self.explore) * self.done(game).min(1.0)
    }

    /// Where a game begins: from something trivial at first, further and further from the goal, and
    /// at last from the usual start.
    fn lesson(&self, game: u64, seed: u64) -> Lesson {
        let far = self.done(game) / self.lessons;
        if far < 1.0 { Lesson::before_the_end(far, seed) } else { Lesson::usual(game) }
    }
}

const CURVE: &str = "curve.csv";
const CURVE_HEADER: &str = concat!(
    "games,exploration,moves,mean_square_error,trained_won,trained_lost,trained_capped,",
    "start_best,start_illegal,random_won,random_lost,random_stuck,path_won,path_lost,path_stuck,",
    "heuristic_won,heuristic_lost,heuristic_stuck"
);

/// Streams of random numbers.
const FIRST_WEIGHTS: u64 = 1;
const GAMES: u64 = 2;
const TESTS: u64 = 3;

/// An experiment in its folder.
#[derive(Debug)]
pub struct QLearning {
    config: Config,
    seed: u64,
    folder: RunFolder,
    threads: usize,
    trainer: Trainer,
    done: Done,
}

/// The progress, and the counts since the last test.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Done {
    games: u64,
    moves: u64,
    square_sum: f64,
    own: Tally,
}

/// A point of the curves.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Games that the net had learnt from.
    pub games: u64,
    /// The probability of a random move there.
    pub exploration: f64,
    /// The mean square error of the played actions since the point before; `None` if there were
    /// none.
    pub error: Option<f64>,
    /// The results of the training games since the point before.
    pub trained: Tally,
    /// At the usual start: the greatest output of an action that can be played there.
    pub start_best: f64,
    /// At the usual start: the greatest output of an action that cannot.
    pub start_illegal: f64,
    /// The games against the [`OPPONENTS`].
    pub tested: [Tally; 3],
}

/// A game that is learnt from: a move, where it was made, and what came of it.
struct Played {
    moves: Vec<(Inputs, Action, Then)>,
    tally: Tally,
}

/// The consequence of a move.
enum Then {
    Reward(f32),
    Next(Position),
}

impl QLearning {
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
        let folder = RunFolder::open(folder, &Identity::new("qlearn", seed, &config))?;
        let mut random = Random::new(mixed(&[seed, FIRST_WEIGHTS]));
        let Config { inputs, hidden_units, deviation, learning_rate, .. } = config;
        let mut trainer = Trainer::new(inputs, hidden_units, deviation, learning_rate, &mut random);
        let mut done = Done::default();
        if let Some([games, moves, square_sum, won, lost, stuck]) =
            read_state(&folder, &mut trainer)?
        {
            let own = Tally { won, lost, stuck };
            done = Done { games, moves, square_sum: f64::from_bits(square_sum), own };
        }
        Ok(Self { config, seed, folder, threads, trainer, done })
    }

    /// The number of training games.
    pub const fn games(&self) -> u64 {
        self.done.games
    }

    /// The folder.
    pub const fn folder(&self) -> &RunFolder {
        &self.folder
    }

    /// Learns until all games are played.
    ///
    /// # Errors
    /// It was stopped, the training has diverged, or the folder cannot be written.
    pub fn run(&mut self, progress: &Progress<'_>) -> Result<(), Box<dyn Error + Send + Sync>> {
        let (every, games) = (self.config.test_every, self.config.games);
        if self.folder.state().is_none() {
            self.test(progress)?;
        }
        while self.done.games < games {
            if progress.stop.load(Ordering::Relaxed) {
                self.keep()?;
                return Err(Stopped.into());
            }
            let before = self.done.games;
            self.learn(self.config.batch.min(games - before));
            (progress.tell)(format!("{} of {games} games", self.done.games));
            if self.done.games / every > before / every || self.done.games == games {
                self.test(progress)?;
            }
        }
        // If all was played before: the file may have been changed since.
        self.folder.write(WEIGHTS, &net::write(&self.trainer.net())?)?;
        Ok(())
    }

    /// Plays some games and learns from all their moves.
    fn learn(&mut self, games: u64) {
        let net = Arc::new(self.trainer.net());
        let mut played: Vec<_> =
            (self.done.games..self.done.games + games).map(|game| (game, None)).collect();
        in_parallel(&mut played, self.threads, |(game, played)| {
            let game = self.play(&net, *game);
            let examples = game.moves.into_iter().map(|(inputs, action, then)| {
                let value = match then {
                    Then::Reward(reward) => reward,
                    Then::Next(position) => {
                        self.config.discount * greatest(&net, &position, self.config.max_over)
                    }
                };
                Example { inputs, action, value }
            });
            *played = Some((examples.collect::<Vec<_>>(), game.tally));
        });
        let mut examples = Vec::new();
        for (more, tally) in played.into_iter().filter_map(|(_, played)| played) {
            examples.extend(more);
            let own = &mut self.done.own;
            *own = Tally {
                won: own.won + tally.won,
                lost: own.lost + tally.lost,
                stuck: own.stuck + tally.stuck,
            };
        }
        if !examples.is_empty() {
            // The mean is over all outputs; what is told is over the actions that were played.
            let mean = self.trainer.learn(&examples, Others::Unchanged, self.threads);
            self.done.square_sum += mean * (examples.len() * Action::COUNT) as f64;
            self.done.moves += examples.len() as u64;
        }
        self.done.games += games;
    }

    /// One game with the net as it is.
    fn play(&self, net: &Mlp, number: u64) -> Played {
        let config = &self.config;
        let mut random = Random::new(mixed(&[self.seed, GAMES, number]));
        let Lesson { start, learner } = config.lesson(number, random.next());
        let mut opponent = player(&config.opponent, random.next());
        let explore = config.exploration(number);
        let cap = Adjudication { max_plies: Some(config.move_cap), repetitions: None };
        let mut game = Game::new(start);
        let mut moves: Vec<(Inputs, Action, Option<Then>)> = Vec::new();
        while game.ending(&cap).is_none() {
            let position = *game.position();
            let mv = if position.turn() == learner {
                if let Some((_, _, then)) = moves.last_mut() {
                    *then = Some(Then::Next(position));
                }
                let mut inputs = Inputs::default();
                net.encoding().encode(&position, &mut inputs);
                let mv = if random.chance(explore) {
                    any(&position, &mut random)
                } else {
                    best(net, &position, &inputs)
                };
                let action =
                    Action::of(mv, &position).expect("every move of a game for two is an action");
                moves.push((inputs, action, None));
                mv
            } else {
                choose_alone(opponent.as_mut(), &game, &Limits::NONE).mv
            };
            game.play(mv).expect("the players play legal moves");
        }
        let (tally, reward) = match game.result(&cap) {
            Some(Outcome::Win(winner)) if winner == learner => {
                (Tally { won: 1, ..Tally::default() }, Some(config.win))
            }
            Some(Outcome::Win(_)) => (Tally { lost: 1, ..Tally::default() }, Some(config.loss)),
            Some(Outcome::Draw) | None => (Tally { stuck: 1, ..Tally::default() }, None),
        };
        if let Some((_, _, then)) = moves.last_mut() {
            *then = reward.map(Then::Reward);
        }
        let moves = moves
            .into_iter()
            .filter_map(|(inputs, action, then)| Some((inputs, action, then?)))
            .collect();
        Played { moves, tally }
    }

    /// Plays test games, and records their results.
    fn test(&mut self, progress: &Progress<'_>) -> Result<(), Box<dyn Error + Send + Sync>> {
        let bytes = net::write(&self.trainer.net())?;
        let net = Arc::new(net::read(&bytes)?);
        let Done { games, moves, square_sum, own } = self.done;
        let error = if moves > 0 { (square_sum / moves as f64).to_string() } else { String::new() };
        let start = Position::default();
        let [best, illegal] = [true, false].map(|legal| {
            greatest_where(&net, &start, |mv| mv.is_some_and(|mv| start.is_legal(mv)) == legal)
        });
        let mut tallies = vec![own.won, own.lost, own.stuck];
        for opponent in OPPONENTS {
            (progress.tell)(format!("{games} games: against {opponent}"));
            let seed = mixed(&[self.seed, TESTS]);
            let contest =
                Contest { opponent, games: self.config.test_games, no_repeat: false, seed };
            let Tally { won, lost, stuck } = contest.play(&net, self.threads);
            tallies.extend([won, lost, stuck]);
        }
        let exploration = self.config.exploration(games);
        let mut cells: Vec<&dyn Display> = vec![&games, &exploration, &moves, &error];
        let mut tallies = tallies.iter().map(|count| count as &dyn Display);
        cells.extend(tallies.by_ref().take(3));
        cells.extend([&best as &dyn Display, &illegal]);
        cells.extend(tallies);
        self.folder.row(CURVE, CURVE_HEADER, &cells);
        self.done = Done { games, ..Done::default() };
        // Before the checkpoint: after a kill in between, the same file is written again.
        self.folder.write(WEIGHTS, &bytes)?;
        self.keep()
    }

    fn keep(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        let Done { games, moves, square_sum, own } = self.done;
        let words = [games, moves, square_sum.to_bits(), own.won, own.lost, own.stuck];
        let state = write_state(words, &mut self.trainer);
        self.folder.checkpoint(&state)?;
        Ok(())
    }

    /// The points of the curves so far.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn measured(&self) -> Result<Vec<Measured>, Box<dyn Error + Send + Sync>> {
        let row = |cells: &Vec<String>| {
            let number = |place: usize| cells.get(place)?.parse::<f64>().ok();
            let tally = |place: usize| {
                let count = |place: usize| cells.get(place)?.parse::<u64>().ok();
                Some(Tally {
                    won: count(place)?,
                    lost: count(place + 1)?,
                    stuck: count(place + 2)?,
                })
            };
            Some(Measured {
                games: number(0)? as u64,
                exploration: number(1)?,
                error: number(3),
                trained: tally(4)?,
                start_best: number(7)?,
                start_illegal: number(8)?,
                tested: [tally(9)?, tally(12)?, tally(15)?],
            })
        };
        let measured: Option<Vec<_>> = self.folder.rows(CURVE)?.iter().map(row).collect();
        Ok(measured.ok_or_else(|| {
            format!("{}: a row is not as it was written", self.folder.path().join(CURVE).display())
        })?)
    }
}

/// A random legal move.
fn any(position: &Position, random: &mut Random) -> Move {
    let moves: Vec<Move> = position.legal_moves().iter().collect();
    random.pick(&moves).expect("a game for two that is not over has a move")
}

/// The legal move with the greatest output.
fn best(net: &Mlp, position: &Position, inputs: &Inputs) -> Move {
    let outputs = net.forward(inputs);
    let legal = position.legal_moves();
    let actions = (0..Action::COUNT)
        .filter_map(|number| Some((outputs[number], Action::new(number)?.mv(position)?)));
    let mut best: Option<(f32, Move)> = None;
    for (output, mv) in actions.filter(|&(_, mv)| legal.contains(mv)) {
        // The first of equals, as in play.
        if best.is_none_or(|(greatest, _)| output.total_cmp(&greatest).is_gt()) {
            best = Some((output, mv));
        }
    }
    best.expect("a game for two that is not over has a move").1
}

/// The greatest output in a position.
fn greatest(net: &Mlp, position: &Position, max_over: MaxOver) -> f32 {
    let legal = position.legal_moves();
    greatest_where(net, position, |mv| {
        max_over == MaxOver::All || mv.is_some_and(|mv| legal.contains(mv))
    })
}

/// The greatest output of some actions: those whose moves (`None` off the board) are chosen.
fn greatest_where(net: &Mlp, position: &Position, chosen: impl Fn(Option<Move>) -> bool) -> f32 {
    let mut inputs = Inputs::default();
    net.encoding().encode(position, &mut inputs);
    let outputs = net.forward(&inputs);
    let chosen = (0..Action::COUNT)
        .filter(|&number| chosen(Action::new(number).and_then(|action| action.mv(position))));
    chosen.map(|number| outputs[number]).fold(f32::NEG_INFINITY, f32::max)
}

#[cfg(test)]
mod tests;
