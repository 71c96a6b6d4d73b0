//! `glendenning-2005-learning`: the learning of Lisa Glendenning, *Mastering Quoridor*, 2005: the
//! perceptron rule that fails (section 3.1), the eleven populations of the genetic algorithm (Table
//! 3.2, Figures 4.1 and 4.2, Table 4.1), the homogeneous population 5, a competition of the
//! champions; and CMA-ES on the same problem.
//!
//! Her populations ran for weeks on eleven processors. The scale-1 run has a fraction of the
//! generations, which the report states with the reason why it suffices.

mod champions;
mod populations;
mod sections;

use std::path::PathBuf;

use quoridor_arena::OpeningChoice;
use quoridor_arena::statistics::{Distribution, Proportion, Score};
use quoridor_core::Adjudication;
use quoridor_engine::random::mixed;
use quoridor_learn::Progress;
use quoridor_learn::depth::{NODES_TO_DEPTH_2, NODES_TO_DEPTH_3};
use quoridor_learn::evolution::config::{Optimiser, Preset};
use quoridor_learn::evolution::{Evolution, Generation};
use quoridor_learn::perceptron::{self, Perceptron, Range, Unfinished};
use quoridor_literature::glendenning_2005::champions as hers;
use quoridor_report::{Block, Provenance, Report};

use crate::games::{Contest, Effort, Games, Pairings};
use crate::{BoxedError, Reproduced, Reproduction, Settings, concurrency};

pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: "glendenning-2005-learning",
    paper: "L. Glendenning, Mastering Quoridor, 2005",
    summary: "Glendenning: the perceptron rule, eleven evolving populations and their champions, \
              and CMA-ES with as many games",
    new: "why the perceptron rule fails, and a remedy; diversity of the populations; CMA-ES",
    cpu_minutes: 3600,
    run,
};

/// The amount of work at scale 1. She does not say how many generations a few weeks were.
const GENERATIONS: u64 = 24;
const ROUNDS: u64 = 12;
const OPENINGS: u64 = 100;

/// Populations of the perceptron rule. Agents of one population learn from each other's games, so
/// populations are what can be counted.
const PERCEPTRONS: u64 = 12;

/// "Every few generations" the populations meet their test populations.
const TEST_EVERY: usize = 3;

/// The thesis does not say how large the test populations were. A test of ten would take longer
/// than a generation.
const TEST_POPULATION: usize = 5;

/// Repetitions of both optimisers with the variables of her best population.
const REPEATS: u64 = 4;

/// MOVECAP in her competitions.
const MOVE_CAP: usize = 182;

/// Random moves of an opening; without them two players would play the same game again and again.
const OPENING: usize = 4;

/// The place of population 5, which became homogeneous, and of population 7, whose champion won.
const OMEGA1: usize = 4;
const PSI1: usize = 6;

/// The nodes of a search: at full scale those that reach depth 3, and depth 2 below it.
fn nodes(settings: &Settings) -> u64 {
    match settings.scale {
        scale if scale >= 1.0 => NODES_TO_DEPTH_3,
        _ if settings.is_smoke_test() => 5,
        _ => NODES_TO_DEPTH_2,
    }
}

/// The player whose weights evolve.
///
/// Her search ends after an iteration of 133² leaves, as many as a tree of two moves has. Below
/// full scale it ends after one of 200: more than a tree of one move has, and fewer than one of two
/// moves while there are walls. Otherwise most of the nodes would go into an iteration of depth 3
/// that is not completed and does not count.
fn player(settings: &Settings) -> &'static str {
    if settings.scale >= 1.0 { "glendenning-2005" } else { "glendenning-2005:cutoff=200" }
}

/// A population that has evolved.
struct Outcome {
    name: String,
    history: Vec<Generation>,
    champion: Vec<f64>,
    /// The champion as a player.
    player: String,
    /// The completed depths of all searches of its evolution.
    depths: Distribution,
}

/// A pair of optimisers: CMA-ES, the genetic algorithm, and the games of CMA-ES's champion.
struct Optimised {
    cma_es: Outcome,
    genetic: Outcome,
    score: Score,
}

/// A perceptron experiment.
struct Learnt {
    unfinished: Unfinished,
    /// Populations whose mean weights are both negative in the end, with features from 0 to 1.
    negative_populations: Proportion,
    /// Agents of all populations whose weights are both negative.
    negative_agents: Proportion,
    /// The first population in detail.
    blocks: Vec<Block>,
}

