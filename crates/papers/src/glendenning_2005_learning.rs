//! `glendenning-2005-learning`: the learning of Lisa Glendenning, *Mastering Quoridor*, 2005: the
//! perceptron rule that fails (section 3.1), the eleven populations of the genetic algorithm (Table
//! 3.2, Figures 4.1 and 4.2, Table 4.1), the homogeneous population 5, a competition of the
//! champions; and CMA-ES on the same problem.

use std::error::Error;
use std::path::PathBuf;

use crate::games::{Contest, Games};
use crate::{Reproduced, Reproduction, Settings};
use quoridor_arena::OpeningChoice;
use quoridor_arena::Progress;
use quoridor_arena::statistics::{Distribution, Evidence, Score};
use quoridor_core::Adjudication;
use quoridor_engine::players::glendenning_2005::champions;
use quoridor_engine::random::mixed;
use quoridor_report::Quantity::{Decimal, Exact, Percent};
use quoridor_report::{
    Block, Comparison, Plot, Point, Provenance, Report, Scale, Series, SeriesKind,
};

use super::concurrency;
use quoridor_learn::depth::{self, NODES_TO_DEPTH_2, NODES_TO_DEPTH_3};
use quoridor_learn::evolution::config::{Optimiser, Preset};
use quoridor_learn::evolution::{
    Evolution, Generation, fitness_series, population_fitness, weights,
};
use quoridor_learn::perceptron::{self, Perceptron, Unfinished};

/// Her learning, all of it.
pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: "glendenning-2005-learning",
    summary: "Glendenning's perceptron rule and eleven evolving populations, their champions, and CMA-ES with as many games",
    run,
};

/// How much is done at scale 1. She does not say how many generations a few weeks were; the
/// logarithmic axis of Figure 4.1 speaks for some dozens.
const GENERATIONS: u64 = 50;
const ROUNDS: u64 = 20;
const OPENINGS: u64 = 100;

/// "Every few generations" the populations meet their test populations.
const TEST_EVERY: usize = 2;

/// The nodes of a search: at full scale her games' mean depth of 4.1, and depth 2 below it.
fn nodes(settings: &Settings) -> u64 {
    if settings.scale >= 1.0 { NODES_TO_DEPTH_3 } else { NODES_TO_DEPTH_2 }
}

/// How often both optimisers begin anew with the variables of her best population.
const REPEATS: u64 = 3;

/// MOVECAP in her competitions.
const MOVE_CAP: usize = 182;

/// Moves at random that begin each game between two players who would otherwise play the same game
/// again and again.
const OPENING: usize = 4;

/// The place of population 5, which became homogeneous, and of population 7, whose champion won.
const OMEGA1: usize = 4;
const PSI1: usize = 6;

/// The hypotheses of Table 3.1.
const HYPOTHESES: [&str; 10] = ["+", "−", "+", "−", "+", "−", "0", "+", "−", "0"];

/// What became of a population.
struct Outcome {
    name: String,
    history: Vec<Generation>,
    champion: Vec<f64>,
    /// As a player.
    player: String,
    /// The completed depths of all searches of its evolution.
    depths: Distribution,
}

struct Findings {
    generations: usize,
    limit: String,
    populations: Vec<Outcome>,
    /// Games won by each champion against the others, and how many games each played.
    won: Vec<(f64, u64)>,
    /// Of the best of our champions against hers.
    against_hers: Score,
    best: usize,
    /// Of each repetition: by CMA-ES, and how it scores against the genetic algorithm's champion.
    modern: Vec<(Outcome, Outcome, Score)>,
    perceptron: Vec<Block>,
}

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let findings = find(settings, progress)?;
    Ok(Report {
        name: REPRODUCTION.name.to_owned(),
        title: "Learning the weights of Quoridor: Glendenning 2005".to_owned(),
        blocks: blocks(settings, &findings),
        provenance: Provenance::here(settings.command(REPRODUCTION.name), settings.seed),
    })
}

