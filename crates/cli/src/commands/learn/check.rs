//! `quoridor learn check`: a network and the outputs that Python computed for it.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use quoridor_engine::net::outputs::compare_files;
use serde_json::json;

use crate::failure::Failure;

/// Compare a network with the outputs that Python computed for it, bit by bit
///
/// python/train/export.py and train_nnue.py write net.outputs beside net.weights: positions with
/// the value and a checksum of all logits. The engine evaluates the same positions, the networks of
/// puct with every kernel that this processor has. The first difference is an error.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quoridor learn check --weights runs/net/net.weights --outputs \
                        runs/net/net.outputs"
)]
pub(crate) struct Arguments {
    /// Weights of a network of puct or nnue
    #[arg(long, value_name = "FILE")]
    weights: PathBuf,

    /// Outputs of the same network
    #[arg(long, value_name = "FILE")]
    outputs: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Arguments { weights, outputs, json } = arguments;
    let positions = compare_files(weights, outputs).map_err(|problem| anyhow!(problem))?;
    if *json {
        return Ok(format!("{}\n", json!({ "positions": positions })));
    }
    Ok(format!("{positions} positions: all outputs are the same, bit by bit\n"))
}
