//! The options of an evolution: presets of the papers, or a file.

use quoridor_arena::Control;
use quoridor_engine::Limits;
use quoridor_literature::glendenning_2005::champions;
use quoridor_literature::glendenning_2005::features::FEATURES;
use quoridor_literature::respall_2018_ga;
use quoridor_players::Spec;
use serde::{Deserialize, Serialize};

use crate::depth::NODES_TO_DEPTH_2;

use super::operators::{Creation, Crossover, Genetic, Mutation, Parents, pairs};

/// An evolution. In a file it is TOML with these names, kebab-case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    /// The player, with any options: `glendenning-2005`.
    pub player: String,
    /// The option that evolves, a list of numbers: `weights`.
    pub option: String,
    /// Population size: POPSIZE.
    pub population: usize,
    /// The limit of a search, as in a match: `nodes=3000`, `depth=2`, `movetime=8000`. Results are
    /// reproducible unless it is a time.
    pub limit: String,
    /// Moves of both players together after which a game is a draw: MOVECAP.
    pub move_cap: usize,
    /// Generations between two measurements of the population fitness, which begin with the first
    /// generation; 0 for never.
    pub test_every: usize,
    /// Size of the test population.
    pub test_population: usize,
    /// The creation of random chromosomes.
    pub creation: Creation,
    /// The optimiser.
    pub optimiser: Optimiser,
}

/// The algorithm that makes the next generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// A genetic algorithm.
    Genetic(Genetic),
    /// The covariance matrix adaptation of [`CmaEs`](super::cma_es::CmaEs).
    #[serde(rename_all = "kebab-case")]
    CmaEs {
        /// Initial step size, as a share of the range of the weights.
        step: f64,
    },
}

impl Optimiser {
    /// CMA-ES as it is usually begun: a quarter of the range.
    pub const CMA_ES: Self = Self::CmaEs { step: 0.25 };
}

/// A config or a preset is wrong: one line that says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

/// The variables of the eleven populations: Table 3.2 of the thesis.
const POPULATIONS: &str = include_str!("../../data/glendenning-2005-populations.csv");

/// How large the thesis' test populations were is not said: as large as her smallest populations,
/// so that a test does not cost more than a generation.
const TEST_POPULATION: usize = 10;

/// A paper's evolution: at limits that make it quick and always the same, and at those of the
/// paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The evolution.
    pub config: Config,
    /// The limit of a search in the paper.
    pub paper_limit: String,
    /// The usual number of generations.
    pub generations: usize,
}

impl Preset {
    /// The names of all presets.
    pub fn names() -> Vec<String> {
        let populations = champions::names().map(|name| format!("glendenning-2005:{name}"));
        populations.chain(["respall-2018-ga", "saadatinia-2020"].map(str::to_owned)).collect()
    }

    /// The preset of a name.
    ///
    /// # Errors
    /// An unknown name; the error lists the known ones.
    pub fn find(name: &str) -> Result<Self, ConfigError> {
        let found = match name.split_once(':') {
            Some(("glendenning-2005", population)) => glendenning(population),
            None if name == "respall-2018-ga" => Some(respall()),
            None if name == "saadatinia-2020" => Some(saadatinia()),
            _ => None,
        };
        let unknown = || {
            format!(
                "no preset is called '{}': there are {}",
                name.escape_debug(),
                Self::names().join(", ")
            )
        };
        found.ok_or_else(|| ConfigError(unknown()))
    }
}

/// RANDOM(−1, 1) with the probability HASFEAT.
const WEIGHTS: Creation = Creation { has_feature: 0.3, low: -1.0, high: 1.0, whole: false };

fn glendenning(population: &str) -> Option<Preset> {
    let row = POPULATIONS
        .lines()
        .skip(2)
        .find_map(|row| row.strip_prefix(population)?.strip_prefix(','))?;
    let numbers: Vec<f64> = row.split(',').filter_map(|number| number.parse().ok()).collect();
    let &[size, move_cap, seconds, rate, lose, amount, elitism] = numbers.as_slice() else {
        return None;
    };
    let config = Config {
        player: "glendenning-2005".to_owned(),
        option: "weights".to_owned(),
        population: size as usize,
        limit: format!("nodes={NODES_TO_DEPTH_2}"),
        move_cap: move_cap as usize,
        test_every: 5,
        test_population: TEST_POPULATION,
        creation: WEIGHTS,
        optimiser: Optimiser::Genetic(Genetic {
            parents: Parents::Roulette { elitism },
            crossover: Crossover::Uniform,
            mutation: Mutation::EachWeight { rate, lose, amount },
        }),
    };
    Some(Preset { config, paper_limit: format!("movetime={}", seconds * 1000.0), generations: 20 })
}

