//! `saadatinia-2020-evolution`: the genetic algorithm of Saadatinia and Amini, *Quoridor game*,
//! 2020: seven chromosomes of four genes, six generations, which gave 75, 65, 66, 39.
//!
//! One run of six generations says little: it is repeated, and the champions are compared with
//! theirs and with random chromosomes.

use crate::compare::{self, about_verdicts};
use crate::games::{Contest, Games, Pairings};
use crate::{BoxedError, Reproduced, Reproduction, Settings};
use quoridor_arena::OpeningChoice;
use quoridor_arena::statistics::{Estimate, SIGNIFICANCE, Sample, Score, Verdict};
use quoridor_core::Adjudication;
use quoridor_engine::random::{Random, mixed};
use quoridor_learn::Progress;
use quoridor_report::Quantity::Percent;
use quoridor_report::{Block, Figure, Point, Provenance, Report, Series, SeriesKind};

use super::concurrency;
use quoridor_learn::evolution::config::Preset;
use quoridor_learn::evolution::{
    Evolution, Generation, fitness_series, population_fitness, weights,
};

/// Their evolution, several times.
pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: "saadatinia-2020-evolution",
    paper: "M. Saadatinia, M. R. Amini, Quoridor game, 2020",
    summary: "Saadatinia, Amini: the genetic algorithm, six generations of seven, four times: \
              genes and strength beside theirs",
    new: "four repetitions; strength of the genes: ours won 28 of 36 decided games against the \
          paper's",
    cpu_minutes: 116,
    run,
};

/// The paper's champion.
const THEIRS: [f64; 4] = [75.0, 65.0, 66.0, 39.0];

/// At scale 1: how often it is repeated, and how many openings a pair of players has.
const REPEATS: u64 = 4;
const OPENINGS: u64 = 10;

/// Random moves that begin each game: the players are deterministic.
const OPENING: usize = 4;

/// The seed of the genes that nobody selected.
const UNSELECTED: u64 = 1000;

struct Outcome {
    history: Vec<Generation>,
    genes: Vec<f64>,
    player: String,
}

struct Findings {
    depth: u32,
    runs: Vec<Outcome>,
    /// Our champions against theirs, against unselected genes, and theirs against unselected genes.
    against_theirs: Score,
    against_unselected: Score,
    theirs_against_unselected: Score,
}

/// The search depth: five at full scale, as the paper's player. Smaller scales reduce it first.
fn depth(settings: &Settings) -> u32 {
    match settings.scale {
        scale if scale >= 1.0 => 5,
        scale if scale >= 0.25 => 3,
        _ if settings.is_smoke_test() => 1,
        _ => 2,
    }
}

/// Genes as shares of their sum. All genes times the same number are the same player, so that only
/// ratios can be compared.
fn shares(genes: &[f64]) -> Vec<f64> {
    let sum: f64 = genes.iter().sum();
    // Without a single gene above zero no ratio is larger than another.
    genes.iter().map(|gene| if sum > 0.0 { gene / sum } else { 0.25 }).collect()
}

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let findings = find(settings, progress)?;
    Ok(Report {
        name: REPRODUCTION.name.to_owned(),
        title: "Six generations of seven chromosomes: Saadatinia and Amini 2020".to_owned(),
        blocks: blocks(settings, &findings),
        provenance: Provenance::here(settings.command(REPRODUCTION.name), settings.seed),
    })
}

