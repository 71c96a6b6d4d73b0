//! `quoridor bench`: the signature of a search.

use std::time::Instant;

use clap::Args;
use quoridor_engine::bench;
use quoridor_players::Spec;
use serde_json::json;

use crate::failure::Failure;

/// Count the nodes of a search of a fixed set of positions
///
/// The count is the same on every machine: it is the signature of the search, recorded in the
/// commit message of every change that alters play. The time compares two builds on one machine.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor bench\n  \
                        quoridor bench --agent mertens-2006 --depth 2 --json")]
pub(crate) struct Arguments {
    /// The player, NAME or NAME:OPTION=VALUE,…: see quoridor agents
    #[arg(long, value_name = "SPEC", default_value = bench::AGENT)]
    agent: Spec,

    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = bench::DEPTH,
          value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut agent = arguments.agent.build().map_err(Failure::usage)?;
    let begin = Instant::now();
    let nodes = bench::signature(agent.as_mut(), arguments.depth);
    let seconds = begin.elapsed().as_secs_f64();
    if arguments.json {
        let answer = json!({ "player": arguments.agent.to_string(), "depth": arguments.depth,
            "nodes": nodes, "seconds": seconds });
        return Ok(format!("{answer}\n"));
    }
    Ok(format!(
        "{nodes} nodes, {seconds:.2} s, {:.0} nodes per second\n",
        nodes as f64 / seconds.max(1e-9)
    ))
}