struct Findings {
    generations: usize,
    limit: String,
    populations: Vec<Outcome>,
    /// The competition of our champions: the games of each, and its effort.
    competition: Vec<(Score, Effort)>,
    /// The best of our champions, and its games against hers.
    best: usize,
    against_hers: Score,
    optimised: Vec<Optimised>,
    perceptron: Vec<Learnt>,
}

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let findings = find(settings, progress)?;
    Ok(Report {
        name: REPRODUCTION.name.to_owned(),
        title: "Learning the weights of Quoridor: Glendenning 2005".to_owned(),
        blocks: sections::all(settings, &findings),
        provenance: Provenance::here(settings.command(REPRODUCTION.name), settings.seed),
    })
}

fn find(settings: &Settings, progress: &Progress<'_>) -> Result<Findings, BoxedError> {
    let generations = settings.scaled(GENERATIONS, 2) as usize;
    let evolution = Evolving { settings, progress, generations };
    let names: Vec<&str> = hers::names().collect();
    let populations = names
        .iter()
        .enumerate()
        .map(|(place, name)| {
            evolution.evolve(name, name, None, mixed(&[settings.seed, place as u64]))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let limit = format!("nodes={}", nodes(settings));
    let mut games = Games::open(REPRODUCTION.name, settings, progress)?;
    let mut duels = Duels { settings, games: &mut games, limit: &limit };
    let competition = duels.round_robin(&populations)?;
    let best =
        (0..competition.len()).rev().max_by_key(|&place| competition[place].0.wins).unwrap_or(PSI1);
    let against_hers =
        duels.play("our best against hers", &populations[best].player, player(settings))?;
    let mut optimised = Vec::new();
    for repeat in 0..settings.scaled(REPEATS, 1) {
        // The first repetition of her algorithm is population 7 itself.
        let seed = mixed(&[settings.seed, PSI1 as u64 + 100 * repeat]);
        let psi1 = names[PSI1];
        let folder = if repeat == 0 { psi1.to_owned() } else { format!("{psi1}-repeat-{repeat}") };
        let genetic = evolution.evolve(&folder, psi1, None, seed)?;
        let folder = format!("cma-es-{repeat}");
        let cma_es = evolution.evolve(&folder, psi1, Some(Optimiser::CMA_ES), seed)?;
        let score = duels.play("CMA-ES against genetic", &cma_es.player, &genetic.player)?;
        optimised.push(Optimised { cma_es, genetic, score });
    }
    let perceptron = [Unfinished::Lost, Unfinished::Ignored]
        .into_iter()
        .map(|unfinished| learn(settings, progress, unfinished))
        .collect::<Result<_, _>>()?;
    Ok(Findings {
        generations,
        limit,
        populations,
        competition,
        best,
        against_hers,
        optimised,
        perceptron,
    })
}

fn folder(settings: &Settings, name: &str) -> PathBuf {
    settings.folder.join(REPRODUCTION.name).join(name)
}

/// Evolutions of one run.
struct Evolving<'a> {
    settings: &'a Settings,
    progress: &'a Progress<'a>,
    generations: usize,
}

impl Evolving<'_> {
    /// Evolves a population with the variables of one of hers.
    fn evolve(
        &self,
        name: &str,
        variables: &str,
        optimiser: Option<Optimiser>,
        seed: u64,
    ) -> Result<Outcome, BoxedError> {
        let settings = self.settings;
        let mut config = Preset::find(&format!("glendenning-2005:{variables}"))?.config;
        config.optimiser = optimiser.unwrap_or(config.optimiser);
        (config.test_every, config.test_population) = (TEST_EVERY, TEST_POPULATION);
        config.player = player(settings).to_owned();
        config.limit = format!("nodes={}", nodes(settings));
        if settings.is_smoke_test() {
            (config.population, config.test_population, config.move_cap) = (4, 2, 30);
        }
        let mut evolution = Evolution::open(&folder(settings, name), config, seed, concurrency())?;
        let tell = |text: String| (self.progress.tell)(format!("{name}: {text}"));
        let progress = Progress { tell: &tell, stop: self.progress.stop };
        evolution.run(self.generations, &progress, |_| ())?;
        let player = evolution.champion_player()?.map(|player| player.to_string());
        Ok(Outcome {
            name: name.to_owned(),
            history: evolution.history()?,
            champion: evolution.champion().map(<[f64]>::to_vec).unwrap_or_default(),
            player: player.unwrap_or_default(),
            depths: evolution.depths()?,
        })
    }
}