fn find(
    settings: &Settings,
    progress: &Progress<'_>,
) -> Result<Findings, Box<dyn Error + Send + Sync>> {
    let generations = settings.scaled(GENERATIONS, 3) as usize;
    let names: Vec<&str> = champions::names().collect();
    let mut populations = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let seed = mixed(&[settings.seed, place as u64]);
        populations.push(evolve(settings, progress, name, name, None, seed, generations)?);
    }
    let mut modern = Vec::new();
    for repeat in 0..settings.scaled(REPEATS, 1) {
        // The first repetition of her algorithm is population 7 itself.
        let seed = mixed(&[settings.seed, PSI1 as u64 + 100 * repeat]);
        let pair = [None, Some(Optimiser::CMA_ES)].map(|optimiser| {
            let folder = match (optimiser, repeat) {
                (None, 0) => names[PSI1].to_owned(),
                (None, _) => format!("{}-again-{repeat}", names[PSI1]),
                (Some(_), _) => format!("cma-es-{repeat}"),
            };
            evolve(settings, progress, &folder, names[PSI1], optimiser, seed, generations)
        });
        let [genetic, other] = pair;
        modern.push((other?, genetic?));
    }
    let limit = format!("nodes={}", nodes(settings));
    let mut games = Games::open(REPRODUCTION.name, settings, progress)?;
    let adjudication = Adjudication { max_plies: Some(MOVE_CAP), repetitions: None };
    let at = |player: &str| format!("{player}@{limit}");
    let players: Vec<String> =
        populations.iter().map(|population| at(&population.player)).collect();
    let contest = Contest {
        name: "champions",
        players: &players,
        openings: OpeningChoice::Start,
        rounds: 1,
        adjudication,
    };
    let competition = games.play(&contest)?.standings;
    let won: Vec<(f64, u64)> = (0..players.len())
        .map(|place| {
            let scores: Vec<Score> = (0..players.len())
                .filter(|&other| other != place)
                .map(|other| competition.score(place, other))
                .collect();
            let (wins, played) = scores
                .iter()
                .fold((0, 0), |(wins, played), score| (wins + score.wins, played + score.games()));
            (wins as f64, played)
        })
        .collect();
    let best = (0..won.len())
        .rev()
        .max_by(|&one, &other| won[one].0.total_cmp(&won[other].0))
        .unwrap_or(PSI1);
    let mut duel =
        |name: &str, one: &str, other: &str| -> Result<Score, Box<dyn Error + Send + Sync>> {
            let players = [at(one), at(other)];
            let rounds = settings.scaled(OPENINGS, 5) as usize;
            let openings = OpeningChoice::Random { plies: OPENING };
            Ok(games
                .play(&Contest { name, players: &players, openings, rounds, adjudication })?
                .standings
                .score(0, 1))
        };
    let against_hers =
        duel("our best against hers", &populations[best].player, "glendenning-2005")?;
    let mut scored = Vec::new();
    for (other, genetic) in modern {
        let score = duel("CMA-ES against the genetic algorithm", &other.player, &genetic.player)?;
        scored.push((other, genetic, score));
    }
    let mut perceptron = Vec::new();
    let rounds = settings.scaled(ROUNDS, 3) as usize;
    for (name, unfinished) in
        [("perceptron", Unfinished::Lost), ("perceptron-ignoring", Unfinished::Ignored)]
    {
        let usual = perceptron::Config::default();
        // However short it is, what was learnt is tested.
        let test_every = usual.test_every.min(rounds);
        let config = perceptron::Config { unfinished, test_every, nodes: nodes(settings), ..usual };
        let mut experiment =
            Perceptron::open(&folder(settings, name), config, settings.seed, concurrency())?;
        experiment.run(rounds, progress)?;
        perceptron.extend(perceptron::blocks(&experiment)?);
    }
    Ok(Findings {
        generations,
        limit,
        populations,
        won,
        against_hers,
        best,
        modern: scored,
        perceptron,
    })
}

fn folder(settings: &Settings, name: &str) -> PathBuf {
    settings.folder.join(REPRODUCTION.name).join(name)
}

/// Evolves a population with the variables of one of hers.
fn evolve(
    settings: &Settings,
    progress: &Progress<'_>,
    name: &str,
    variables: &str,
    optimiser: Option<Optimiser>,
    seed: u64,
    generations: usize,
) -> Result<Outcome, Box<dyn Error + Send + Sync>> {
    let mut config = Preset::find(&format!("glendenning-2005:{variables}"))?.config;
    config.optimiser = optimiser.unwrap_or(config.optimiser);
    config.test_every = TEST_EVERY;
    config.limit = format!("nodes={}", nodes(settings));
    let mut evolution = Evolution::open(&folder(settings, name), config, seed, concurrency())?;
    let tell = |text: String| (progress.tell)(format!("{name}: {text}"));
    evolution.run(generations, &Progress { tell: &tell, stop: progress.stop }, |_| ())?;
    let player = evolution.champion_player()?.map(|player| player.to_string()).unwrap_or_default();
    let champion = evolution.champion().map(<[f64]>::to_vec).unwrap_or_default();
    Ok(Outcome {
        name: name.to_owned(),
        history: evolution.history()?,
        champion,
        player,
        depths: evolution.depths()?,
    })
}

