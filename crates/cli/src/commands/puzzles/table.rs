//! `quoridor puzzles table`: how often each level solves puzzles of each rating.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_puzzles::{Tries, rating_of};
use serde_json::json;

use super::puzzles_of;
use crate::cores::or_all_cores;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// The bands: from this rating up to the next.
const BANDS: [u16; 6] = [0, 1000, 1200, 1400, 1600, 1800];

/// Not the seeds by which the puzzles were rated.
const SEED: u32 = 1_000;

/// Let the levels try again, and print the share that each solves, by rating
///
/// The random levels draw other numbers than those by which the puzzles were rated.
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor puzzles table")]
pub(super) struct Arguments {
    /// The puzzles [default: those that are part of the program]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Number of puzzles tried at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The puzzles of a band, and the sum of the shares of each level.
#[derive(Clone, Default)]
struct Band {
    puzzles: usize,
    shares: Vec<f64>,
}

impl Band {
    fn add(&mut self, tried: &[Tries]) {
        self.puzzles += 1;
        self.shares.resize(tried.len(), 0.0);
        for (sum, tries) in self.shares.iter_mut().zip(tried) {
            *sum += tries.share();
        }
    }

    fn percentages(&self) -> impl Iterator<Item = f64> {
        self.shares.iter().map(|sum| 100.0 * sum / self.puzzles as f64)
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let puzzles = puzzles_of(arguments.file.as_deref())?;
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut tried = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(puzzle) = puzzles.get(place) else { return tried };
            if stop.load(Ordering::Relaxed) {
                return tried;
            }
            tried.push((place, Tries::of(puzzle, SEED)));
        }
    };
    let message = || format!("{} of {}", next.load(Ordering::Relaxed), puzzles.len());
    let mut tried = with_progress(message, || {
        thread::scope(|scope| {
            let threads = or_all_cores(arguments.concurrency);
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .flat_map(|worker| worker.join().expect("no level panics"))
                .collect::<Vec<_>>()
        })
    });
    if stop.load(Ordering::Relaxed) {
        return Err(anyhow!("stopped: nothing is kept").into());
    }
    tried.sort_by_key(|(place, _)| *place);
    let mut bands = vec![Band::default(); BANDS.len()];
    for (place, tries) in &tried {
        let rating = puzzles[*place].difficulty().rating();
        let band = BANDS.iter().rposition(|&from| from <= rating).unwrap_or_default();
        bands[band].add(tries);
    }
    Ok(if arguments.json { as_json(&bands) } else { as_table(&bands) })
}

fn as_json(bands: &[Band]) -> String {
    let rows = BANDS.iter().zip(bands).map(|(from, band)| {
        let solved: Vec<f64> = band.percentages().map(f64::round).collect();
        json!({ "from": from, "puzzles": band.puzzles, "solved": solved })
    });
    format!("{}\n", json!({ "bands": rows.collect::<Vec<_>>() }))
}

/// A table in Markdown.
fn as_table(bands: &[Band]) -> String {
    let levels = bands.iter().map(|band| band.shares.len()).max().unwrap_or_default();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut head = vec!["rating".to_owned(), "puzzles".to_owned()];
    head.extend((1..=levels).map(|level| format!("{level} ({:.0})", rating_of(level))));
    let mut text = line(head);
    text.push_str(&format!("|{}\n", "---|".repeat(levels + 2)));
    for (place, band) in bands.iter().enumerate().filter(|(_, band)| band.puzzles > 0) {
        let name = match (BANDS[place], BANDS.get(place + 1)) {
            (0, Some(to)) => format!("below {to}"),
            (from, Some(to)) => format!("{from} to {}", to - 1),
            (from, None) => format!("{from} or more"),
        };
        let mut row = vec![name, band.puzzles.to_string()];
        row.extend(band.percentages().map(|share| format!("{share:.0} %")));
        text.push_str(&line(row));
    }
    text
}
