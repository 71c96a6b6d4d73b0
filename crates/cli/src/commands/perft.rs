//! `quoridor perft`: counting move sequences.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use quoridor_core::{
    MergeOptions, Move, Position, divide_parallel, perft_merged, read_perft_cases,
};
use serde_json::{Map, Value, json};

use crate::cores::or_all_cores;
use crate::failure::Failure;
use crate::progress::with_progress;
use crate::start::GameArguments;

/// Count the legal move sequences of a length
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor perft 4\n  \
                        quoridor perft 3 --board 5x5 --walls 3 --divide\n  \
                        quoridor perft 2 --position \"d2 f4 / e3 / e4 e6 / 8 9 / 1\" --json\n  \
                        quoridor perft 6 --merge    equal positions are counted once\n  \
                        quoridor perft --file data/agreed.perft    every count of a file, \
                        compared")]
pub(crate) struct Arguments {
    /// Depth in plies; with --file, the largest depth that is compared
    #[arg(required_unless_present = "file", value_parser = clap::value_parser!(u32).range(..=1000))]
    depth: Option<u32>,

    #[command(flatten)]
    game: GameArguments,

    /// Count the sequences after each move
    #[arg(long)]
    divide: bool,

    /// Count equal positions, or mirror images too, only once for each ply
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "mirror",
          require_equals = true, conflicts_with = "divide")]
    merge: Option<Merge>,

    /// With --merge: about how many positions of a ply are held at once, of 150 bytes each
    #[arg(long, value_name = "N", default_value_t = 10_000_000, requires = "merge")]
    max_positions: usize,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Compare with the counts of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "board", "players",
          "walls", "dialect", "divide"])]
    file: Option<PathBuf>,

    /// With --file, skip counts above this
    #[arg(long, value_name = "N", requires = "file")]
    max_nodes: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Which positions are counted together.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Merge {
    /// Equal ones
    Equal,
    /// Equal ones and, with two players, mirror images
    Mirror,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match (&arguments.file, arguments.depth) {
        (Some(file), _) => compare_with_file(arguments, file),
        (None, Some(depth)) => count_one(arguments, depth),
        (None, None) => Err(Failure::usage(anyhow!("give a depth, or --file"))),
    }
}

fn count_one(arguments: &Arguments, depth: u32) -> Result<String, Failure> {
    let game = arguments.game.game()?;
    let counted = Counted::new(game.position(), depth, arguments)?;
    if arguments.json {
        let mut answer = json!({
            "depth": depth,
            "nodes": counted.nodes,
            "seconds": counted.time.as_secs_f64(),
            "position": game.position().to_string(),
        });
        if arguments.divide {
            answer["divide"] = counted
                .parts
                .iter()
                .map(|(mv, nodes)| (mv.to_string(), json!(nodes)))
                .collect::<Map<_, _>>()
                .into();
        }
        return Ok(format!("{answer}\n"));
    }
    let mut text = String::new();
    if arguments.divide {
        for (mv, nodes) in &counted.parts {
            text.push_str(&format!("{mv} {nodes}\n"));
        }
        text.push('\n');
    }
    text.push_str(&format!("depth {depth}: {} nodes, {}\n", counted.nodes, counted.speed()));
    Ok(text)
}

fn compare_with_file(arguments: &Arguments, file: &Path) -> Result<String, Failure> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    let cases = read_perft_cases(&text).with_context(|| name.to_string())?;
    let (most_moves, most_nodes) =
        (arguments.depth.unwrap_or(u32::MAX), arguments.max_nodes.unwrap_or(u64::MAX));
    let (mut report, mut results, mut wrong) = (String::new(), Vec::new(), 0);
    for case in &cases {
        for (depth, &expected) in (1..).zip(&case.counts) {
            if depth > most_moves || expected > most_nodes {
                continue;
            }
            let counted = Counted::new(&case.position, depth, arguments)?;
            let verdict = if counted.nodes == expected { "ok" } else { "WRONG" };
            wrong += usize::from(counted.nodes != expected);
            report.push_str(&format!(
                "{verdict:<5} {} depth {depth}: {} nodes",
                case.name, counted.nodes
            ));
            report.push_str(&if counted.nodes == expected {
                String::new()
            } else {
                format!(", not {expected}")
            });
            report.push_str(&format!(", {}\n", counted.speed()));
            results.push(json!({ "name": case.name, "depth": depth, "nodes": counted.nodes,
                "expected": expected }));
        }
    }
    let nodes: u64 = results.iter().filter_map(|result| result["nodes"].as_u64()).sum();
    let summary = format!("{} counts compared, {wrong} wrong, {nodes} nodes", results.len());
    let output = if arguments.json {
        let answer: Value = json!({ "counts": results, "nodes": nodes, "wrong": wrong });
        format!("{answer}\n")
    } else {
        format!("{report}\n{summary}\n")
    };
    if results.is_empty() {
        return Err(anyhow!("{name} has no counts to compare, or none within the limits").into());
    }
    if wrong == 0 {
        Ok(output)
    } else {
        Err(Failure { output, usage: false, error: anyhow!(summary) })
    }
}

/// A count, and how long it took.
struct Counted {
    parts: Vec<(Move, u64)>,
    nodes: u64,
    time: Duration,
}

impl Counted {
    fn new(position: &Position, depth: u32, arguments: &Arguments) -> Result<Self, Failure> {
        let begin = Instant::now();
        let threads = or_all_cores(arguments.threads);
        let so_far = AtomicU64::new(0);
        let message = || format!("{} nodes", HumanCount(so_far.load(Ordering::Relaxed)));
        if let Some(merge) = arguments.merge {
            let max_positions = arguments.max_positions;
            let options = MergeOptions { mirror: merge == Merge::Mirror, max_positions, threads };
            let nodes = with_progress(message, || perft_merged(position, depth, options, &so_far));
            let nodes = nodes.ok_or_else(|| anyhow!("depth {depth}: the count exceeds 64 bits"))?;
            return Ok(Self { parts: Vec::new(), nodes, time: begin.elapsed() });
        }
        let parts = with_progress(message, || divide_parallel(position, depth, threads, &so_far));
        // There is one sequence of no moves.
        let nodes = if depth == 0 { 1 } else { parts.iter().map(|(_, nodes)| nodes).sum() };
        Ok(Self { parts, nodes, time: begin.elapsed() })
    }

    fn speed(&self) -> String {
        let seconds = self.time.as_secs_f64();
        format!(
            "{seconds:.3} s, {:.0} million nodes a second",
            self.nodes as f64 / seconds.max(1e-9) / 1e6
        )
    }
}