fn find(settings: &Settings, progress: &Progress<'_>) -> Result<Findings, BoxedError> {
    let depth = depth(settings);
    let preset = Preset::find("saadatinia-2020")?;
    let mut runs = Vec::new();
    for repeat in 0..settings.scaled(REPEATS, 2) {
        let mut config = preset.config.clone();
        config.limit = format!("depth={depth}");
        // Tests would take longer than the evolution: the first and the last generation are tested.
        (config.test_every, config.test_population) = (preset.generations, 3);
        let folder = settings.folder.join(REPRODUCTION.name).join(format!("{}", repeat + 1));
        let mut evolution =
            Evolution::open(&folder, config, mixed(&[settings.seed, repeat]), concurrency())?;
        let tell = |text: String| (progress.tell)(format!("run {}: {text}", repeat + 1));
        evolution.run(
            preset.generations,
            &Progress { tell: &tell, stop: progress.stop },
            |_| (),
        )?;
        runs.push(Outcome {
            history: evolution.history()?,
            genes: evolution.champion().map(<[f64]>::to_vec).unwrap_or_default(),
            player: evolution
                .champion_player()?
                .map(|player| player.to_string())
                .unwrap_or_default(),
        });
    }
    let mut games = Games::open(REPRODUCTION.name, settings, progress)?;
    let openings = settings.scaled(OPENINGS, 1) as usize;
    let mut duel = |name: &str, one: &str, other: &str| -> Result<Score, BoxedError> {
        let players = [one, other].map(|player| format!("{player}@depth={depth}"));
        let played = games.play(&Contest {
            name,
            players: &players,
            pairings: Pairings::RoundRobin,
            openings: OpeningChoice::Random { plies: OPENING },
            rounds: openings,
            adjudication: Adjudication {
                max_plies: Some(preset.config.move_cap),
                repetitions: None,
            },
        })?;
        Ok(played.standings.score(0, 1))
    };
    let problem = preset.config.problem()?;
    let theirs = problem.player(&THEIRS)?.to_string();
    let mut random = Random::new(mixed(&[settings.seed, UNSELECTED]));
    let (mut against_theirs, mut against_unselected, mut theirs_against_unselected) =
        (Score::default(), Score::default(), Score::default());
    for run in &runs {
        let unselected = problem
            .player(&preset.config.creation.chromosome(THEIRS.len(), &mut random))?
            .to_string();
        if run.player != theirs {
            against_theirs += duel("ours against theirs", &run.player, &theirs)?;
        }
        against_unselected += duel("ours against unselected genes", &run.player, &unselected)?;
        theirs_against_unselected += duel("theirs against unselected genes", &theirs, &unselected)?;
    }
    Ok(Findings { depth, runs, against_theirs, against_unselected, theirs_against_unselected })
}

fn blocks(settings: &Settings, findings: &Findings) -> Vec<Block> {
    let curves = (1..).zip(&findings.runs).take(11);
    let curves = curves
        .map(|(number, run): (usize, _)| fitness_series(&format!("run {number}"), &run.history));
    vec![
        Block::paragraph(&format!(
            "Seven chromosomes of four genes below 80, a child for each pair of the best four, six \
             generations, a draw after 120 moves; searches of depth {} (five in the paper's \
             player). The paper did it once; here it is done {} times with different seeds.",
            findings.depth,
            findings.runs.len()
        )),
        Block::heading("The genes"),
        Block::Plot(weights(
            (1..=4).map(|number| format!("gene {number}")).collect(),
            bars(findings),
        )),
        Block::Figures(genes(findings)),
        Block::paragraph(
            "The champion of each run. \"Distinct\" is the number of different chromosomes among \
             the seven of the last generation.",
        ),
        genes_table(findings),
        Block::heading("Population fitness"),
        Block::paragraph(
            "The share of its games that a generation wins against three random chromosomes, the \
             same for all generations of a run; only the first and the last generation are tested. \
             A drawn game is not won.",
        ),
        Block::Plot(population_fitness(curves.collect())),
        Block::heading("Strength"),
        Block::paragraph(&format!(
            "Each champion plays the paper's genes and random genes, from openings of {OPENING} \
             random moves, each from both seats."
        )),
        Block::Figures(strength(findings)),
        Block::heading("Depth reached"),
        Block::paragraph(&format!(
            "Every search is complete to depth {} (plies), after the paper's filter of moves; only \
             positions that are won or lost end a search earlier.",
            findings.depth
        )),
        Block::heading("Where we differ, and why"),
        Block::List(differences(settings, findings)),
        about_verdicts(),
    ]
}

/// A gene's share in each run.
fn all_shares(findings: &Findings, place: usize) -> Option<Sample> {
    let shares: Vec<f64> = findings.runs.iter().map(|run| shares(&run.genes)[place]).collect();
    Sample::of(&shares)
}

/// The mean share of a gene over all runs, with its interval.
fn mean_share(findings: &Findings, place: usize) -> Option<Estimate> {
    let estimate = all_shares(findings, place)?.mean_with_interval();
    Some(estimate.map(|share| share.clamp(0.0, 1.0)))
}

/// Whether a single result could be one more of ours. It can differ, but never shows agreement.
fn is_one_of(theirs: f64, ours: Sample) -> (Option<f64>, Verdict) {
    let p = ours.p_value_of(theirs);
    let verdict = if p.is_some_and(|p| p < SIGNIFICANCE) {
        Verdict::Differs
    } else {
        Verdict::Inconclusive { games_needed: None }
    };
    (p, verdict)
}

fn bars(findings: &Findings) -> Vec<Series> {
    let bars = |name: &str, height: &dyn Fn(usize) -> f64| Series {
        name: name.to_owned(),
        kind: SeriesKind::Bar,
        points: (0..4).map(|place| Point::new(place as f64, height(place))).collect(),
    };
    let means: Vec<Option<Estimate>> = (0..4).map(|place| mean_share(findings, place)).collect();
    let mut ours =
        bars("mean here", &|place| means[place].map(|mean| mean.value).unwrap_or_default());
    for (point, mean) in ours.points.iter_mut().zip(&means) {
        point.interval = mean.map(|mean| mean.interval);
    }
    let theirs = shares(&THEIRS);
    vec![bars("paper", &|place| theirs[place]), ours]
}

