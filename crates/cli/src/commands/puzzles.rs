//! `quoridor puzzles`: positions in which exactly one move wins.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use quoridor_core::{Game, record};
use quoridor_engine::Fnv;
use quoridor_puzzles::{Finder, Judge, Puzzle, Settings, read, write};
use quoridor_store::files::write_atomically;
use serde_json::json;

use crate::cores::or_all_cores;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// Find and verify puzzles
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor puzzles make games.pgn --out puzzles.txt\n  \
                        quoridor puzzles check puzzles.txt --nodes 2000000")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Make(MakeArguments),
    Check(CheckArguments),
}

/// Find puzzles in games
///
/// A puzzle is a position for two in which exactly one move wins, proved or by a wide margin, and a
/// glance chooses another one. A search a hundred times larger verifies each move of the solution.
/// Levels 1 to 9 then try it: its level is the one that would solve it half of the time.
///
/// Progress is kept in FILE.partial: after Ctrl-C or a crash, the same command resumes. The same
/// games and options give the same puzzles.
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor puzzles make games.pgn --out puzzles.txt")]
struct MakeArguments {
    /// Records of games
    #[arg(value_name = "GAMES")]
    games: PathBuf,

    /// Nodes of each search that finds a puzzle
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// How many times as many nodes verify it
    #[arg(long, value_name = "N", default_value_t = Settings::default().verification,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    verification: u64,

    /// Nodes of the glance that must choose another move
    #[arg(long, value_name = "N", default_value_t = Settings::default().glance,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    glance: u64,

    /// Number of games searched at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// The file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Verify every move of every solution again
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor puzzles check puzzles.txt --nodes 2000000")]
struct CheckArguments {
    /// The puzzles
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 2_000_000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// Number of puzzles verified at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match &arguments.command {
        Command::Make(arguments) => make(arguments),
        Command::Check(arguments) => check(arguments),
    }
}

fn text_of(path: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string());
    text.map_err(|error| Failure { usage: true, ..Failure::from(error) })
}

/// The file of the puzzles found so far. Its first line tells which command it belongs to, and how
/// many games are done.
struct Partial {
    path: PathBuf,
    identity: String,
}

impl Partial {
    fn new(arguments: &MakeArguments, games: &str) -> Self {
        let mut path = arguments.out.clone().into_os_string();
        path.push(".partial");
        let MakeArguments { nodes, verification, glance, .. } = arguments;
        let hash = Fnv::of(games.as_bytes());
        let identity = format!("# {hash:016x} {nodes} {verification} {glance} ");
        Self { path: path.into(), identity }
    }

    /// The number of games that are done, and their puzzles.
    fn read(&self) -> Result<(usize, Vec<Puzzle>), Failure> {
        let Ok(text) = fs::read_to_string(&self.path) else { return Ok((0, Vec::new())) };
        let done = text.lines().next().and_then(|line| line.strip_prefix(&self.identity));
        let Some(done) = done.and_then(|done| done.parse().ok()) else {
            return Err(Failure::usage(anyhow!(
                "{}: it belongs to other games or options: remove it or name another --out",
                self.path.display()
            )));
        };
        let puzzles = read(&text).with_context(|| self.path.display().to_string())?;
        Ok((done, puzzles))
    }

    fn write(&self, done: usize, puzzles: &[Puzzle]) -> Result<(), Failure> {
        let text = format!("{}{done}\n{}", self.identity, write(puzzles));
        let written = write_atomically(&self.path, text.as_bytes());
        Ok(written.with_context(|| self.path.display().to_string())?)
    }
}

fn make(arguments: &MakeArguments) -> Result<String, Failure> {
    let text = text_of(&arguments.games)?;
    let games: Vec<Game> = record::read(&text)
        .map(|record| record.map(|record| record.game()))
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::usage(anyhow!("{}: {error}", arguments.games.display())))?;
    let settings = Settings {
        nodes: arguments.nodes,
        verification: arguments.verification,
        glance: arguments.glance,
        ..Settings::default()
    };
    let partial = Partial::new(arguments, &text);
    let (done, mut puzzles) = partial.read()?;
    let mut finder = Finder::new(settings, &puzzles);
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let threads = or_all_cores(arguments.concurrency);
    let so_far = Mutex::new((done, puzzles.len()));
    let message = || {
        let (done, found) = so_far.lock().map_or((0, 0), |so_far| *so_far);
        format!("{done} of {} games, {found} puzzles", games.len())
    };
    with_progress(message, || -> Result<(), Failure> {
        let mut done = done;
        // A few games at a time, so that little is lost.
        for part in games[done.min(games.len())..].chunks(2 * threads) {
            let Some(found) = finder.find(part, threads, &stop) else {
                return Err(anyhow!("stopped: the same command goes on").into());
            };
            puzzles.extend(found);
            done += part.len();
            partial.write(done, &puzzles)?;
            if let Ok(mut so_far) = so_far.lock() {
                *so_far = (done, puzzles.len());
            }
        }
        Ok(())
    })?;
    write_atomically(&arguments.out, write(&puzzles).as_bytes())
        .with_context(|| arguments.out.display().to_string())?;
    // All of it is in the file now; without a puzzle there may not even be a partial one.
    let _ = fs::remove_file(&partial.path);
    if arguments.json {
        let answer = json!({ "games": games.len(), "puzzles": puzzles.len() });
        return Ok(format!("{answer}\n"));
    }
    let out = arguments.out.display();
    Ok(format!("{} games, {} puzzles\n{out}\n", games.len(), puzzles.len()))
}

fn check(arguments: &CheckArguments) -> Result<String, Failure> {
    let text = text_of(&arguments.file)?;
    let puzzles = read(&text)
        .map_err(|error| Failure::usage(anyhow!("{}: {error}", arguments.file.display())))?;
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let work = || {
        let mut judge = Judge::new(16);
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(puzzle) = puzzles.get(place) else { return };
            if stop.load(Ordering::Relaxed) {
                return;
            }
            if let (Err(rejected), Ok(mut failed)) =
                (puzzle.verify(&mut judge, arguments.nodes), failed.lock())
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
