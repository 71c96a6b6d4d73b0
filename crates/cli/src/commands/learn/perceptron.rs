//! `quoridor learn perceptron`: Glendenning's perceptron rule, and why it fails.

use clap::Args;
use quoridor_learn::perceptron::{Config, Perceptron, Range, report};
use serde::Serialize;
use serde_json::{Value, json};

use crate::experiment::{RunArguments, command, failure, work, write_report};
use crate::failure::Failure;

/// Train Glendenning's perceptron rule on two features, and the remedy she proposed
///
/// Agents with weights for two features (the player's and the opponent's shortest path) play each
/// other and learn after each game. The report plots the weights, with features from 0 to 1 as in
/// the thesis, and with features from -1 to 1.
#[derive(Args, Serialize)]
#[command(after_help = "Example:\n  quoridor learn perceptron --rounds 20 --out runs/perceptron")]
pub(crate) struct Arguments {
    #[command(flatten)]
    #[serde(flatten)]
    run: RunArguments,

    /// Number of rounds in all; each is a round robin from both seats
    #[arg(long, value_name = "N", default_value_t = 20)]
    rounds: usize,

    #[command(flatten)]
    #[serde(flatten)]
    config: Config,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let config = arguments.config.clone();
    let RunArguments { out, seed, .. } = &arguments.run;
    let mut experiment =
        Perceptron::open(out, config, *seed, arguments.run.concurrency()).map_err(failure)?;
    work(|progress| experiment.run(arguments.rounds, progress))?;
    let report = report(&experiment, command("learn perceptron", arguments)).map_err(failure)?;
    let files = write_report(&report, &arguments.run)?;
    let depth = experiment.depths().map_err(|error| failure(error.into()))?.mean();
    let means = Range::ALL.map(|range| (range, mean(experiment.agents(range))));
    if arguments.run.json {
        let ranges: Vec<Value> = means
            .iter()
            .map(|(range, [spp, spo])| {
                json!({ "features": range.name(), "mean_spp": spp, "mean_spo": spo })
            })
            .collect();
        let answer = json!({
            "rounds": experiment.rounds(),
            "ranges": ranges,
            "mean_depth": depth,
            "files": files,
        });
        return Ok(format!("{answer}\n"));
    }
    let lines = means.map(|(range, [spp, spo])| {
        format!("features {:<16}  mean SPP {spp:8.1}  mean SPO {spo:8.1}\n", range.name())
    });
    let rounds = experiment.rounds();
    let depth = depth.map(|depth| format!("{:<25}  {depth:.2}\n", "mean depth"));
    Ok(format!(
        "{:<25}  {rounds}\n{}{}\n{}\n",
        "rounds",
        depth.unwrap_or_default(),
        lines.concat(),
        files.join("\n")
    ))
}

fn mean(agents: &[[f64; 2]]) -> [f64; 2] {
    [0, 1].map(|place| {
        agents.iter().map(|weights| weights[place]).sum::<f64>() / agents.len().max(1) as f64
    })
}