fn blocks(settings: &Settings, findings: &Findings) -> Vec<Block> {
    let mut blocks = vec![
        Block::paragraph(&format!(
            "Eleven populations with the variables of Table 3.2, {} generations each, every move limited to {} instead of seconds. Weights begin as in the thesis, at random; the seeds are ours, so that \
             champions with the same name have nothing but their variables in common.",
            findings.generations, findings.limit
        )),
        Block::heading("Population fitness (Figure 4.1)"),
        Block::Plot(population_fitness(
            findings
                .populations
                .iter()
                .map(|population| fitness_series(&population.name, &population.history))
                .collect(),
        )),
        fitness_table(findings),
        Block::paragraph(&fitness_in_words(findings)),
        Block::heading("Homogeneous populations"),
        Block::paragraph(
            "In the thesis population 5 (omega1) became nearly homogeneous after generation 5; its fitness dropped to 0.3 and never changed again, and its champion won no game. Below is how far apart two chromosomes of a population are on average, and how many are left that are not the same.",
        ),
        Block::Plot(diversity_plot(findings)),
        diversity_table(findings),
        Block::heading("The champions' weights (Figure 4.2, Table 4.1)"),
        Block::Plot(weights(features(), average_bars(findings))),
        Block::paragraph("The mean weights of the champions beside the hypotheses of Table 3.1."),
        Block::Comparisons(averages(findings)),
        champions_table(findings),
        Block::heading("The competition of the champions"),
        Block::paragraph(&format!(
            "Each champion plays each other twice, once from each seat; nobody wins a game of {MOVE_CAP} moves. In the thesis psi1 won the most games at both time limits, and omega1 none."
        )),
        competition_table(findings),
        Block::Comparisons(competition(findings)),
        Block::heading("A modern optimiser with as many games"),
    ];
    blocks.extend(modern(settings, findings));
    blocks.push(Block::heading("How deep the searches were"));
    blocks.push(Block::paragraph(
        "In the thesis the games of the competitions averaged depth 4.1. These are the searches of \
         all eleven evolutions.",
    ));
    blocks.extend(depth::blocks(&depths(findings)));
    blocks.push(Block::heading("The perceptron rule (section 3.1)"));
    blocks.push(Block::paragraph(
        "In the thesis \"both weights were strongly tending negative\", because agents often lost and a loss can only push down what is never negative. Of the games of a population among itself half are won, though: \
         agents can only have lost often if a game that nobody wins was lost by both. So the experiment is made twice: with such games lost, as the thesis must have had it, and with nothing learnt from them.",
    ));
    blocks.extend(findings.perceptron.iter().cloned());
    blocks.push(Block::heading("Where we differ, and why"));
    blocks.push(Block::List(differences(settings)));
    blocks
}

/// The completed depths of the searches of all populations.
fn depths(findings: &Findings) -> Distribution {
    let all = findings.populations.iter().map(|population| population.depths.clone());
    all.fold(Distribution::default(), |sum, depths| sum + depths)
}

fn tested(history: &[Generation]) -> Vec<(usize, f64)> {
    history.iter().filter_map(|row| Some((row.number, row.population_fitness?))).collect()
}

/// The highest population fitness, and when it was reached first.
fn peak(history: &[Generation]) -> Option<(usize, f64)> {
    tested(history).into_iter().rev().max_by(|one, other| one.1.total_cmp(&other.1))
}

fn fitness_table(findings: &Findings) -> Block {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let row = |population: &Outcome| {
        let tests = tested(&population.history);
        let (generation, peak) = peak(&population.history)?;
        Some(vec![
            population.name.clone(),
            percent(tests.first()?.1),
            percent(peak),
            generation.to_string(),
            percent(tests.last()?.1),
        ])
    };
    Block::table(
        ["population", "first generation", "peak", "in generation", "last measured"],
        findings.populations.iter().filter_map(row).collect(),
    )
}

