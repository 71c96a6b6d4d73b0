//! `quoridor book`: the opening book, and sets of openings for matches.

mod explore;
mod show;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use quoridor_arena::book::BookPlan;
use quoridor_players::Spec;
use serde_json::json;

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// The opening book, and sets of openings for matches
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor book show e2 e8\n  quoridor book make --lines 1000 \
                        --out openings.txt")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Explore(explore::Arguments),
    Show(show::Arguments),
    Lines(show::LinesArguments),
    Make(MakeArguments),
}

/// Make a set of balanced openings
///
/// Openings are random; a player evaluates each, and those are kept in which it expects the side to
/// move to score 40 to 60 %: a step of its evaluation is worth 0.6 log-odds of winning. No position
/// is another one mirrored or rotated.
///
/// The same options make the same set. Progress is kept in FILE.partial: after Ctrl-C or a crash,
/// the same command resumes.
#[derive(Args)]
#[command(after_help = "Example:\n  \
                        quoridor book make --lines 1000 --plies 4-8 --nodes 20000 --seed 1 --out \
                        data/openings.txt")]
struct MakeArguments {
    /// The player that evaluates the openings, NAME or NAME:OPTION=VALUE,…: see quoridor agents
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    agent: Spec,

    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..))]
    lines: u32,

    /// Plies of an opening, minimum and maximum
    #[arg(long, value_name = "MIN-MAX", default_value = "4-8")]
    plies: Plies,

    /// Nodes per opening
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Number of openings evaluated at the same time
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

/// The number of moves of an opening, from and to.
#[derive(Clone)]
struct Plies(RangeInclusive<usize>);

/// More random moves than this leave little of a game.
const MOST_PLIES: usize = 40;

impl FromStr for Plies {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self, anyhow::Error> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let range = least.parse().ok().zip(most.parse().ok()).map(|(least, most)| least..=most);
        let is_good = |range: &RangeInclusive<usize>| {
            !range.is_empty() && *range.start() >= 1 && *range.end() <= MOST_PLIES
        };
        let problem = || {
            anyhow!(
                "write two numbers of moves from 1 to {MOST_PLIES}, the smaller one first, like 4-8"
            )
        };
        range.filter(is_good).map(Self).ok_or_else(problem)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match &arguments.command {
        Command::Explore(arguments) => explore::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Lines(arguments) => show::lines(arguments),
        Command::Make(arguments) => make(arguments),
    }
}

fn make(arguments: &MakeArguments) -> Result<String, Failure> {
    let plan = BookPlan {
        judge: arguments.agent.clone(),
        lines: arguments.lines as usize,
        plies: arguments.plies.0.clone(),
        nodes: arguments.nodes,
        seed: arguments.seed,
    };
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let so_far = Mutex::new(String::from("looking"));
    let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
    let made = with_progress(message, || {
        plan.make(&arguments.out, usize::from(arguments.concurrency), &stop, |progress| {
            if let Ok(mut text) = so_far.lock() {
                *text = format!(
                    "{} of {} openings, {} looked at",
                    progress.kept, plan.lines, progress.tried
                );
            }
        })
    });
    let Some(made) = made.map_err(|error| Failure::from(anyhow!(error)))? else {
        return Err(anyhow!(
            "stopped: the same command goes on from {}.partial",
            arguments.out.display()
        )
        .into());
    };
    if arguments.json {
        return Ok(format!("{}\n", json!({ "openings": made.kept, "looked_at": made.tried })));
    }
    Ok(format!(
        "{} openings of {} that were looked at are in {}\n",
        made.kept,
        made.tried,
        arguments.out.display()
    ))
}
