//! The report: curves of a network in Q-learning.

use std::error::Error;

use quoridor_report::{Block, Plot, Point, Provenance, Report, Scale, Series, SeriesKind};

use super::{MaxOver, Measured, QLearning};
use crate::network::evaluation::OPPONENTS;

/// The report of an experiment so far. `command` repeats it.
///
/// # Errors
/// The table cannot be read.
pub fn report(
    experiment: &QLearning,
    command: String,
) -> Result<Report, Box<dyn Error + Send + Sync>> {
    let config = &experiment.config;
    let over = match config.max_over {
        MaxOver::All => "all actions",
        MaxOver::Legal => "legal actions",
    };
    let about = format!(
        "A network of {} inputs ({}), {} hidden units and 140 outputs learns from {} games against \
         {}: reward {} for a win, {} for a loss, discount {}, maximum over {over}, exploration \
         rate {} falling to {}, the first {} % of the games from training states. It has played \
         {}.",
        config.inputs.inputs(),
        config.inputs,
        config.hidden_units,
        config.games,
        config.opponent,
        config.win,
        config.loss,
        config.discount,
        config.explore,
        config.explore_at_last,
        (100.0 * config.lessons).round(),
        experiment.games()
    );
    let mut blocks = vec![Block::paragraph(&about)];
    blocks.extend(curves(&experiment.measured()?));
    Ok(Report {
        name: "report".to_owned(),
        title: "Q-learning with a network, as in Hoľa 2016".to_owned(),
        blocks,
        provenance: Provenance::here(command, experiment.seed),
    })
}

/// The curves and a table of all of it; also sections of the reproduction.
pub fn curves(measured: &[Measured]) -> Vec<Block> {
    let against = OPPONENTS.iter().enumerate().map(|(place, opponent)| {
        line(opponent, measured, |point| Some(100.0 * point.tested[place].share()))
    });
    let trained = line("in training", measured, |point| {
        (point.trained.games() > 0).then(|| 100.0 * point.trained.share())
    });
    let won = plot("Games won from the usual start", "percent", against.collect());
    let own = plot("Games won while learning, from ever harder states", "percent", vec![trained]);
    let values = plot(
        "Outputs in the start position",
        "greatest output",
        vec![
            line("actions that can be played", measured, |point| Some(point.start_best)),
            line("actions that cannot", measured, |point| Some(point.start_illegal)),
        ],
    );
    let errors = plot(
        "Mean square error of the actions played",
        "mean square",
        vec![line("since the point before", measured, |point| point.error)],
    );
    vec![
        Block::Plot(won),
        Block::Plot(own),
        Block::Plot(values),
        Block::Plot(errors),
        table(measured),
    ]
}

fn line(name: &str, measured: &[Measured], what: impl Fn(&Measured) -> Option<f64>) -> Series {
    let points =
        measured.iter().filter_map(|point| Some(Point::new(point.games as f64, what(point)?)));
    Series { name: name.to_owned(), kind: SeriesKind::Line, points: points.collect() }
}

fn plot(title: &str, y_label: &str, series: Vec<Series>) -> Plot {
    Plot {
        title: title.to_owned(),
        x_label: "games".to_owned(),
        y_label: y_label.to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series,
    }
}

fn table(measured: &[Measured]) -> Block {
    let rows = measured.iter().map(|point| {
        let mut cells = vec![
            point.games.to_string(),
            format!("{:.3}", point.exploration),
            point.error.map_or_else(|| "–".to_owned(), |error| format!("{error:.1}")),
            format!("{:.1}", point.start_best),
            format!("{:.1}", point.start_illegal),
        ];
        let tallies = [point.trained].into_iter().chain(point.tested);
        cells.extend(
            tallies.map(|tally| format!("{} / {} / {}", tally.won, tally.lost, tally.stuck)),
        );
        cells
    });
    Block::table(
        [
            "games",
            "ε",
            "error",
            "start",
            "start, illegal",
            "training: won / lost / broken off",
            "random: won / lost / undecided",
            "path",
            "heuristic",
        ],
        rows.collect(),
    )
}