fn fitness_in_words(findings: &Findings) -> String {
    let rose = |population: &&Outcome| {
        let tests = tested(&population.history);
        tests.last().zip(tests.first()).is_some_and(|(last, first)| last.1 > first.1)
    };
    let fell = |population: &&Outcome| {
        let last = tested(&population.history).last().map_or(0.0, |test| test.1);
        peak(&population.history).is_some_and(|(_, peak)| last < peak - 0.02)
    };
    format!(
        "The thesis: \"While the population fitnesses did immediately increase, they then peaked and tapered off.\" Here {} of {} populations end higher than they began, and {} lie more than two points below their peak.",
        findings.populations.iter().filter(rose).count(),
        findings.populations.len(),
        findings.populations.iter().filter(fell).count()
    )
}

fn diversity_plot(findings: &Findings) -> Plot {
    let line = |population: &Outcome| Series {
        name: population.name.clone(),
        kind: SeriesKind::Line,
        points: population
            .history
            .iter()
            .map(|row| Point::new((row.number as f64).log10(), row.diversity.distance))
            .collect(),
    };
    Plot {
        title: "Diversity".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "mean distance of two chromosomes".to_owned(),
        x_scale: Scale::PowersOfTen,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series: findings.populations.iter().map(line).collect(),
    }
}

fn diversity_table(findings: &Findings) -> Block {
    let row = |population: &Outcome| {
        let (first, last) = (population.history.first()?, population.history.last()?);
        let alike = population
            .history
            .iter()
            .find(|row| row.diversity.distance < first.diversity.distance / 10.0);
        Some(vec![
            population.name.clone(),
            format!("{:.2}", first.diversity.distance),
            format!("{:.2}", last.diversity.distance),
            format!(
                "{} of {}",
                last.diversity.distinct,
                first.diversity.distinct.max(last.diversity.distinct)
            ),
            alike.map_or_else(|| "never".to_owned(), |row| row.number.to_string()),
        ])
    };
    Block::table(
        [
            "population",
            "distance at first",
            "in the end",
            "not the same",
            "a tenth of the distance in generation",
        ],
        findings.populations.iter().filter_map(row).collect(),
    )
}

fn features() -> Vec<String> {
    quoridor_learn::evolution::config::feature_names()
}

fn mean(of: &[Vec<f64>], place: usize) -> f64 {
    of.iter().map(|weights| weights[place]).sum::<f64>() / of.len().max(1) as f64
}

fn hers() -> Vec<Vec<f64>> {
    champions::names().filter_map(champions::weights).map(Vec::from).collect()
}

fn ours(findings: &Findings) -> Vec<Vec<f64>> {
    findings.populations.iter().map(|population| population.champion.clone()).collect()
}

fn average_bars(findings: &Findings) -> Vec<Series> {
    let bars = |name: &str, all: &[Vec<f64>]| Series {
        name: name.to_owned(),
        kind: SeriesKind::Bar,
        points: (0..10).map(|place| Point::new(place as f64, mean(all, place))).collect(),
    };
    vec![bars("mean of the thesis", &hers()), bars("mean here", &ours(findings))]
}

fn averages(findings: &Findings) -> Vec<Comparison> {
    let (hers, ours) = (hers(), ours(findings));
    let rows = features().into_iter().enumerate().map(|(place, name)| {
        let mean_here = mean(&ours, place);
        let spread = ours.iter().map(|weights| (weights[place] - mean_here).powi(2)).sum::<f64>()
            / (ours.len() - 1) as f64;
        // Student's t for ten degrees of freedom.
        let error = 2.228 * (spread / ours.len() as f64).sqrt();
        Comparison::exact(&name, Decimal(mean(&hers, place), 3), Decimal(mean_here, 3))
            .within(Decimal(mean_here - error, 3), Decimal(mean_here + error, 3))
            .because(&format!("hypothesis {}", HYPOTHESES[place]))
    });
    rows.collect()
}

fn champions_table(findings: &Findings) -> Block {
    let row = |population: &Outcome| {
        let numbers = population.champion.iter().map(|weight| format!("{weight:.3}"));
        [population.name.clone()].into_iter().chain(numbers).collect()
    };
    let header: Vec<String> = ["champion".to_owned()].into_iter().chain(features()).collect();
    Block::Table(quoridor_report::Table {
        header,
        rows: findings.populations.iter().map(row).collect(),
    })
}

fn competition_table(findings: &Findings) -> Block {
    let rows = findings.populations.iter().zip(&findings.won).map(|(population, (won, played))| {
        vec![population.name.clone(), won.to_string(), played.to_string()]
    });
    Block::table(["champion", "won", "of"], rows.collect())
}

