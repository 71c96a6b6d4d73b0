//! `quoridor learn evaluation`: what positions are worth to the champion, from its own games.

use std::sync::Mutex;

use clap::Args;
use quoridor_learn::evaluation::{Config, ConfigError, EvaluationRun, Losses, report};
use serde_json::{Value, json};

use crate::experiment::{RunArguments, failure, work_with_lines, write_report};
use crate::failure::Failure;

/// Learn what positions are worth to the champion from its games against itself
///
/// Games are played from random openings; every other position that is not decided is kept, with
/// what is measured in it, how its game ended and what the search said. Two small nets learn to say
/// the chance to win from the measures. The folder has the positions (positions.csv), the log-loss
/// after each epoch (losses.csv), a report with drawings, and evaluation.txt, which can be played
/// at once. docs/training.md explains more.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quoridor learn evaluation --games 20000 --out runs/evaluation\n  \
                        quoridor match alphabeta:evaluation=runs/evaluation/evaluation.txt alphabeta --nodes 5000"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    run: RunArguments,

    /// Who plays against itself: alphabeta, perhaps with options
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:hash=4")]
    agent: String,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(5..=10_000_000))]
    games: u32,

    /// The positions that a player may look at for each move
    #[arg(long, value_name = "N", default_value_t = 2_500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// How often everything is learnt from
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    epochs: u16,

    /// How much what the search said counts, from 0 to 1; the rest is the result
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    lambda: f64,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a share: it is a number from 0 to 1, like 0.5".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let config = Config {
        agent: arguments.agent.clone(),
        nodes: arguments.nodes,
        games: arguments.games as usize,
        epochs: usize::from(arguments.epochs),
        lambda: arguments.lambda,
    };
    let RunArguments { out, seed, .. } = &arguments.run;
    let opened = EvaluationRun::open(out, config, *seed, arguments.run.concurrency());
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
    let files =
        write_report(&report(&experiment, command(arguments)).map_err(failure)?, &arguments.run)?;
    let history = experiment.losses().map_err(|error| failure(error.into()))?;
    let samples = experiment.samples().map_err(|error| failure(error.into()))?;
    let held_out = samples.iter().filter(|sample| sample.is_held_out()).count();
    let player = format!("alphabeta:evaluation={}", file.display());
    if arguments.run.json {
        let epochs: Vec<Value> = history.iter().map(as_json).collect();
        let answer = json!({
            "player": player,
            "games": arguments.games,
            "positions": samples.len(),
            "held_out": held_out,
            "epochs": epochs,
            "files": files,
        });
        return Ok(format!("{answer}\n"));
    }
    let rows: Vec<String> = history.iter().map(in_words).collect();
    Ok(format!(
        "{} games, {} positions, {held_out} of them held out: log-loss there\n{HEADER}\n{}\n\nplayer  {player}\n\n{}\n",
        arguments.games,
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

/// The command that makes the run again.
fn command(arguments: &Arguments) -> String {
    let Arguments { run, agent, games, nodes, epochs, lambda } = arguments;
    format!(
        "quoridor learn evaluation --agent {agent} --games {games} --nodes {nodes} --epochs {epochs} --lambda {lambda} --seed {} --out FOLDER",
        run.seed
    )
}
