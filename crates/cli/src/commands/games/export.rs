//! `quoridor games export`

use anyhow::Error;
use clap::Args;
use quoridor_json::StoredGameJson;
use quoridor_store::{GameId, StoreError};
use serde_json::json;

use super::damaged;
use super::filter::FilterArguments;
use crate::failure::Failure;
use crate::json::json_line;
use crate::store::StoreArguments;

/// Print games of the store as records, which games import and every other command read
///
/// Imported games come out as they went in. Games that were played here have the tags Site, Date,
/// the players (of two also as White and Black), OpeningPlies and Termination. A damaged game is
/// reported and left out, and the exit code is 1.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor games export > games.pgn\n  \
                        quoridor games export 7 12\n  \
                        quoridor games export --player Ann --since 2026-11-01\n  \
                        quoridor games export --tournament 3 --json")]
pub(crate) struct Arguments {
    /// Game numbers [default: all games that match the filters]
    #[arg(conflicts_with_all = ["player", "result", "opening", "position", "min_plies",
          "max_plies", "since", "until"])]
    ids: Vec<i64>,

    #[command(flatten)]
    filter: FilterArguments,

    #[command(flatten)]
    store: StoreArguments,

    /// Print one JSON object, with the games as games show --json prints them
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let filter = arguments.filter.filter()?;
    let mut store = arguments.store.open_existing()?;
    arguments.filter.check(&mut store)?;
    let (ids, mut damage) = if arguments.ids.is_empty() {
        let (ids, missing) = store.ask(|store| store.ids(&filter))?;
        (ids, missing.into_iter().collect())
    } else {
        (arguments.ids.iter().copied().map(GameId).collect(), Vec::new())
    };
    let (mut text, mut games) = (String::new(), Vec::new());
    for id in ids {
        let read = store.ask(|store| match store.record(id) {
            Err(error @ StoreError::DamagedGame { .. }) => Ok(Err(error)),
            record => Ok(Ok((store.summary(id)?, record?))),
        });
        match read? {
            Err(error) => damage.push(error),
            Ok((summary, record)) if arguments.json => {
                games.push(StoredGameJson::new(&summary, &record).map_err(Error::from)?);
            }
            Ok((_, record)) => text.push_str(&record.write().map_err(Error::from)?),
        }
    }
    let output = if arguments.json { json_line(&json!({ "games": games })) } else { text };
    damaged(output, store.path(), damage)
}
