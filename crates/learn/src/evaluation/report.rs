//! How well positions are judged, drawn.

use std::error::Error;

use quoridor_engine::players::alphabeta::evaluation::LOG_ODDS_PER_UNIT;
use quoridor_report::{Block, Plot, Point, Provenance, Report, Scale, Series, SeriesKind};

use super::{EvaluationRun, Losses, Sample, mean_loss};

/// The report of a run, as far as it has come. `command` is what makes it again.
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
        "{} games of {} against itself, {} positions a move, from random openings; every other position that is not decided, {} in all. Two nets learn the chance to win, {} parts from what the \
         search said and the rest from the result: the rough one from distances and walls, the full one from all eight features. The log-loss is that of the results; {} positions, those of every fifth \
         game, are held out.",
        config.games,
        config.agent,
        config.nodes,
        samples.len(),
        config.lambda,
        held_out.len()
    );
    Ok(Report {
        name: "report".to_owned(),
        title: "What positions are worth to the champion".to_owned(),
        blocks: vec![
            Block::paragraph(&about),
            Block::Plot(curves("Log-loss of games that were held out", &losses, 1, Some(before))),
            Block::Plot(curves("Log-loss of games that were learnt from", &losses, 0, None)),
            end(&losses, before, search),
        ],
        provenance: Provenance::here(command, run.seed),
    })
}

/// The losses epoch by epoch, and perhaps that of what the players believed.
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
    series.extend(before.map(|before| line("what the players believed", &|_| before)));
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

/// Where it has come to.
fn end(losses: &[Losses], before: f64, search: f64) -> Block {
    let row = |name: &str, loss: f64| vec![name.to_owned(), format!("{loss:.4}")];
    let mut rows =
        vec![row("what the players believed", before), row("what their search said", search)];
    if let Some(last) = losses.last() {
        rows.extend([row("rough", last.rough[1]), row("full", last.full[1])]);
    }
    Block::table(["judged by", "log-loss, held out"], rows)
}
