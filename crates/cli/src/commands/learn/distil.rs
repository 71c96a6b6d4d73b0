//! `quoridor learn distil`: rows evaluated by a network, for a smaller one to learn from.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;
use quoridor_engine::net::conv;
use quoridor_engine::players::puct::shipped_network;
use quoridor_learn::distil::distil;
use serde_json::json;

use crate::experiment::work;
use crate::failure::Failure;

/// Evaluate the positions of self-play with a network, as training data for a smaller one
///
/// Every row of rows.bin becomes a sample of 224 bytes: the features of the position, and the value
/// and policy of the network of puct. docs/training.md describes the samples.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor learn distil --rows runs/games/rows.bin --out \
                        runs/games/samples.bin")]
pub(crate) struct Arguments {
    /// Files of rows, as `quoridor learn self-play` writes them
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    rows: Vec<PathBuf>,

    /// File of the samples
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// The network that evaluates them [default: the one that puct ships with]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Arguments { rows, out, weights, json } = arguments;
    let network = match weights {
        None => shipped_network(),
        Some(file) => Arc::new(
            conv::read_file(file).map_err(|reason| anyhow!("{}: {reason}", file.display()))?,
        ),
    };
    let samples = work(|progress| distil(rows, &network, out, progress))?;
    let file = out.display().to_string();
    if *json {
        return Ok(format!("{}\n", json!({ "samples": samples, "file": file })));
    }
    Ok(format!("{samples} samples\n{file}\n"))
}
