//! The report: the curves of Figures 5.1 to 5.3.

use std::error::Error;

use quoridor_report::{Block, Plot, Point, Provenance, Report, Scale, Series, SeriesKind};

use super::{Imitation, Measured};
use crate::network::evaluation::{DETERMINISTIC, OPPONENTS};

/// The report of an experiment so far. `command` repeats it.
///
/// # Errors
/// The table cannot be read.
pub fn report(
    experiment: &Imitation,
    command: String,
) -> Result<Report, Box<dyn Error + Send + Sync>> {
    let measured = experiment.measured()?;
    let config = &experiment.config;
    let about = format!(
        "A network of {} inputs ({}), {} hidden units and 140 outputs observed hola-2016-heuristic \
         against {}: {} actions in batches of {}, learning rate {}. At each point it played {} \
         games against each opponent ({DETERMINISTIC}: at most two, since it plays no others); a \
         game of 1000 actions is lost.",
        config.inputs.inputs(),
        config.inputs,
        config.hidden_units,
        config.against.join(", "),
        experiment.actions(),
        config.batch,
        config.learning_rate,
        config.test_games
    );
    let mut blocks = vec![Block::paragraph(&about)];
    blocks.extend(curves(&measured));
    Ok(Report {
        name: "report".to_owned(),
        title: "Imitation learning, as in Hoľa 2016".to_owned(),
        blocks,
        provenance: Provenance::here(command, experiment.seed),
    })
}

/// The three curves, the error, and a table of all of it; also sections of the reproduction.
pub fn curves(measured: &[Measured]) -> Vec<Block> {
    let mut blocks: Vec<Block> = OPPONENTS
        .iter()
        .zip(["5.1", "5.2", "5.3"])
        .map(|(opponent, figure)| Block::Plot(curve(opponent, figure, measured)))
        .collect();
    blocks.push(Block::Plot(errors(measured)));
    blocks.push(Block::Plot(beginning(measured)));
    blocks.push(table(measured));
    blocks
}

fn of<'a>(opponent: &'a str, measured: &'a [Measured]) -> impl Iterator<Item = &'a Measured> {
    measured.iter().filter(move |point| point.opponent == opponent)
}

/// The share won. Against a deterministic opponent it is no estimate and has no interval: both
/// games that there are were played.
fn share(point: &Measured) -> Point {
    let percent = |share: f64| 100.0 * share;
    let interval = point.tally.interval().filter(|_| point.opponent != DETERMINISTIC);
    let interval = interval.map(|interval| quoridor_arena::statistics::Interval {
        low: percent(interval.low),
        high: percent(interval.high),
    });
    Point { x: point.actions as f64 / 1e6, y: percent(point.tally.share()), interval }
}

fn curve(opponent: &str, figure: &str, measured: &[Measured]) -> Plot {
    let stuck = |point: &Measured| {
        Point::new(
            point.actions as f64 / 1e6,
            100.0 * point.tally.stuck as f64 / point.tally.games().max(1) as f64,
        )
    };
    Plot {
        title: format!("As Figure {figure}: the net against {opponent}"),
        x_label: "million observed actions".to_owned(),
        y_label: "percent of games".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series: vec![
            Series {
                name: "won".to_owned(),
                kind: SeriesKind::Line,
                points: of(opponent, measured).map(share).collect(),
            },
            Series {
                name: "undecided after 1000 actions".to_owned(),
                kind: SeriesKind::Line,
                points: of(opponent, measured).map(stuck).collect(),
            },
        ],
    }
}

/// The first part of all three, where most happens.
fn beginning(measured: &[Measured]) -> Plot {
    let line = |opponent: &&str| Series {
        name: (*opponent).to_owned(),
        kind: SeriesKind::Line,
        points: of(opponent, measured)
            .filter(|point| point.actions > 0)
            .map(|point| Point::new((point.actions as f64).log10(), 100.0 * point.tally.share()))
            .collect(),
    };
    Plot {
        title: "All three, from the first batch on".to_owned(),
        x_label: "observed actions".to_owned(),
        y_label: "percent of games won".to_owned(),
        x_scale: Scale::PowersOfTen,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series: OPPONENTS.iter().map(line).collect(),
    }
}

fn errors(measured: &[Measured]) -> Plot {
    let points = of(OPPONENTS[0], measured)
        .filter_map(|point| Some(Point::new(point.actions as f64 / 1e6, point.error?)))
        .collect();
    Plot {
        title: "Mean square error since the point before".to_owned(),
        x_label: "million observed actions".to_owned(),
        y_label: "mean square".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series: vec![Series {
            name: "of the actions being learnt".to_owned(),
            kind: SeriesKind::Line,
            points,
        }],
    }
}

fn table(measured: &[Measured]) -> Block {
    let rows = of(OPPONENTS[0], measured).map(|point| {
        let cell = |opponent: &str| {
            let tally = of(opponent, measured).find(|other| other.actions == point.actions)?.tally;
            Some(format!("{} / {} / {}", tally.won, tally.lost, tally.stuck))
        };
        let error = point.error.map_or_else(|| "–".to_owned(), |error| format!("{error:.2}"));
        let cells = OPPONENTS.iter().map(|opponent| cell(opponent).unwrap_or_default());
        [point.actions.to_string(), error].into_iter().chain(cells).collect()
    });
    Block::table(
        ["observed actions", "error", "random: won / lost / undecided", "path", "heuristic"],
        rows.collect(),
    )
}
