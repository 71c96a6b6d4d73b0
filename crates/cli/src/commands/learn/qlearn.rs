//! `quoridor learn qlearn`: Q-learning with a network, as in Hoľa 2016.

use clap::Args;
use quoridor_learn::network::WEIGHTS;
use quoridor_learn::network::evaluation::OPPONENTS;
use quoridor_learn::network::q_learning::{Config, QLearning, report};
use serde::Serialize;

use super::tested_output;
use crate::experiment::{RunArguments, command, failure, work, write_report};
use crate::failure::Failure;

/// Train Hoľa's network by Q-learning from its own games
///
/// The first games begin from trivial positions, the last ones from the start position. The thesis
/// reports that this was not successful; the report shows why. The weights are in the folder, as
/// net.weights, and can be played at once: quoridor play --vs
/// hola-2016-qlnn:weights=FOLDER/net.weights
#[derive(Args, Serialize)]
#[command(after_help = "Examples:\n  quoridor learn qlearn --out runs/qlearn\n  \
                        quoridor learn qlearn --max-over legal --opponent hola-2016-heuristic \
                        --out runs/legal\n  \
                        quoridor play --vs hola-2016-qlnn:weights=runs/qlearn/net.weights")]
pub(crate) struct Arguments {
    #[command(flatten)]
    #[serde(flatten)]
    run: RunArguments,

    #[command(flatten)]
    #[serde(flatten)]
    config: Config,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let config = arguments.config.clone();
    let RunArguments { out, seed, .. } = &arguments.run;
    let mut experiment =
        QLearning::open(out, config, *seed, arguments.run.concurrency()).map_err(failure)?;
    work(|progress| experiment.run(progress))?;
    let report = report(&experiment, command("learn qlearn", arguments)).map_err(failure)?;
    let mut files = write_report(&report, &arguments.run)?;
    files.push(out.join(WEIGHTS).display().to_string());
    let measured = experiment.measured().map_err(failure)?;
    let tested = measured.last().map(|point| OPPONENTS.into_iter().zip(point.tested));
    let tested = tested.into_iter().flatten().collect();
    Ok(tested_output(&arguments.run, "games", experiment.games(), tested, &files))
}
