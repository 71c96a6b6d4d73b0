//! Figure 4.1 and the homogeneous population.

use quoridor_arena::statistics::Proportion;
use quoridor_learn::evolution::Generation;
use quoridor_report::{Block, Figure, Plot, Point, Scale, Series, SeriesKind};

use super::Outcome;
use crate::compare;

/// A generation and its population fitness.
type Test = (usize, f64);

fn tested(history: &[Generation]) -> Vec<Test> {
    history.iter().filter_map(|row| Some((row.number, row.population_fitness?))).collect()
}

/// The highest population fitness, and when it was reached first.
fn peak(history: &[Generation]) -> Option<Test> {
    tested(history).into_iter().rev().max_by(|one, other| one.1.total_cmp(&other.1))
}

pub(super) fn fitness_table(populations: &[Outcome]) -> Block {
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
        populations.iter().filter_map(row).collect(),
    )
}

/// "While the population fitnesses did immediately increase, they then peaked and tapered off."
pub(super) fn claims(populations: &[Outcome]) -> Vec<Figure> {
    let count = |is_one: &dyn Fn(&[Test]) -> bool| {
        let histories = populations.iter().map(|population| tested(&population.history));
        let count = histories.filter(|tests| is_one(tests)).count();
        Proportion::new(count as u64, populations.len() as u64)
    };
    let of = |share: Proportion| format!("{} of {}", share.successes, share.trials);
    let rose = count(&|tests| tests.len() > 1 && tests[1].1 > tests[0].1);
    let claim = compare::claim_more_than_half("populations fitter in the second test", rose);
    let claim = claim.map(|figure| {
        let remark = format!("\"did immediately increase\"; {}", of(rose));
        figure.because(&remark).counted_in("populations")
    });
    // A rise and a fall are three measurements.
    let measured = populations.iter().map(|population| tested(&population.history).len()).min();
    let fell = measured.filter(|&count| count > 2).and_then(|tests| {
        let fell = count(&|tests| {
            let last = tests.last().map_or(0.0, |test| test.1);
            tests.iter().any(|test| test.1 > last)
        });
        // Of measurements that differ by chance alone the last one is seldom the highest.
        let chance = 100.0 * (tests - 1) as f64 / tests as f64;
        let figure = compare::new_share("populations that end below their peak", fell)?;
        Some(figure.because(&format!(
            "\"then peaked and tapered off\"; {}; by chance alone {chance:.0} %, so no test",
            of(fell)
        )))
    });
    claim.into_iter().chain(fell).collect()
}

pub(super) fn diversity_plot(populations: &[Outcome]) -> Plot {
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
        series: populations.iter().map(line).collect(),
    }
}

pub(super) fn diversity_table(populations: &[Outcome]) -> Block {
    let row = |population: &Outcome| {
        let (first, last) = (population.history.first()?, population.history.last()?);
        let homogeneous = population
            .history
            .iter()
            .find(|row| row.diversity.distance < first.diversity.distance / 10.0);
        Some(vec![
            population.name.clone(),
            format!("{:.2}", first.diversity.distance),
            format!("{:.2}", last.diversity.distance),
            last.diversity.distinct.to_string(),
            homogeneous.map_or_else(|| "never".to_owned(), |row| row.number.to_string()),
        ])
    };
    Block::table(
        [
            "population",
            "distance, first generation",
            "last generation",
            "distinct chromosomes",
            "a tenth of the distance in generation",
        ],
        populations.iter().filter_map(row).collect(),
    )
}
