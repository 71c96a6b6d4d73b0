//! `quoridor puzzles check`: verifies puzzles again.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_puzzles::{Judge, Settings};
use serde_json::json;

use super::puzzles_of;
use crate::cores::or_all_cores;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// MiB of each transposition table.
const TABLE: u64 = 1;

/// Verify every move of every solution again
///
/// Each must be the only one that wins, by searches a hundred times larger than the one that found
/// the puzzle. Where at most one wall is left, all moves are also solved exactly.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quoridor puzzles check\n  quoridor puzzles check puzzles.txt \
                        --nodes 2000000"
)]
pub(super) struct Arguments {
    /// The puzzles [default: those that are part of the program]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = nodes(),
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// Number of puzzles verified at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn nodes() -> u64 {
    let Settings { nodes, verification, .. } = Settings::default();
    nodes * verification
}

pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let puzzles = puzzles_of(arguments.file.as_deref())?;
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let share = Settings::default().verification;
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let work = || {
        let mut judge = Judge::new(TABLE);
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(puzzle) = puzzles.get(place) else { return };
            if stop.load(Ordering::Relaxed) {
                return;
            }
            if let (Err(rejected), Ok(mut failed)) =
                (puzzle.verify(&mut judge, arguments.nodes, share), failed.lock())
            {
                failed.push((place, rejected));
            }
        }
    };
    let message = || format!("{} of {}", next.load(Ordering::Relaxed), puzzles.len());
    with_progress(message, || {
        thread::scope(|scope| {
            for _ in 0..or_all_cores(arguments.concurrency) {
                scope.spawn(work);
            }
        });
    });
    if stop.load(Ordering::Relaxed) {
        return Err(anyhow!("stopped: nothing is kept").into());
    }
    let mut failed = failed.into_inner().unwrap_or_default();
    failed.sort_by_key(|(place, _)| *place);
    let lines: Vec<String> = failed
        .iter()
        .map(|(place, rejected)| {
            format!("move {} is not the only one: {}", rejected.mv, puzzles[*place])
        })
        .collect();
    let output = if arguments.json {
        let answer = json!({ "puzzles": puzzles.len(), "nodes": arguments.nodes, "failed": lines });
        format!("{answer}\n")
    } else {
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        format!("{lines}{} puzzles, {} failed\n", puzzles.len(), failed.len())
    };
    if failed.is_empty() {
        return Ok(output);
    }
    Err(Failure { output, usage: false, error: anyhow!("{} puzzles failed", failed.len()) })
}
