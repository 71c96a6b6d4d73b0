//! `quoridor learn evaluation`: the champion's evaluation networks, from its own games.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::anyhow;
use clap::Args;
use quoridor_learn::evaluation::{
    Config, ConfigError, EvaluationRun, FinishedGame, Losses, report,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::commands::games::filter::FilterArguments;
use crate::experiment::{RunArguments, command, failure, work_with_lines, write_report};
use crate::failure::Failure;
use crate::store::StoreArguments;

/// Train the evaluation networks of alphabeta, from self-play or from stored games
///
/// Games of self-play begin from random openings; every other undecided position is kept, with its
/// features, the game's result and the search's value. Two small networks learn the probability of
/// winning from the features. The folder has the positions (positions.csv), the log-loss after each
/// epoch (losses.csv), a report with plots, and evaluation.txt, which can be played at once. See
/// docs/training.md.
#[derive(Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(
    mut_group("FilterArguments", |group| group.requires("from_store")),
    after_help = "Examples:\n  quoridor learn evaluation --games 20000 --out runs/evaluation\n  \
                  quoridor learn evaluation --from-store games.sqlite --player Ann --out \
                  runs/ann\n  \
                  quoridor match alphabeta:evaluation=runs/evaluation/evaluation.txt alphabeta \
                  --nodes 5000"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    #[serde(flatten)]
    run: RunArguments,

    #[command(flatten)]
    #[serde(flatten)]
    config: Config,

    /// Learn from the games of this store instead of self-play; --games limits their number
    #[arg(long, value_name = "PATH", help_heading = "Games of a store")]
    from_store: Option<PathBuf>,

    #[command(flatten, next_help_heading = "Games of a store")]
    #[serde(flatten)]
    filter: FilterArguments,
}

/// The finished games of a store that match the filter.
fn stored_games(path: &Path, arguments: &Arguments) -> Result<Vec<FinishedGame>, Failure> {
    let filter = arguments.filter.filter()?;
    let mut store = StoreArguments::at(path).open_existing()?;
    arguments.filter.check(&mut store)?;
    let limit = arguments.config.games;
    let games = store.ask(|store| FinishedGame::of_store(store, &filter, limit))?;
    if games.len() < 5 {
        return Err(Failure::usage(anyhow!(
            "{}: {} finished games for two on 9x9 match; at least 5 are needed",
            path.display(),
            games.len()
        )));
    }
    Ok(games)
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let config = arguments.config.clone();
    let RunArguments { out, seed, .. } = &arguments.run;
    let concurrency = arguments.run.concurrency();
    let opened = match &arguments.from_store {
        None => EvaluationRun::open(out, config, *seed, concurrency),
        Some(path) => {
            let games = stored_games(path, arguments)?;
            EvaluationRun::open_with_games(out, config, games, *seed, concurrency)
        }
    };
    let mut experiment = opened.map_err(|error| match error.downcast::<ConfigError>() {
        Ok(error) => Failure::usage(*error),
        Err(error) => failure(error),
    })?;
    let lines = Mutex::new(Vec::new());
    let file = work_with_lines(&lines, |progress| {
        experiment.run(progress, |losses| {
            if let Ok(mut lines) = lines.lock() {
                lines.push(in_words(losses));
            }
        })
    })?;
    let report = report(&experiment, command("learn evaluation", arguments)).map_err(failure)?;
    let files = write_report(&report, &arguments.run)?;
    let history = experiment.losses().map_err(|error| failure(error.into()))?;
    let samples = experiment.samples().map_err(|error| failure(error.into()))?;
    let held_out = samples.iter().filter(|sample| sample.is_held_out()).count();
    let player = format!("alphabeta:evaluation={}", file.display());
    if arguments.run.json {
        let epochs: Vec<Value> = history.iter().map(as_json).collect();
        let answer = json!({
            "player": player,
            "games": experiment.config().games,
            "positions": samples.len(),
            "held_out": held_out,
            "epochs": epochs,
            "files": files,
        });
        return Ok(format!("{answer}\n"));
    }
    let rows: Vec<String> = history.iter().map(in_words).collect();
    Ok(format!(
        "{} games, {} positions, {held_out} of them held out; log-loss on those:\n\
         {HEADER}\n{}\n\nplayer  {player}\n\n{}\n",
        experiment.config().games,
        samples.len(),
        rows.join("\n"),
        files.join("\n")
    ))
}

const HEADER: &str = "epoch   rough    full";

fn in_words(losses: &Losses) -> String {
    format!("{:5}  {:.4}  {:.4}", losses.epoch, losses.rough[1], losses.full[1])
}

fn as_json(losses: &Losses) -> Value {
    let [rough, full] = [losses.rough, losses.full]
        .map(|[learnt, held_out]| json!({ "learnt": learnt, "held_out": held_out }));
    json!({ "epoch": losses.epoch, "rough": rough, "full": full })
}
