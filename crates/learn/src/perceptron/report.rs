//! The report: plots of the weights.

use std::error::Error;

use quoridor_report::{Block, Plot, Point, Provenance, Report, Scale, Series, SeriesKind};

use crate::depth;

use super::{Config, Perceptron, Range, Unfinished};

/// A row of `population.csv`.
struct Row {
    round: f64,
    range: String,
    /// Of SPP and SPO.
    means: [f64; 2],
    both_negative: f64,
    decided: usize,
    unfinished: usize,
    test_won: Option<f64>,
}

impl Row {
    fn of(cells: &[String]) -> Option<Self> {
        let number = |place: usize| cells.get(place)?.parse::<f64>().ok();
        Some(Self {
            round: number(0)?,
            range: cells.get(1)?.clone(),
            means: [number(2)?, number(3)?],
            both_negative: number(4)?,
            decided: number(5)? as usize,
            unfinished: number(6)? as usize,
            test_won: number(7),
        })
    }
}

/// The report of an experiment so far. `command` repeats it.
///
/// # Errors
/// The tables cannot be read.
pub fn report(
    experiment: &Perceptron,
    command: String,
) -> Result<Report, Box<dyn Error + Send + Sync>> {
    Ok(Report {
        name: "report".to_owned(),
        title: "The perceptron rule of Glendenning 2005, and her remedy".to_owned(),
        blocks: blocks(experiment)?,
        provenance: Provenance::here(command, experiment.seed),
    })
}

/// The contents of the report; also a section of the reproduction.
pub fn blocks(experiment: &Perceptron) -> Result<Vec<Block>, Box<dyn Error + Send + Sync>> {
    let config = &experiment.config;
    let rows: Vec<Row> = experiment
        .folder
        .rows("population.csv")?
        .iter()
        .filter_map(|cells| Row::of(cells))
        .collect();
    let rows = rows.as_slice();
    let unfinished = match config.unfinished {
        Unfinished::Lost => "lost by both",
        Unfinished::Ignored => "nothing to learn from",
    };
    let mut blocks = vec![Block::paragraph(&format!(
        "{} agents with the features SPP and SPO play a round robin from both seats and learn \
         after each game; γ = {}, {} nodes per move, a game of {} moves is {unfinished}. \
         Sensible weights have SPP positive and SPO negative. The same agents also learn with \
         features from -1 to \
         1, the remedy that the thesis proposes (2f - 1), and with features that are negative at \
         times, (8 - length)/8, which is 0 for a path as long as at the start.",
        config.agents, config.gamma, config.nodes, config.move_cap
    ))];
    for range in Range::ALL {
        blocks.push(Block::Plot(means(range, rows)));
    }
    let both = |row: &Row| Some(row.both_negative);
    blocks.push(Block::Plot(curves(
        "Agents whose weights are both negative",
        "agents",
        rows,
        both,
    )));
    let tested = |row: &Row| row.test_won.map(|share| share * 100.0);
    blocks.push(Block::Plot(curves("Games won against untrained agents", "percent", rows, tested)));
    blocks.push(end(config, rows));
    blocks.extend(depth::blocks(&experiment.depths()?));
    Ok(blocks)
}

fn of(rows: &[Row], range: Range) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.range == range.name())
}

/// The mean weights of a range, round by round.
fn means(range: Range, rows: &[Row]) -> Plot {
    let line = |name: &str, place: usize| Series {
        name: name.to_owned(),
        kind: SeriesKind::Line,
        points: of(rows, range).map(|row| Point::new(row.round, row.means[place])).collect(),
    };
    Plot {
        title: format!("Mean weights, features {}", range.name()),
        x_label: "round".to_owned(),
        y_label: "weight".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series: vec![line("SPP", 0), line("SPO", 1)],
    }
}

/// One number for each range, round by round.
fn curves(title: &str, y_label: &str, rows: &[Row], what: fn(&Row) -> Option<f64>) -> Plot {
    let line = |range: Range| Series {
        name: range.name().to_owned(),
        kind: SeriesKind::Line,
        points: of(rows, range).filter_map(|row| Some(Point::new(row.round, what(row)?))).collect(),
    };
    Plot {
        title: title.to_owned(),
        x_label: "round".to_owned(),
        y_label: y_label.to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series: Range::ALL.map(line).to_vec(),
    }
}

/// The weights after the last round.
fn end(config: &Config, rows: &[Row]) -> Block {
    let row = |range: Range| {
        let last = of(rows, range).last()?;
        let tested = of(rows, range).filter_map(|row| Some((row.round, row.test_won?))).last();
        let (decided, unfinished) = of(rows, range).fold((0, 0), |(decided, unfinished), row| {
            (decided + row.decided, unfinished + row.unfinished)
        });
        Some(vec![
            range.name().to_owned(),
            format!("{:.1}", last.means[0]),
            format!("{:.1}", last.means[1]),
            format!("{} of {}", last.both_negative, config.agents),
            format!("{unfinished} of {}", decided + unfinished),
            tested.map_or_else(String::new, |(round, share)| {
                format!("{:.1} % after {round} rounds", share * 100.0)
            }),
        ])
    };
    Block::table(
        [
            "features",
            "mean SPP",
            "mean SPO",
            "both negative",
            "games unfinished",
            "won against untrained agents",
        ],
        Range::ALL.into_iter().filter_map(row).collect(),
    )
}
