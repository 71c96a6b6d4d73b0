//! `quoridor learn imitate`: a network that imitates a player, as in Hoľa 2016.

use clap::Args;
use quoridor_learn::network::WEIGHTS;
use quoridor_learn::network::imitation::{Config, Imitation, report};
use serde::Serialize;

use super::tested_output;
use crate::experiment::{RunArguments, command, failure, work, write_report};
use crate::failure::Failure;

/// Train Hoľa's network to imitate hola-2016-heuristic
///
/// Without options the network and its training are those of the thesis. Tests against random,
/// hola-2016-path and hola-2016-heuristic give the curves of Figures 5.1 to 5.3 in the report. The
/// weights are in the folder, as net.weights, and can be played at once: quoridor play --vs
/// hola-2016-nn:weights=FOLDER/net.weights
#[derive(Args, Serialize)]
#[command(after_help = "Examples:\n  quoridor learn imitate --out runs/imitate\n  \
                        quoridor learn imitate --inputs squares --batch 100 --actions 2000000 \
                        --out runs/squares\n  \
                        quoridor play --vs hola-2016-nn:weights=runs/imitate/net.weights")]
pub(crate) struct Arguments {
    #[command(flatten)]
    #[serde(flatten)]
    run: RunArguments,

    /// Number of observed actions in all; the run can be continued with a larger number
    #[arg(long, value_name = "N", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    actions: u64,

    #[command(flatten)]
    #[serde(flatten)]
    config: Config,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let config = arguments.config.clone();
    let RunArguments { out, seed, .. } = &arguments.run;
    let mut experiment =
        Imitation::open(out, config, *seed, arguments.run.concurrency()).map_err(failure)?;
    work(|progress| experiment.run(arguments.actions, progress))?;
    let report = report(&experiment, command("learn imitate", arguments)).map_err(failure)?;
    let mut files = write_report(&report, &arguments.run)?;
    files.push(out.join(WEIGHTS).display().to_string());
    let measured = experiment.measured().map_err(failure)?;
    let last = measured.iter().filter(|point| point.actions == experiment.actions());
    let tested = last.map(|point| (point.opponent.as_str(), point.tally));
    Ok(tested_output(&arguments.run, "actions", experiment.actions(), tested.collect(), &files))
}
