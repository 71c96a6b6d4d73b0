//! `quoridor games`: the store of games.

mod backup;
mod check;
mod explore;
mod export;
pub(crate) mod filter;
mod import;
mod list;
mod merge;
mod repair;
mod show;
mod stats;

use std::fmt::Display;
use std::io::{Write, stderr};
use std::path::Path;

use anyhow::anyhow;
use clap::{Args, Subcommand};
use quoridor_core::record::write_result;
use quoridor_store::Summary;

use crate::failure::Failure;

/// List, search, show, import, export, check and copy stored games
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor games import games.pgn\n  \
                        quoridor games list --player Ann --result 1-0\n  \
                        quoridor games export --opening \"e2 e8 e3\" > opening.pgn")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::Arguments),
    Show(show::Arguments),
    Export(export::Arguments),
    Import(import::Arguments),
    Merge(merge::Arguments),
    Stats(stats::Arguments),
    Explore(explore::Arguments),
    Check(check::Arguments),
    Repair(repair::Arguments),
    Backup(backup::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match &arguments.command {
        Command::List(arguments) => list::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Import(arguments) => import::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Explore(arguments) => explore::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Repair(arguments) => repair::run(arguments),
        Command::Backup(arguments) => backup::run(arguments),
    }
}

/// The output, unless something of the store is damaged: then one line for each damage.
fn damaged(output: String, store: &Path, damage: Vec<impl Display>) -> Result<String, Failure> {
    let Some((last, others)) = damage.split_last() else { return Ok(output) };
    let name = store.display();
    for problem in others {
        let _ = writeln!(stderr(), "error: {name}: {problem}");
    }
    Err(Failure { output, usage: false, error: anyhow!("{name}: {last}") })
}

fn result(summary: &Summary) -> String {
    write_result(summary.outcome, summary.start.seats())
}

/// Columns as wide as what stands in them, the last one free.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or_default()).collect();
    let lines = rows.iter().map(|row| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    });
    lines.collect()
}
