//! `quoridor games check`

use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use serde_json::json;

use super::damaged;
use crate::failure::Failure;
use crate::json::json_line;
use crate::progress::with_progress;
use crate::store::StoreArguments;

/// Check the file of the store and every game in it
///
/// Damage is reported in one line each, with exit code 1. Nothing is changed: see games repair.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor games check\n  \
                        quoridor games check --store match.sqlite --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    store: StoreArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut store = arguments.store.open_existing()?;
    let checked = AtomicU64::new(0);
    let message = || format!("{} games", checked.load(Ordering::Relaxed));
    let count = |games| checked.store(games, Ordering::Relaxed);
    let survey = with_progress(message, || store.ask(|store| store.survey(count)))?;
    let damage: Vec<String> = survey.damage.iter().map(ToString::to_string).collect();
    let output = if arguments.json {
        json_line(&json!({ "games": survey.games, "damage": damage }))
    } else {
        format!("games checked: {}, damage: {}\n", survey.games, damage.len())
    };
    damaged(output, store.path(), damage)
}