/// The paper creates ten chromosomes, plays a round robin, and takes the two best. It says nothing
/// about later generations: these use Glendenning's operators with the parameters of her best
/// population.
fn respall() -> Preset {
    let psi1 = glendenning("psi1").expect("Table 3.2 has psi1");
    let config = Config {
        player: "respall-2018-ga".to_owned(),
        population: 10,
        move_cap: 120,
        ..psi1.config
    };
    Preset { config, paper_limit: "movetime=10000".to_owned(), generations: 1 }
}

/// Seven chromosomes of four genes below 80, six generations; they do not say how deep the players
/// looked then, and the player looks five moves ahead.
fn saadatinia() -> Preset {
    let config = Config {
        player: "saadatinia-2020".to_owned(),
        option: "genes".to_owned(),
        population: 7,
        limit: "depth=2".to_owned(),
        move_cap: 120,
        test_every: 1,
        test_population: 7,
        creation: Creation { has_feature: 1.0, low: 0.0, high: 80.0, whole: true },
        optimiser: Optimiser::Genetic(Genetic {
            parents: Parents::PairsOfBest { best: 4 },
            crossover: Crossover::OnePoint,
            mutation: Mutation::OneGene { rate: 0.4 },
        }),
    };
    Preset { config, paper_limit: "depth=5".to_owned(), generations: 6 }
}

impl Config {
    /// A config from TOML.
    ///
    /// # Errors
    /// The line and the problem.
    pub fn read(text: &str) -> Result<Self, ConfigError> {
        let config: Self = toml::from_str(text).map_err(|error: toml::de::Error| {
            let line = error
                .span()
                .map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            ConfigError(format!("{place}{}", error.message().replace('\n', " ")))
        })?;
        config.problem()?;
        Ok(config)
    }

    /// The weights that are to be evolved.
    ///
    /// # Errors
    /// A value of the config is wrong; the error says what would be right.
    pub fn problem(&self) -> Result<Problem, ConfigError> {
        let wrong = |what: String| Err(ConfigError(what));
        let share = |name: &str, number: f64| {
            let is_one = (0.0..=1.0).contains(&number);
            let error =
                || ConfigError(format!("{name} = {number}: a probability or share is from 0 to 1"));
            if is_one { Ok(()) } else { Err(error()) }
        };
        let control: Control = self
            .limit
            .parse()
            .map_err(|error| ConfigError(format!("limit = '{}': {error}", self.limit)))?;
        if control.clock.is_some() || control.limits.is_none() {
            return wrong(format!(
                "limit = '{}': expected a limit per move, like nodes=3000",
                self.limit
            ));
        }
        if !(2..=1000).contains(&self.population) {
            return wrong(format!("population = {}: it is from 2 to 1000", self.population));
        }
        if !(1..=10_000).contains(&self.move_cap) {
            return wrong(format!("move-cap = {}: it is from 1 to 10000", self.move_cap));
        }
        if self.test_every > 0 && !(1..=1000).contains(&self.test_population) {
            return wrong(format!(
                "test-population = {}: it is from 1 to 1000",
                self.test_population
            ));
        }
        let Creation { has_feature, low, high, .. } = self.creation;
        share("creation.has-feature", has_feature)?;
        if !(low < high && low.abs() <= 1e6 && high.abs() <= 1e6) {
            return wrong(format!(
                "creation: numbers from {low} to {high}; low is below high, both within a million"
            ));
        }
        match self.optimiser {
            Optimiser::Genetic(genetic) => {
                match genetic.parents {
                    Parents::Roulette { elitism } => share("elitism", elitism)?,
                    Parents::PairsOfBest { best } => {
                        if best < 2 || best > self.population || pairs(best) > self.population {
                            return wrong(format!(
                                "best = {best}: each pair of the best has a child; expected at \
                                 least \
                                 one child and at most {}, the population",
                                self.population
                            ));
                        }
                    }
                }
                match genetic.mutation {
                    Mutation::EachWeight { rate, lose, amount } => {
                        share("mutation rate", rate)?;
                        share("mutation lose", lose)?;
                        if !(0.0..=1e6).contains(&amount) {
                            return wrong(format!(
                                "mutation amount = {amount}: it is from 0 to a million"
                            ));
                        }
                    }
                    Mutation::OneGene { rate } => share("mutation rate", rate)?,
                }
            }
            Optimiser::CmaEs { step } => {
                if !(step > 0.0 && step <= 10.0) {
                    return wrong(format!(
                        "step = {step}: it is a share of the range, more than 0"
                    ));
                }
                if self.population < 4 {
                    return wrong(format!(
                        "population = {}: CMA-ES needs 4 or more",
                        self.population
                    ));
                }
            }
        }
        Problem::new(&self.player, &self.option, control.limits)
    }
}

