use std::sync::atomic::AtomicBool;

use quoridor_literature::glendenning_2005::champions;

use super::config::Preset;
use super::operators::{Creation, Crossover, Genetic, Mutation, Parents};
use super::*;
use crate::run_folder::tests::files;

fn small(optimiser: Optimiser) -> Config {
    Config {
        population: 6,
        test_population: 3,
        test_every: 2,
        move_cap: 40,
        limit: "depth=1".to_owned(),
        optimiser,
        ..Preset::find("saadatinia-2020").unwrap().config
    }
}

fn genetic() -> Optimiser {
    Preset::find("glendenning-2005:psi2").unwrap().config.optimiser
}

fn run(folder: &Path, config: Config, generations: usize, concurrency: usize) -> Evolution {
    let mut evolution = Evolution::open(folder, config, 5, concurrency).unwrap();
    let stop = AtomicBool::new(false);
    evolution.run(generations, &Progress { tell: &|_| (), stop: &stop }, |_| ()).unwrap();
    evolution
}

/// In several goes, at another concurrency and without what was known of earlier games, it ends
/// with the same files.
#[test]
fn an_evolution_goes_on_where_it_was() {
    for optimiser in [genetic(), Optimiser::CMA_ES] {
        let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let unbroken = run(whole.path(), small(optimiser), 4, 1);
        drop(run(parts.path(), small(optimiser), 1, 3));
        drop(run(parts.path(), small(optimiser), 3, 2));
        let resumed = run(parts.path(), small(optimiser), 4, 1);
        assert_eq!(resumed.state, unbroken.state);
        assert_eq!(files(parts.path()), files(whole.path()));
        assert_eq!((unbroken.generations(), unbroken.games()), (4, 4 * 30));
        let history = unbroken.history().unwrap();
        let tested: Vec<bool> =
            history.iter().map(|row| row.population_fitness.is_some()).collect();
        assert_eq!(tested, [true, true, false, true], "the first and every second");
        let player = unbroken.champion_player().unwrap().unwrap();
        assert_eq!(player.to_string().parse::<Spec>().unwrap().to_string(), player.to_string());
        let report = report(&unbroken, "test", "quoridor evolve".to_owned()).unwrap();
        assert_eq!(report.html().matches("<svg").count(), 4);
        // At depth=1 no search goes deeper, and every move of every game counts.
        let depths = unbroken.depths().unwrap();
        assert_eq!((depths.min(), depths.max()), (Some(1), Some(1)));
        assert!(depths.count() >= 4 * 30 * 16, "{}", depths.count());
    }
}

/// Every game has at most one winner, so that the mean fitness is at most half the games of a
/// chromosome; and the weights of each generation are in the table.
#[test]
fn tables_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let evolution = run(folder.path(), small(genetic()), 2, 2);
    for row in evolution.history().unwrap() {
        assert!(row.mean <= 5.0 && row.best <= 10.0 && row.best >= row.mean, "{row:?}");
        assert!((1..=6).contains(&row.diversity.distinct));
    }
    let weights = evolution.folder.rows(WEIGHTS).unwrap();
    assert_eq!((weights.len(), weights[0].len()), (12, 7));
    let best = weights[6..].iter().max_by(|one, other| {
        let fitness = |row: &Vec<String>| row[2].parse::<f64>().unwrap();
        // Of equals, the first.
        fitness(one).total_cmp(&fitness(other)).then(std::cmp::Ordering::Greater)
    });
    let numbers: Vec<f64> =
        best.unwrap()[3..].iter().map(|number| number.parse().unwrap()).collect();
    assert_eq!(evolution.champion(), Some(numbers.as_slice()));
}

/// Games that are known are not played again, and that changes no result.
#[test]
fn what_is_known_is_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut evolution = run(folder.path(), small(genetic()), 1, 1);
    let stop = AtomicBool::new(false);
    let progress = Progress { tell: &|_| (), stop: &stop };
    let players = evolution.players(&evolution.state.population.clone()).unwrap();
    let games = round_robin(players.len());
    let first = evolution.play(&players, &games, "test", &progress).unwrap();
    let known = evolution.known.len();
    evolution.terms.move_cap = 1;
    assert_eq!(
        evolution.play(&players, &games, "test", &progress).unwrap(),
        first,
        "nothing is played"
    );
    assert_eq!(evolution.known.len(), known);
    evolution.known.clear();
    let capped = evolution.play(&players, &games, "test", &progress).unwrap();
    assert!(
        capped.iter().all(|game| game.winner.is_none() && game.depths.count() == 1),
        "everything is played, and ends after a move"
    );
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    evolution.known.clear();
    let error = evolution.play(&players, &games, "test", &progress).unwrap_err();
    assert!(error.is::<Stopped>());
}

/// How often each wins if of two the one wins whose direction is nearer to a planted one: as in
/// games, all that is known is who wins.
fn wins(population: &[Chromosome], planted: &[f64]) -> Vec<f64> {
    let length = |numbers: &[f64]| numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
    let nearness = |numbers: &Chromosome| {
        let product: f64 = numbers.iter().zip(planted).map(|(one, other)| one * other).sum();
        product / (length(numbers) * length(planted)).max(1e-12)
    };
    let near: Vec<f64> = population.iter().map(nearness).collect();
    near.iter().map(|own| 2.0 * near.iter().filter(|other| *other < own).count() as f64).collect()
}

/// The weights of psi1 are found from nothing but who wins, by her algorithm and by CMA-ES; the
/// latter comes nearer with as many games.
#[test]
fn planted_weights_are_found() {
    let planted = champions::weights("psi1").unwrap();
    let creation = Creation { has_feature: 0.3, low: -1.0, high: 1.0, whole: false };
    let genetic = Genetic {
        parents: Parents::Roulette { elitism: 0.2 },
        crossover: Crossover::Uniform,
        mutation: Mutation::EachWeight { rate: 0.1, lose: 0.2, amount: 0.4 },
    };
    let angle = |numbers: &[f64]| {
        let length =
            |numbers: &[f64]| numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
        let product: f64 = numbers.iter().zip(planted).map(|(one, other)| one * other).sum();
        product / (length(numbers) * length(&planted))
    };
    let mut random = Random::new(1);
    let mut population = creation.population(20, 10, &mut random);
    for _ in 0..100 {
        let fitness = wins(&population, &planted);
        population = genetic.next(&population, &fitness, &creation, &mut random);
    }
    let found = angle(&population[0]);
    assert!(found > 0.97, "{found}");
    let mut search = CmaEs::new(vec![0.0; 10], 0.5);
    for _ in 0..100 {
        let points = search.sample(20, &mut random);
        let fitness = wins(&points, &planted);
        let ranked: Vec<Chromosome> =
            ranking(&fitness).into_iter().map(|place| points[place].clone()).collect();
        search.update(&ranked);
    }
    assert!(angle(&search.mean) > found.max(0.999), "{}", angle(&search.mean));
}

/// With real games: from random weights to a population that wins most games against those that
/// stayed as they were.
#[test]
fn real_games_make_a_population_better() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        population: 10,
        test_population: 6,
        test_every: 4,
        limit: "depth=1".to_owned(),
        move_cap: 60,
        ..Preset::find("respall-2018-ga").unwrap().config
    };
    let evolution = run(folder.path(), config, 8, 2);
    let tested: Vec<f64> =
        evolution.history().unwrap().iter().filter_map(|row| row.population_fitness).collect();
    assert!(tested[2] > tested[0] + 0.1, "{tested:?}");
}
