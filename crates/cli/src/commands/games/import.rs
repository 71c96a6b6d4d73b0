//! `quoridor games import`

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Error, anyhow};
use clap::Args;
use quoridor_core::record;
use quoridor_json::{BadGameJson, ImportedJson};
use quoridor_store::{BadGame, Duplicates, Imported};

use crate::failure::Failure;
use crate::input::read_input;
use crate::json::json_line;
use crate::progress::with_progress;
use crate::store::{OpenStore, StoreArguments};

/// Import games from files into the store, which is created if necessary
///
/// An invalid game is reported with its line, and the others are imported (exit code 1). A game
/// that is already stored, with the same players, moves, result, tags and comments, is skipped:
/// importing a file again adds nothing, and the same command completes an interrupted import. The
/// files hold records; quoridor convert --as record makes records from other texts.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor games import games.pgn\n  \
                        quoridor convert --to standard --as record moves.txt | quoridor games \
                        import -")]
pub(crate) struct Arguments {
    /// The files; - is the standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Also add games that are there already
    #[arg(long)]
    keep_duplicates: bool,

    #[command(flatten)]
    store: StoreArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    // Before anything is added, so that a wrong name leaves the store as it is.
    let files = arguments
        .files
        .iter()
        .map(|file| Ok((file.display().to_string(), read_input(Some(file))?)));
    let files: Vec<(String, String)> = files.collect::<Result<_, Error>>()?;
    let mut store = arguments.store.open_or_make()?;
    let duplicates = if arguments.keep_duplicates { Duplicates::Keep } else { Duplicates::Skip };
    let (mut all, mut bad) = (Imported::default(), Vec::new());
    for (name, text) in &files {
        let imported = import(&mut store, text, duplicates, all.added)?;
        all.added += imported.added;
        all.duplicates += imported.duplicates;
        bad.extend(imported.bad.into_iter().map(|problem| (name.as_str(), problem)));
    }
    let output = if arguments.json { as_json(&all, &bad) } else { as_text(&all, &bad) };
    let Some(((name, last), others)) = bad.split_last() else { return Ok(output) };
    for (name, problem) in others {
        let _ = writeln!(stderr(), "error: {name}: {problem}");
    }
    Err(Failure { output, usage: false, error: anyhow!("{name}: {last}") })
}

fn import(
    store: &mut OpenStore,
    text: &str,
    duplicates: Duplicates,
    before: u64,
) -> Result<Imported, Error> {
    let added = AtomicU64::new(before);
    let message = || format!("{} games", added.load(Ordering::Relaxed));
    let acknowledge = |imported: &Imported| added.store(before + imported.added, Ordering::Relaxed);
    with_progress(message, || {
        store.ask(|store| store.import(record::read(text), duplicates, acknowledge))
    })
}

fn as_text(all: &Imported, bad: &[(&str, BadGame)]) -> String {
    format!("games added: {}, there already: {}, bad: {}\n", all.added, all.duplicates, bad.len())
}

fn as_json(all: &Imported, bad: &[(&str, BadGame)]) -> String {
    let problems = bad.iter().map(|(file, problem)| BadGameJson {
        file: Some((*file).to_owned()),
        ..BadGameJson::from(problem)
    });
    json_line(&ImportedJson {
        added: all.added,
        known: all.duplicates,
        problems: problems.collect(),
    })
}