/// Games between champions.
struct Duels<'a, 'b> {
    settings: &'a Settings,
    games: &'a mut Games<'b>,
    limit: &'a str,
}

impl Duels<'_, '_> {
    const ADJUDICATION: Adjudication =
        Adjudication { max_plies: Some(MOVE_CAP), repetitions: None };

    fn entered(&self, player: &str) -> String {
        format!("{player}@{}", self.limit)
    }

    /// The competition: each champion against each other, once from each seat.
    fn round_robin(&mut self, champions: &[Outcome]) -> Result<Vec<(Score, Effort)>, BoxedError> {
        let players: Vec<String> =
            champions.iter().map(|champion| self.entered(&champion.player)).collect();
        let played = self.games.play(&Contest {
            name: "champions",
            players: &players,
            pairings: Pairings::RoundRobin,
            openings: OpeningChoice::Start,
            rounds: 1,
            adjudication: Self::ADJUDICATION,
        })?;
        let places = 0..players.len();
        let score = |place: usize| {
            let others = (0..players.len()).filter(|&other| other != place);
            others.map(|other| played.standings.score(place, other)).sum()
        };
        Ok(places.map(|place| (score(place), played.effort(place))).collect())
    }

    /// Two players from random openings.
    fn play(&mut self, name: &str, one: &str, other: &str) -> Result<Score, BoxedError> {
        let players = [self.entered(one), self.entered(other)];
        let played = self.games.play(&Contest {
            name,
            players: &players,
            pairings: Pairings::RoundRobin,
            openings: OpeningChoice::Random { plies: OPENING },
            rounds: self.settings.scaled(OPENINGS, 1) as usize,
            adjudication: Self::ADJUDICATION,
        })?;
        Ok(played.standings.score(0, 1))
    }
}

/// The perceptron experiment.
fn learn(
    settings: &Settings,
    progress: &Progress<'_>,
    unfinished: Unfinished,
) -> Result<Learnt, BoxedError> {
    let rounds = settings.scaled(ROUNDS, 2) as usize;
    let usual = perceptron::Config::default();
    // However short the run is, the agents are tested.
    let test_every = usual.test_every.min(rounds);
    let mut config = perceptron::Config { unfinished, test_every, nodes: nodes(settings), ..usual };
    if settings.is_smoke_test() {
        (config.agents, config.move_cap) = (3, 30);
    }
    let name = match unfinished {
        Unfinished::Lost => "perceptron",
        Unfinished::Ignored => "perceptron-ignoring",
    };
    let mut agents = Vec::new();
    let mut blocks = Vec::new();
    for population in 0..settings.scaled(PERCEPTRONS, 1) {
        let folder = folder(settings, &format!("{name}-{population}"));
        let seed = mixed(&[settings.seed, population]);
        let mut experiment = Perceptron::open(&folder, config.clone(), seed, concurrency())?;
        let tell = |text: String| (progress.tell)(format!("{name} {population}: {text}"));
        experiment.run(rounds, &Progress { tell: &tell, stop: progress.stop })?;
        if population == 0 {
            blocks = perceptron::blocks(&experiment)?;
        }
        agents.push(experiment.agents(Range::ZeroToOne).to_vec());
    }
    let share = |count: usize, all: usize| Proportion::new(count as u64, all as u64);
    let is_negative = |weights: &perceptron::Weights| weights.iter().all(|&weight| weight < 0.0);
    let is_negative_on_average = |agents: &Vec<perceptron::Weights>| {
        [0, 1].iter().all(|&place| agents.iter().map(|weights| weights[place]).sum::<f64>() < 0.0)
    };
    Ok(Learnt {
        unfinished,
        negative_populations: share(
            agents.iter().filter(|agents| is_negative_on_average(agents)).count(),
            agents.len(),
        ),
        negative_agents: share(
            agents.iter().flatten().filter(|weights| is_negative(weights)).count(),
            agents.iter().flatten().count(),
        ),
        blocks,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made_twice;

    #[test]
    fn a_whole_report() {
        let report = made_twice(&REPRODUCTION);
        // Ten weights, omega1's games, populations, perceptrons.
        assert!(report.figures().count() >= 14);
        assert_eq!(report.html().matches("<svg").count(), 14);
    }

    /// Table 4.1: psi1 is the seventh and omega1 the fifth.
    #[test]
    fn the_places_are_hers() {
        let names: Vec<&str> = hers::names().collect();
        assert_eq!((names[OMEGA1], names[PSI1], names.len()), ("omega1", "psi1", 11));
    }
}