/// The abbreviations of the ten features of the thesis.
pub fn feature_names() -> Vec<String> {
    FEATURES.iter().map(|feature| feature.abbreviation.to_owned()).collect()
}

/// The weights of a player that are evolved.
#[derive(Clone, Debug)]
pub struct Problem {
    spec: Spec,
    option: String,
    /// The names of the weights.
    pub names: Vec<String>,
    /// The limits of a search.
    pub limits: Limits,
}

impl Problem {
    fn new(player: &str, option: &str, limits: Limits) -> Result<Self, ConfigError> {
        let spec: Spec = player.parse().map_err(|error| ConfigError(format!("player: {error}")))?;
        let value = match spec.value(option) {
            Some(value) => value.to_owned(),
            None => {
                let error = spec.clone().with(option, "").expect_err("the option is unknown");
                return Err(ConfigError(format!("option: {error}")));
            }
        };
        if value.split(',').any(|number| number.trim().parse::<f64>().is_err()) {
            return Err(ConfigError(format!(
                "option: {option} is '{value}': only a list of numbers can evolve"
            )));
        }
        let count = value.split(',').count();
        let known = match spec.kind().name {
            "glendenning-2005" => feature_names(),
            "respall-2018-ga" => respall_2018_ga::FEATURES
                .iter()
                .map(|feature| feature.abbreviation.to_owned())
                .collect(),
            _ => Vec::new(),
        };
        let names = if known.len() == count {
            known
        } else {
            (1..=count).map(|number| format!("gene{number}")).collect()
        };
        Ok(Self { spec, option: option.to_owned(), names, limits })
    }

    /// The player of some weights, rounded to four digits.
    ///
    /// # Errors
    /// The player does not take them.
    pub fn player(&self, numbers: &[f64]) -> Result<Spec, quoridor_engine::SpecError> {
        // Adding zero makes −0 plain.
        let list: Vec<String> =
            numbers.iter().map(|number| ((number * 1e4).round() / 1e4 + 0.0).to_string()).collect();
        self.spec.clone().with(&self.option, &list.join(","))
    }

