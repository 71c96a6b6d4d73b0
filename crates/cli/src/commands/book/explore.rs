//! `quoridor book explore`.

use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_arena::book::ExplorePlan;
use quoridor_players::Spec;
use serde_json::json;

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// Grow an opening book by best-first expansion
///
/// Every position is searched once. The next one is the one after the cheapest move of all
/// positions: a move costs more the fewer visits it got, the more it loses and the deeper it is.
/// Mirror images are one position. Openings with names are always included.
///
/// The same options make the same book. The searches are kept in FILE.journal: after Ctrl-C or a
/// crash the same command resumes, and with more --positions it continues from there.
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor book explore --positions 100000 --out opening.book")]
pub(super) struct Arguments {
    /// The player that searches, NAME or NAME:OPTION=VALUE,…: see quoridor agents
    #[arg(long, value_name = "SPEC", default_value = "puct:hash=1")]
    agent: Spec,

    /// Nodes per position
    #[arg(long, value_name = "N", default_value_t = 32,
          value_parser = clap::value_parser!(u64).range(2..))]
    nodes: u64,

    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,

    /// Number of positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// The file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let plan = ExplorePlan {
        judge: arguments.agent.clone(),
        nodes: arguments.nodes,
        positions: arguments.positions as usize,
    };
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let so_far = Mutex::new(String::from("reading the journal"));
    let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
    let grown = with_progress(message, || {
        plan.grow(&arguments.out, usize::from(arguments.concurrency), &stop, |progress| {
            if let Ok(mut text) = so_far.lock() {
                *text = format!("{} of {} positions", progress.positions, plan.positions);
            }
        })
    });
    let out = arguments.out.display();
    let Some(grown) = grown.map_err(|error| Failure::from(anyhow!(error)))? else {
        return Err(anyhow!("stopped: the same command goes on from {out}.journal").into());
    };
    if arguments.json {
        return Ok(format!("{}\n", json!({ "positions": grown.positions })));
    }
    Ok(format!("{} positions are in {out}\n", grown.positions))
}
