//! `quoridor puzzles`: positions in which exactly one move wins.

mod check;
mod make;
mod show;
mod table;

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use quoridor_puzzles::{Puzzle, puzzles, read};

use crate::failure::Failure;

/// Find, verify and show puzzles
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor puzzles make games.pgn --out puzzles.txt\n  \
                        quoridor puzzles check\n  quoridor puzzles table")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Make(make::Arguments),
    Check(check::Arguments),
    Table(table::Arguments),
    Show(show::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match &arguments.command {
        Command::Make(arguments) => make::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Table(arguments) => table::run(arguments),
        Command::Show(arguments) => show::run(arguments),
    }
}

fn text_of(path: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string());
    text.map_err(|error| Failure { usage: true, ..Failure::from(error) })
}

/// The puzzles of a file, or those that are shipped.
fn puzzles_of(file: Option<&Path>) -> Result<Vec<Puzzle>, Failure> {
    let Some(path) = file else { return Ok(puzzles().to_vec()) };
    let found = read(&text_of(path)?);
    found.map_err(|error| Failure::usage(anyhow!("{}: {error}", path.display())))
}