    /// Whether the same players always play the same game: they use no random numbers, and nothing
    /// depends on the machine's speed.
    pub fn repeats_itself(&self) -> bool {
        self.limits.time.is_none() && self.spec.value("seed").is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 3.2, four of its rows as printed.
    #[test]
    fn presets_are_the_table() {
        let printed = [
            ("psi1", 25, 120, 8, 0.01, 0.1, 0.1, 0.2),
            ("psi2", 10, 80, 7, 0.1, 0.2, 0.4, 0.1),
            ("omega1", 10, 100, 8, 0.01, 0.1, 0.1, 0.2),
            ("rho2", 15, 100, 20, 0.1, 0.2, 0.5, 0.1),
        ];
        for (name, size, cap, seconds, rate, lose, amount, elitism) in printed {
            let Preset { config, paper_limit, .. } =
                Preset::find(&format!("glendenning-2005:{name}")).unwrap();
            assert_eq!(
                (config.population, config.move_cap, config.test_population),
                (size, cap, 10),
                "{name}"
            );
            assert_eq!(paper_limit, format!("movetime={seconds}000"));
            let Optimiser::Genetic(genetic) = config.optimiser else { panic!("{name}") };
            assert_eq!(genetic.parents, Parents::Roulette { elitism });
            assert_eq!(genetic.mutation, Mutation::EachWeight { rate, lose, amount });
        }
        assert_eq!(Preset::names().len(), 13);
    }

    /// Table 3.2 has the same names: how each champion's population evolved.
    #[test]
    fn the_populations_have_their_variables() {
        let rows: Vec<(&str, Vec<f64>)> = POPULATIONS
            .lines()
            .skip(2)
            .filter_map(|row| row.split_once(','))
            .map(|(name, numbers)| {
                (name, numbers.split(',').map(|number| number.parse().unwrap()).collect())
            })
            .collect();
        assert!(rows.iter().map(|(name, _)| *name).eq(champions::names()));
        for (name, numbers) in rows {
            let &[popsize, movecap, timelimit, mutation, losefeat, mutfeat, elitism] =
                numbers.as_slice()
            else {
                panic!("{name} does not have seven variables: {numbers:?}");
            };
            // The ranges that the thesis's text and the project's summary give.
            assert!(
                (10.0..=25.0).contains(&popsize) && (80.0..=182.0).contains(&movecap),
                "{name}"
            );
            assert!(
                (7.0..=20.0).contains(&timelimit) && (0.01..=0.1).contains(&mutation),
                "{name}"
            );
            assert!((0.1..=0.2).contains(&losefeat) && (0.1..=0.5).contains(&mutfeat), "{name}");
            assert!((0.1..=0.2).contains(&elitism), "{name}");
        }
    }

    #[test]
    fn every_preset_is_a_config_that_can_be_written_and_read() {
        for name in Preset::names() {
            let Preset { mut config, paper_limit, .. } = Preset::find(&name).unwrap();
            let text = toml::to_string(&config).unwrap();
            assert_eq!(Config::read(&text).as_ref(), Ok(&config), "{text}");
            config.limit = paper_limit;
            config.problem().unwrap();
            config.optimiser = Optimiser::CMA_ES;
            assert_eq!(Config::read(&toml::to_string(&config).unwrap()).as_ref(), Ok(&config));
        }
        for name in ["glendenning-2005", "glendenning-2005:psi3", "saadatinia", "glendenning-2005:"]
        {
            let error = Preset::find(name).unwrap_err().to_string();
            let start =
                format!("no preset is called '{name}': there are glendenning-2005:digamma1, ");
            assert!(
                error.starts_with(&start) && error.ends_with("respall-2018-ga, saadatinia-2020"),
                "{error}"
            );
        }
    }

    #[test]
    fn what_makes_no_sense_is_said_in_a_line() {
        let config = Preset::find("glendenning-2005:omega1").unwrap().config;
        let error = |change: &dyn Fn(&mut Config)| {
            let mut changed = config.clone();
            change(&mut changed);
            changed.problem().map(|_| ()).unwrap_err().to_string()
        };
        assert_eq!(error(&|config| config.population = 1), "population = 1: it is from 2 to 1000");
        assert_eq!(error(&|config| config.move_cap = 0), "move-cap = 0: it is from 1 to 10000");
        assert!(
            error(&|config| config.limit = "nods=3".to_owned()).starts_with("limit = 'nods=3': ")
        );
        assert_eq!(
            error(&|config| config.limit = "tc=10+1".to_owned()),
            "limit = 'tc=10+1': expected a limit per move, like nodes=3000"
        );
        assert!(
            error(&|config| config.player = "psi1".to_owned())
                .starts_with("player: no player is called 'psi1'")
        );
        assert!(
            error(&|config| config.option = "genes".to_owned())
                .starts_with("option: glendenning-2005 has no option")
        );
        assert_eq!(
            error(&|config| config.option = "chromosome".to_owned()),
            "option: chromosome is 'psi1': only a list of numbers can evolve"
        );
        assert_eq!(
            error(&|config| config.creation.has_feature = 1.5),
            "creation.has-feature = 1.5: a probability or share is from 0 to 1"
        );
        let text = toml::to_string(&config).unwrap();
        let read = |text: String| Config::read(&text).unwrap_err().to_string();
        assert!(read(text.replace("move-cap", "movecap")).contains("unknown field `movecap`"));
        assert!(read(text.replace("population = 10", "population = ten")).starts_with("line "));
        assert!(read(String::new()).contains("missing field"));
    }

    #[test]
    fn players_are_what_is_printed() {
        let problem = Preset::find("saadatinia-2020").unwrap().config.problem().unwrap();
        let player = problem.player(&[75.0, 65.0, 0.000_01, -0.000_01]).unwrap();
        assert_eq!(player.to_string(), "saadatinia-2020:genes=75,65,0,0");
        assert_eq!(problem.names, ["gene1", "gene2", "gene3", "gene4"]);
        assert!(problem.repeats_itself());
    }
}
