//! The report: log-loss of training and held-out set.

use std::error::Error;

use quoridor_engine::players::alphabeta::evaluation::LOG_ODDS_PER_UNIT;
use quoridor_report::{Block, Plot, Point, Provenance, Report, Scale, Series, SeriesKind};

use super::{EvaluationRun, Losses, Sample, mean_loss};

/// The report of a run so far. `command` repeats it.
///
/// # Errors
/// The tables cannot be read.
pub fn report(
    run: &EvaluationRun,
    command: String,
) -> Result<Report, Box<dyn Error + Send + Sync>> {
    let (samples, losses) = (run.samples()?, run.losses()?);
    let held_out: Vec<Sample> =
        samples.iter().filter(|sample| sample.is_held_out()).cloned().collect();
    let before = mean_loss(&held_out, |one| {
        f64::from(run.before.full().score(one.features)) * LOG_ODDS_PER_UNIT
    });
    let search = mean_loss(&held_out, Sample::search_odds);
    let config = &run.config;
    let about = format!(
        "{} games of {}, {} nodes per move: every other undecided position, {} in all. Two \
         networks learn the probability of a win, {} parts from the value of the search and the \
         rest from \
         the result: the rough one from distances and walls, the full one from all eight \
         features. The log-loss is that of the results; {} positions, those of every fifth game, \
         are held out.",
        config.games,
        config.agent,
        config.nodes,
        samples.len(),
        config.lambda,
        held_out.len()
    );
    Ok(Report {
        name: "report".to_owned(),
        title: "The champion's evaluation".to_owned(),
        blocks: vec![
            Block::paragraph(&about),
            Block::Plot(curves("Log-loss, held-out set", &losses, 1, Some(before))),
            Block::Plot(curves("Log-loss, training set", &losses, 0, None)),
            end(&losses, before, search),
        ],
        provenance: Provenance::here(command, run.seed),
    })
}

/// The losses epoch by epoch, and that of the players' evaluation if it is given.
fn curves(title: &str, losses: &[Losses], place: usize, before: Option<f64>) -> Plot {
    let line = |name: &str, what: &dyn Fn(&Losses) -> f64| Series {
        name: name.to_owned(),
        kind: SeriesKind::Line,
        points: losses.iter().map(|losses| Point::new(losses.epoch as f64, what(losses))).collect(),
    };
    let mut series = vec![
        line("rough", &|losses| losses.rough[place]),
        line("full", &|losses| losses.full[place]),
    ];
    series.extend(before.map(|before| line("the evaluation of the players", &|_| before)));
    Plot {
        title: title.to_owned(),
        x_label: "epoch".to_owned(),
        y_label: "log-loss".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series,
    }
}

/// The last losses.
fn end(losses: &[Losses], before: f64, search: f64) -> Block {
    let row = |name: &str, loss: f64| vec![name.to_owned(), format!("{loss:.4}")];
    let mut rows = vec![row("the evaluation of the players", before), row("their search", search)];
    if let Some(last) = losses.last() {
        rows.extend([row("rough", last.rough[1]), row("full", last.full[1])]);
    }
    Block::table(["predicted by", "log-loss, held-out set"], rows)
}