fn competition(findings: &Findings) -> Vec<Comparison> {
    let omega1 = Comparison::exact(
        "games won by omega1's champion",
        Exact(0),
        Exact(findings.won[OMEGA1].0 as u128),
    );
    let best = &findings.populations[findings.best].name;
    let mut rows = vec![omega1];
    if let Some(share) = findings.against_hers.wins_of_decided() {
        let what = format!("our best, {best}, against her psi1: won of the decided games");
        let undecided = format!("{} undecided", findings.against_hers.draws);
        rows.push(
            Comparison::measured(&what, None, share, |share| Percent(share, 1)).because(&undecided),
        );
    }
    rows
}

fn modern(settings: &Settings, findings: &Findings) -> Vec<Block> {
    let total: Score = findings.modern.iter().map(|(_, _, score)| *score).sum();
    let mut curves = Vec::new();
    for (number, (other, genetic, _)) in (1..).zip(&findings.modern) {
        curves.push(fitness_series(&format!("CMA-ES {number}"), &other.history));
        curves.push(fitness_series(&format!("genetic {number}"), &genetic.history));
    }
    let rows = (1..).zip(&findings.modern).map(|(number, (_, _, score)): (usize, _)| {
        [number as u64, score.wins, score.draws, score.losses]
            .map(|count| count.to_string())
            .to_vec()
    });
    let table = Block::table(["run", "won by CMA-ES", "undecided", "lost"], rows.collect());
    let players = (1..).zip(&findings.modern).map(|(number, (other, genetic, _)): (usize, _)| {
        format!("Run {number}: CMA-ES {}, the genetic algorithm {}", other.player, genetic.player)
    });
    let verdict = total.elo().map_or_else(String::new, |elo| format!(" That is {elo:.0} Elo."));
    let share = total.wins_of_decided().map_or_else(String::new, |share| {
        format!(" Of the decided games it won {:.1} %.", share.map(|share| share * 100.0))
    });
    vec![
        Block::paragraph(&format!(
            "Does a better algorithm find better weights from the same number of games? CMA-ES gets the population of psi1, its limits, its move cap and its {} generations; of each generation it is told how many games \
             everybody won, and nothing else. Its champion is the middle of its distribution. Each pair of champions plays from {} openings of {OPENING} moves at random, from both seats.",
            findings.generations,
            settings.scaled(OPENINGS, 5)
        )),
        Block::Plot(population_fitness(curves)),
        table,
        Block::List(players.collect()),
        Block::paragraph(&format!(
            "In all, CMA-ES won {} games, {} were undecided, and it lost {}.{share}{verdict}",
            total.wins, total.draws, total.losses
        )),
    ]
}

fn differences(settings: &Settings) -> Vec<String> {
    let mut points = vec![
        format!(
            "The thesis limited time on machines of 2005; here each search is limited to {} nodes. \
             The section on search depth shows how deep that is.",
            nodes(settings)
        ),
        "The pseudocode of Figure 3.13 contradicts its text; the text is followed (crates/learn/src/evolution/operators.rs).".to_owned(),
        "How many generations there were, how large the test populations were and the curves of Figures 4.1 to 4.4 are not in the text that we have; test populations have ten chromosomes here.".to_owned(),
        "A population that loses its diversity is a matter of chance: with other seeds it is another one. Small populations with little mutation are the likeliest.".to_owned(),
    ];
    points.extend(settings.share("that share of the generations, rounds and openings"));
    points
}

#[cfg(test)]
mod tests {
    use super::super::tests::made_twice;
    use super::*;

    /// The smallest one there is, and once more from what was kept.
    #[test]
    #[ignore = "takes some minutes"]
    fn a_whole_report() {
        let report = made_twice(&REPRODUCTION);
        // Ten weights, omega1's games, our best against hers.
        assert!(report.comparisons().count() >= 11);
        assert_eq!(report.html().matches("<svg").count(), 14);
    }

    /// Table 4.1: psi1 is the seventh and omega1 the fifth; the mean of SPP is 5.125 / 11.
    #[test]
    fn the_tables_are_hers() {
        let names: Vec<&str> = champions::names().collect();
        assert_eq!((names[OMEGA1], names[PSI1], names.len()), ("omega1", "psi1", 11));
        assert!((mean(&hers(), 0) - 5.125 / 11.0).abs() < 1e-9);
    }
}