/// The factors of the genes.
const FACTORS: [&str; 4] = [
    "own distance, ignoring walls",
    "the other's distance, ignoring walls",
    "own way to the next row",
    "the other's way to the next row",
];

fn genes(findings: &Findings) -> Vec<Figure> {
    let row = |place: usize| {
        let mean = mean_share(findings, place)?;
        let what = format!("gene {}, share of the sum: {}", place + 1, FACTORS[place]);
        let theirs = shares(&THEIRS)[place];
        let (p, verdict) = is_one_of(theirs, all_shares(findings, place)?);
        let figure = Figure::measured(&what, mean, |share| Percent(share, 1));
        Some(figure.beside(Percent(theirs, 1), None).judged(p, verdict))
    };
    (0..4).filter_map(row).collect()
}

fn genes_table(findings: &Findings) -> Block {
    let rows = (1..).zip(&findings.runs).map(|(number, run): (usize, _)| {
        let last = run.history.last();
        let mut cells = vec![number.to_string()];
        cells.extend(run.genes.iter().map(ToString::to_string));
        cells.push(last.map(|row| row.diversity.distinct.to_string()).unwrap_or_default());
        let tested = last.and_then(|row| row.population_fitness);
        cells.push(tested.map(|share| format!("{:.1} %", share * 100.0)).unwrap_or_default());
        cells
    });
    Block::table(
        ["run", "gene 1", "gene 2", "gene 3", "gene 4", "distinct", "population fitness"],
        rows.collect(),
    )
}

fn strength(findings: &Findings) -> Vec<Figure> {
    let figure = |what: &str, score: Score| {
        let figure = compare::new_share(what, compare::decided(score))?;
        let counts = format!("{}; {} of {} games drawn", figure.remark, score.draws, score.games());
        Some(figure.because(&counts))
    };
    let better = compare::claim_more_than_half(
        "decided games won by the paper's genes against random genes",
        compare::decided(findings.theirs_against_unselected),
    );
    let rows = [
        figure("decided games won by our champions against the paper's", findings.against_theirs),
        figure(
            "decided games won by our champions against random genes",
            findings.against_unselected,
        ),
        better.map(|figure| {
            let counts = figure.remark.clone();
            figure.because(&format!("\"the best coefficients\"; {counts}"))
        }),
    ];
    rows.into_iter().flatten().collect()
}

fn differences(settings: &Settings, findings: &Findings) -> Vec<String> {
    let mut points = vec![
        "Genes are coefficients of a sum: all of them times the same number are the same player. \
         Only their shares of the sum are compared."
            .to_owned(),
        "The paper prints one champion. One result can differ from ours significantly (Student's \
         test of one more run), but it cannot show agreement: such rows are inconclusive."
            .to_owned(),
        "The paper does not say how deep players searched while they evolved; its player searches \
         five plies. Of chromosomes with equal fitness the older one ranks first here."
            .to_owned(),
        "Intervals of the strength take games as independent; games of one champion, and the two \
         games of an opening, are not quite."
            .to_owned(),
    ];
    points.extend(settings.share(&format!(
        "that share of the repetitions and openings, and searches of depth {}",
        findings.depth
    )));
    points
}

#[cfg(test)]
mod tests {
    use super::super::tests::made_twice;
    use super::*;

    /// 75 / 245 and so on; a multiple of the genes is the same.
    #[test]
    fn genes_are_compared_by_their_ratios() {
        let expected = [0.306, 0.265, 0.269, 0.159];
        for genes in [THEIRS, THEIRS.map(|gene| gene / 3.0)] {
            for (found, expected) in shares(&genes).into_iter().zip(expected) {
                assert!((found - expected).abs() < 0.0006, "{found} {expected}");
            }
        }
        assert_eq!(shares(&[0.0; 4]), [0.25; 4]);
        let depth = |scale| depth(&Settings { seed: 1, scale, folder: std::path::PathBuf::new() });
        assert_eq!((depth(1.0), depth(0.3), depth(0.01)), (5, 3, 2));
    }

    #[test]
    fn a_whole_report() {
        let report = made_twice(&REPRODUCTION);
        let paper = report.figures().filter_map(|figure| Some(figure.paper?.value()));
        let paper: Vec<f64> = paper.filter(|value| value.is_finite()).collect();
        assert_eq!(paper, shares(&THEIRS));
        assert_eq!(report.html().matches("<svg").count(), 2);
    }
}
