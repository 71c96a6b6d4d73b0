//! `quoridor games repair`

use clap::Args;
use quoridor_store::{Repaired, Store};
use serde_json::json;

use super::damaged;
use crate::failure::Failure;
use crate::json::json_line;
use crate::store::{StoreArguments, at};

/// Keep the games of a damaged store that are whole, under their numbers
///
/// What can be read of the others is written to a file of records beside the store; each says in
/// the tag Damage what is wrong. The damaged store is kept under another name. Stop all programs
/// that use the store first. The exit code is 1 if something was lost.
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor games repair --store match.sqlite")]
pub(crate) struct Arguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let path = arguments.store.path()?;
    let repaired = Store::repair(&path).map_err(|error| at(&path, error))?;
    let Some(Repaired { kept, damage, damaged: old, aside }) = repaired else {
        return Ok(if arguments.json {
            json_line(&json!({ "damage": [] }))
        } else {
            "nothing is damaged\n".to_owned()
        });
    };
    let damage: Vec<String> = damage.iter().map(ToString::to_string).collect();
    let output = if arguments.json {
        json_line(&json!({ "kept": kept, "damage": damage, "damaged_store": old, "aside": aside }))
    } else {
        let mut text = format!("games kept: {kept}\nthe damaged store: {}\n", old.display());
        if let Some(aside) = &aside {
            text.push_str(&format!("what is left of other games: {}\n", aside.display()));
        }
        text
    };
    damaged(output, &path, damage)
}
