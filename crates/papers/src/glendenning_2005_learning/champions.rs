//! The champions: Figure 4.2, Table 4.1, and their competition.

use quoridor_arena::statistics::{Proportion, Sample};
use quoridor_learn::evolution::config::feature_names;
use quoridor_literature::glendenning_2005::champions as hers;
use quoridor_report::Quantity::Decimal;
use quoridor_report::{Block, Figure, Point, Series, SeriesKind, Table};

use super::{Findings, OMEGA1, Outcome};
use crate::compare;
use crate::games::depth_table;

/// The hypotheses of Table 3.1.
const HYPOTHESES: [&str; 10] = ["+", "−", "+", "−", "+", "−", "0", "+", "−", "0"];

/// A difference of two mean weights that matters.
const WEIGHT_MARGIN: f64 = 0.3;

/// Weights in proportion to the largest, which becomes 1 or −1: a player with twice the weights
/// makes the same moves.
fn in_proportion(weights: &[f64]) -> Vec<f64> {
    let largest = weights.iter().fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
    let divisor = if largest > 0.0 { largest } else { 1.0 };
    weights.iter().map(|weight| weight / divisor).collect()
}

fn her_weights() -> Vec<Vec<f64>> {
    hers::names().filter_map(hers::weights).map(|weights| in_proportion(&weights)).collect()
}

fn our_weights(populations: &[Outcome]) -> Vec<Vec<f64>> {
    populations.iter().map(|population| in_proportion(&population.champion)).collect()
}

/// A weight of all champions.
fn sample(champions: &[Vec<f64>], place: usize) -> Sample {
    let numbers: Vec<f64> = champions.iter().map(|weights| weights[place]).collect();
    Sample::of(&numbers).expect("there are eleven champions")
}

pub(super) fn bars(populations: &[Outcome]) -> Vec<Series> {
    let bars = |name: &str, all: &[Vec<f64>]| Series {
        name: name.to_owned(),
        kind: SeriesKind::Bar,
        points: (0..10).map(|place| Point::new(place as f64, sample(all, place).mean)).collect(),
    };
    vec![bars("mean of the thesis", &her_weights()), bars("mean here", &our_weights(populations))]
}

/// The mean weights in proportion, by Welch's test: Table 4.1 prints all of hers.
pub(super) fn weights(populations: &[Outcome]) -> Vec<Figure> {
    let (theirs, ours) = (her_weights(), our_weights(populations));
    let figure = |(place, name): (usize, String)| {
        let (published, own) = (sample(&theirs, place), sample(&ours, place));
        let test = compare::mean_test(published, own, WEIGHT_MARGIN);
        let (what, mean) = (format!("mean weight of {name}"), own.mean_with_interval());
        Figure::measured(&what, mean, |mean| Decimal(mean, 3))
            .beside(Decimal(published.mean, 3), test)
            .because(&format!("hypothesis {}", HYPOTHESES[place]))
            .counted_in("champions")
    };
    feature_names().into_iter().enumerate().map(figure).collect()
}

pub(super) fn table(populations: &[Outcome]) -> Block {
    let row = |population: &Outcome| {
        let numbers = population.champion.iter().map(|weight| format!("{weight:.3}"));
        [population.name.clone()].into_iter().chain(numbers).collect()
    };
    let header = ["champion".to_owned()].into_iter().chain(feature_names()).collect();
    Block::Table(Table { header, rows: populations.iter().map(row).collect() })
}

pub(super) fn competition(findings: &Findings) -> Vec<Block> {
    let rows =
        findings.populations.iter().zip(&findings.competition).map(|(population, (score, _))| {
            let counts = [score.wins, score.draws, score.losses].map(|count| count.to_string());
            [vec![population.name.clone()], counts.to_vec()].concat()
        });
    let depths = findings
        .populations
        .iter()
        .zip(&findings.competition)
        .map(|(population, (_, effort))| (population.name.clone(), *effort));
    vec![
        Block::table(["champion", "won", "drawn", "lost"], rows.collect()),
        Block::Figures(figures(findings)),
        depth_table(depths.collect()),
    ]
}

fn figures(findings: &Findings) -> Vec<Figure> {
    let (score, _) = findings.competition[OMEGA1];
    let omega1 = compare::shares(
        "games won by omega1's champion",
        Proportion::new(0, 40),
        Proportion::new(score.wins, score.games()),
    );
    let best = &findings.populations[findings.best].name;
    let what = format!("decided games of our best champion, {best}, won against her psi1");
    let against = compare::new_share(&what, compare::decided(findings.against_hers));
    [omega1].into_iter().chain(against).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 4.1: psi1's largest weight is −0.792, that of MDO; 0.747 / 0.792 = 0.943.
    #[test]
    fn weights_are_in_proportion_to_the_largest() {
        let place = hers::names().position(|name| name == "psi1").unwrap();
        let psi1 = &her_weights()[place];
        assert!((psi1[0] - 0.747 / 0.792).abs() < 1e-12 && psi1[5] == -1.0);
        assert_eq!(in_proportion(&[0.0; 10]), [0.0; 10]);
        assert_eq!(sample(&her_weights(), 0).count, 11);
    }
}
