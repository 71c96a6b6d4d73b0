//! Evolution of the weights of a player.
//!
//! Every generation is a round robin from both seats; the fitness of a chromosome is the number of
//! games it wins. From the fitness the [optimiser](Optimiser) makes the next generation: a genetic
//! algorithm with the operators of a paper ([`operators`]), or CMA-ES ([`cma_es`]), which gets the
//! same games and nothing else. The share of games won against a test population that never changes
//! is the *population fitness*.
//!
//! The random numbers of a generation follow from the seed and the generation's number, and a game
//! from its players: so a run that was killed continues from the last generation, with the results
//! of an uninterrupted run. Deterministic players, under limits other than time, repeat the same
//! game: it is then not played a second time.

pub mod cma_es;
pub mod config;
pub mod diversity;
mod eigen;
pub mod operators;
mod report;

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Display;
use std::path::Path;

use crate::{Progress, Stopped};
use quoridor_arena::statistics::Distribution;
use quoridor_core::{Outcome, Player};
use quoridor_engine::random::Random;
use quoridor_engine::random::mixed;
use quoridor_players::Spec;
use serde::{Deserialize, Serialize};

use crate::depth;
use crate::games::{Terms, round_robin};
use crate::run_folder::{Identity, RunFolder, RunFolderError};
use cma_es::CmaEs;
use config::{Config, Optimiser, Problem};
use diversity::Diversity;
use operators::{Chromosome, ranking};
pub use report::report;
pub use report::{fitness_series, population_fitness, weights};

/// The tables of a run.
const FITNESS: &str = "fitness.csv";
const WEIGHTS: &str = "weights.csv";

/// The columns of `fitness.csv`.
const FITNESS_HEADER: &str = "generation,games,best,mean,distinct,distance,population_fitness";

/// Streams of random numbers, one for each purpose and generation.
const CREATE: u64 = 1;
const TEST: u64 = 2;
const BREED: u64 = 3;
const PLAY: u64 = 4;

/// The progress of an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct State {
    /// How many generations have been played.
    generations: usize,
    /// How many games that took, those against the test population not counted.
    games: usize,
    /// Who plays in the next one.
    population: Vec<Chromosome>,
    /// The fittest of the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fittest: Option<Chromosome>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cma_es: Option<CmaEs>,
}

/// A generation that has been played.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Which one, from 1.
    pub number: usize,
    /// How many games were played until here, those against the test population not counted.
    pub games: usize,
    /// The most games that a chromosome won.
    pub best: f64,
    /// The mean of all.
    pub mean: f64,
    /// Their diversity.
    pub diversity: Diversity,
    /// The share of games won against the test population, if it was met.
    pub population_fitness: Option<f64>,
}

impl Generation {
    fn record(&self, folder: &mut RunFolder) {
        let Self {
            number,
            games,
            best,
            mean,
            diversity: Diversity { distinct, distance },
            population_fitness,
        } = self;
        let tested = population_fitness.map_or_else(String::new, |share| share.to_string());
        let cells: [&dyn Display; 7] = [number, games, best, mean, distinct, distance, &tested];
        folder.row(FITNESS, FITNESS_HEADER, &cells);
    }

    fn of(cells: &[String]) -> Option<Self> {
        let number = |place: usize| cells.get(place)?.parse::<f64>().ok();
        Some(Self {
            number: number(0)? as usize,
            games: number(1)? as usize,
            best: number(2)?,
            mean: number(3)?,
            diversity: Diversity { distinct: number(4)? as usize, distance: number(5)? },
            population_fitness: number(6),
        })
    }
}

/// An evolution in its folder.
#[derive(Debug)]
pub struct Evolution {
    config: Config,
    problem: Problem,
    seed: u64,
    folder: RunFolder,
    state: State,
    terms: Terms,
    /// Games between two players that always play the same game.
    known: HashMap<(String, String), Finished>,
}

/// A game that was played: its winner, if any, and the completed depths of its searches.
#[derive(Clone, Debug, PartialEq)]
struct Finished {
    winner: Option<Player>,
    depths: Distribution,
}

impl Evolution {
    /// Creates a run folder, or continues the run in it.
    ///
    /// # Errors
    /// The config is wrong ([`ConfigError`](config::ConfigError)), or the folder cannot be
    /// used.
    pub fn open(
        folder: &Path,
        config: Config,
        seed: u64,
        concurrency: usize,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let problem = config.problem()?;
        let folder = RunFolder::open(folder, &Identity::new("evolution", seed, &config))?;
        let state = match folder.state_text()? {
            Some(text) => {
                toml::from_str(text).map_err(|error| folder.bad_state(error.message()))?
            }
            None => first(&config, &problem, seed),
        };
        let terms = Terms { limits: problem.limits, move_cap: config.move_cap, concurrency };
        Ok(Self { config, problem, seed, folder, state, terms, known: HashMap::new() })
    }

