//! `quoridor puzzles make`: finds puzzles in games.

use std::fs;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_core::{Game, record};
use quoridor_engine::Fnv;
use quoridor_puzzles::{Finder, Puzzle, Settings, read, write};
use quoridor_store::files::write_atomically;
use serde_json::json;

use super::text_of;
use crate::cores::or_all_cores;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// Find puzzles in games
///
/// A puzzle is a position for two in which exactly one move wins, proved or by a wide margin, and
/// level 3, which looks no further than the position itself, misses it at least half of the time. A
/// search a hundred times larger verifies each move of the solution. Levels 1 to 8 then try it: its
/// rating is that of the level that would solve it half of the time.
///
/// Progress is kept in FILE.partial: after Ctrl-C or a crash, the same command resumes. The same
/// games and options give the same puzzles.
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor puzzles make games.pgn --out puzzles.txt")]
pub(super) struct Arguments {
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

    /// The level that must miss the first move at least half of the time
    #[arg(long, value_name = "LEVEL", default_value_t = 3,
          value_parser = clap::value_parser!(u8).range(1..=9))]
    glance: u8,

    /// The fewest and the most walls left, of both players together, like 1-6
    #[arg(long, value_name = "N-M", default_value = "0-6", value_parser = walls)]
    walls: RangeInclusive<u8>,

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

fn walls(text: &str) -> Result<RangeInclusive<u8>, String> {
    let number = |text: &str| text.parse::<u8>().ok();
    let ends = text.split_once('-').and_then(|(least, most)| Some((number(least)?, number(most)?)));
    let (least, most) = ends
        .filter(|(least, most)| least <= most)
        .ok_or("expected the fewest and the most walls, like 1-6")?;
    Ok(least..=most)
}

/// The file of the puzzles found so far. Its first line tells which command it belongs to, and how
/// many games are done.
struct Partial {
    path: PathBuf,
    identity: String,
}

impl Partial {
    fn new(arguments: &Arguments, games: &str) -> Self {
        let mut path = arguments.out.clone().into_os_string();
        path.push(".partial");
        let Arguments { nodes, verification, glance, walls, .. } = arguments;
        let hash = Fnv::of(games.as_bytes());
        let identity = format!("# {hash:016x} {nodes} {verification} {glance} {walls:?} ");
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

pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let text = text_of(&arguments.games)?;
    let games: Vec<Game> = record::read(&text)
        .map(|record| record.map(|record| record.game()))
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::usage(anyhow!("{}: {error}", arguments.games.display())))?;
    let settings = Settings {
        nodes: arguments.nodes,
        verification: arguments.verification,
        glance: arguments.glance.into(),
        walls: arguments.walls.clone(),
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
