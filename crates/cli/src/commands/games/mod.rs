//! `quoridor games`: the store of games.

mod explore;
mod export;
pub(crate) mod filter;
mod import;
mod list;
mod merge;
mod show;
mod stats;

use anyhow::Error;
use clap::{Args, Subcommand};
use quoridor_core::record::{Record, RecordedMove, write_result};
use quoridor_store::Summary;
use serde_json::{Value, json};

use crate::failure::Failure;

/// Keep games, search them, look at them: the store of games
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quoridor games import games.pgn\n  quoridor games list --player Ann --result 1-0\n  \
                        quoridor games export --opening \"e2 e8 e3\" > opening.pgn"
)]
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
    }
}

fn result(summary: &Summary) -> String {
    write_result(summary.outcome, summary.start.seats())
}

fn summary_json(summary: &Summary) -> Value {
    json!({
        "id": summary.id.0,
        "source": summary.source.name(),
        "players": summary.players.values().collect::<Vec<_>>(),
        "variant": summary.start.variant().to_string(),
        "start": summary.start.to_string(),
        "plies": summary.plies,
        "result": result(summary),
        "reason": summary.reason.as_ref().map(ToString::to_string),
        "date": summary.date.map(|date| date.to_string()),
    })
}

/// A stored game with its record: the object of `games show --json`.
fn game_json(summary: &Summary, record: &Record) -> Result<Value, Error> {
    let mut answer = summary_json(summary);
    answer["tags"] = record.tags.iter().map(|tag| json!([tag.name, tag.value])).collect();
    answer["moves"] = moves_json(record);
    answer["end"] = json!(record.game().position().to_string());
    answer["record"] = json!(record.write()?);
    Ok(answer)
}

/// The moves of the game; variations are in the record only.
fn moves_json(record: &Record) -> Value {
    let details = |recorded: &RecordedMove| {
        json!({
            "move": recorded.mv.to_string(),
            "evaluation": recorded.evaluation.map(|evaluation| evaluation.to_string()),
            "clock": recorded.clock.map(|clock| clock.to_string()),
            "nags": recorded.nags,
            "comment": recorded.comment,
        })
    };
    record.main.moves.iter().map(details).collect()
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