    /// The options that determine its results.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The weights that are evolved.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The number of completed generations.
    pub const fn generations(&self) -> usize {
        self.state.generations
    }

    /// The number of games so far, without those against the test population.
    pub const fn games(&self) -> usize {
        self.state.games
    }

    /// Every generation that has been played.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn history(&self) -> Result<Vec<Generation>, Box<dyn Error + Send + Sync>> {
        Ok(self.folder.rows(FITNESS)?.iter().filter_map(|cells| Generation::of(cells)).collect())
    }

    /// The completed depths of the searches in all games within the population so far. A game that
    /// was not played again, because it was known, counts each time.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn depths(&self) -> Result<Distribution, RunFolderError> {
        depth::recorded(&self.folder)
    }

    /// The resulting weights: the fittest chromosome of the last generation; of CMA-ES, the mean of
    /// the distribution. `None` before the first generation.
    pub fn champion(&self) -> Option<&[f64]> {
        match &self.state.cma_es {
            Some(search) if self.state.generations > 0 => Some(&search.mean),
            _ => self.state.fittest.as_deref(),
        }
    }

    /// The champion as a player of the registry.
    ///
    /// # Errors
    /// The player does not take its numbers.
    pub fn champion_player(&self) -> Result<Option<Spec>, quoridor_engine::SpecError> {
        self.champion().map(|numbers| self.problem.player(numbers)).transpose()
    }

    /// Plays until `generations` generations are done; each is on the disk before the next one
    /// begins. `told` is called after each.
    ///
    /// # Errors
    /// It was stopped ([`Stopped`]), a player does not take its numbers, or the folder cannot be
    /// written.
    pub fn run(
        &mut self,
        generations: usize,
        progress: &Progress<'_>,
        mut told: impl FnMut(&Generation),
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        while self.state.generations < generations {
            let what = format!("generation {} of {generations}", self.state.generations + 1);
            told(&self.generation(&what, progress)?);
        }
        Ok(())
    }

    /// Plays one generation and makes the next.
    fn generation(
        &mut self,
        what: &str,
        progress: &Progress<'_>,
    ) -> Result<Generation, Box<dyn Error + Send + Sync>> {
        let number = self.state.generations + 1;
        let population = self.state.population.clone();
        let players = self.players(&population)?;
        let games = round_robin(players.len());
        let played = self.play(&players, &games, what, progress)?;
        let mut fitness = vec![0.0; players.len()];
        let mut depths = Distribution::default();
        for (&(south, north), game) in games.iter().zip(played) {
            depths += game.depths;
            match game.winner {
                Some(Player::South) => fitness[south] += 1.0,
                Some(_) => fitness[north] += 1.0,
                None => {}
            }
        }
        let is_tested = self.config.test_every > 0
            && (number == 1 || number.is_multiple_of(self.config.test_every));
        let population_fitness =
            if is_tested { Some(self.test(&players, what, progress)?) } else { None };
        let ranking = ranking(&fitness);
        self.breed(&population, &fitness, &ranking);
        self.state.generations = number;
        self.state.games += games.len();
        self.state.fittest = Some(population[ranking[0]].clone());
        let generation = Generation {
            number,
            games: self.state.games,
            best: fitness[ranking[0]],
            mean: fitness.iter().sum::<f64>() / fitness.len() as f64,
            diversity: Diversity::of(&population),
            population_fitness,
        };
        depth::record(&mut self.folder, "generation", number, &depths);
        self.keep(&generation, &population, &fitness)?;
        Ok(generation)
    }

    /// Makes the next population.
    fn breed(&mut self, population: &[Chromosome], fitness: &[f64], ranking: &[usize]) {
        let mut random = Random::new(mixed(&[self.seed, BREED, self.state.generations as u64]));
        self.state.population = match (&self.config.optimiser, &mut self.state.cma_es) {
            (_, Some(search)) => {
                let ranked: Vec<Chromosome> =
                    ranking.iter().map(|&place| population[place].clone()).collect();
                search.update(&ranked);
                search.sample(population.len(), &mut random)
            }
            (Optimiser::Genetic(genetic), None) => {
                genetic.next(population, fitness, &self.config.creation, &mut random)
            }
            (Optimiser::CmaEs { .. }, None) => population.to_vec(),
        };
    }

    /// The share of games that a population wins against the test population.
    fn test(
        &mut self,
        players: &[Spec],
        what: &str,
        progress: &Progress<'_>,
    ) -> Result<f64, Box<dyn Error + Send + Sync>> {
        let others = self.players(&test_population(&self.config, &self.problem, self.seed))?;
        let everybody = [players, &others].concat();
        let pairs = (0..players.len())
            .flat_map(|own| (players.len()..everybody.len()).map(move |other| (own, other)));
        let games: Vec<(usize, usize)> =
            pairs.flat_map(|(own, other)| [(own, other), (other, own)]).collect();
        let played = self.play(&everybody, &games, &format!("{what}, test"), progress)?;
        let won = games.iter().zip(played).filter(|((south, _), game)| {
            game.winner == Some(if *south < players.len() { Player::South } else { Player::North })
        });
        Ok(won.count() as f64 / games.len() as f64)
    }

    fn players(&self, population: &[Chromosome]) -> Result<Vec<Spec>, quoridor_engine::SpecError> {
        population.iter().map(|numbers| self.problem.player(numbers)).collect()
    }

    /// Plays games, except those that are known.
    fn play(
        &mut self,
        players: &[Spec],
        games: &[(usize, usize)],
        what: &str,
        progress: &Progress<'_>,
    ) -> Result<Vec<Finished>, Box<dyn Error + Send + Sync>> {
        let names: Vec<String> = players.iter().map(ToString::to_string).collect();
        let key = |&(south, north): &(usize, usize)| (names[south].clone(), names[north].clone());
        let repeats = self.problem.repeats_itself();
        // Games that are not known, each once.
        let mut wanted: HashMap<(String, String), usize> = HashMap::new();
        let mut new = Vec::new();
        for (place, game) in games.iter().enumerate() {
            if !repeats
                || (!self.known.contains_key(&key(game))
                    && wanted.insert(key(game), place).is_none())
            {
                new.push(*game);
            }
        }
        let seed = mixed(&[self.seed, PLAY, self.state.generations as u64]);
        let old = games.len() - new.len();
        let told = |over: usize| {
            (progress.tell)(format!("{what}: {} of {} games", old + over, games.len()));
        };
        let played = self.terms.play(players, &new, seed, progress.stop, told)?.ok_or(Stopped)?;
        let finished = played.iter().map(|game| Finished {
            winner: match game.outcome() {
                Outcome::Win(player) => Some(player),
                Outcome::Draw => None,
            },
            depths: depth::of_game(game),
        });
        if !repeats {
            return Ok(finished.collect());
        }
        self.known.extend(new.iter().map(key).zip(finished));
        Ok(games.iter().map(|game| self.known[&key(game)].clone()).collect())
    }

    /// Records a generation; it is on the disk then.
    fn keep(
        &mut self,
        generation: &Generation,
        population: &[Chromosome],
        fitness: &[f64],
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        generation.record(&mut self.folder);
        let header = format!("generation,chromosome,fitness,{}", self.problem.names.join(","));
        for (place, (numbers, fitness)) in population.iter().zip(fitness).enumerate() {
            let chromosome = place + 1;
            let mut cells: Vec<&dyn Display> = vec![&generation.number, &chromosome, fitness];
            cells.extend(numbers.iter().map(|number| number as &dyn Display));
            self.folder.row(WEIGHTS, &header, &cells);
        }
        let state = toml::to_string(&self.state)?;
        Ok(self.folder.checkpoint(state.as_bytes())?)
    }
}

/// The beginning of an evolution.
fn first(config: &Config, problem: &Problem, seed: u64) -> State {
    let mut random = Random::new(mixed(&[seed, CREATE]));
    let genes = problem.names.len();
    let (population, cma_es) = match config.optimiser {
        Optimiser::Genetic(_) => {
            (config.creation.population(config.population, genes, &mut random), None)
        }
        Optimiser::CmaEs { step } => {
            let (low, high) = (config.creation.low, config.creation.high);
            let search = CmaEs::new(vec![(low + high) / 2.0; genes], step * (high - low));
            (search.sample(config.population, &mut random), Some(search))
        }
    };
    State { generations: 0, games: 0, population, fittest: None, cma_es }
}

/// The chromosomes that never change.
fn test_population(config: &Config, problem: &Problem, seed: u64) -> Vec<Chromosome> {
    let mut random = Random::new(mixed(&[seed, TEST]));
    config.creation.population(config.test_population, problem.names.len(), &mut random)
}

#[cfg(test)]
mod tests;
