//! `quoridor games merge`

use std::path::PathBuf;

use clap::Args;
use quoridor_store::Merged;
use serde_json::json;

use super::damaged;
use crate::failure::Failure;
use crate::json::json_line;
use crate::store::StoreArguments;

/// Add the games of other stores to a store, such as the shards of a match
///
/// A scheduled game of a match or tournament is added once. Other games are compared as by games
/// import. Merging the same store again adds nothing. To see the pooled result of the shards of a
/// match, run the match without --shard on the merged store: see docs/cluster.md.
#[derive(Args)]
#[command(
    after_help = "Example:\n  quoridor games merge shard1.sqlite shard2.sqlite --store all.sqlite"
)]
pub(crate) struct Arguments {
    /// The stores to read
    #[arg(required = true, value_name = "STORE")]
    sources: Vec<PathBuf>,

    #[command(flatten)]
    store: StoreArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    // All of them before anything is added, so that a wrong name leaves the store as it is.
    let open = |path: &PathBuf| StoreArguments::at(path).open_existing();
    let mut sources = arguments.sources.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let mut store = arguments.store.open_or_make()?;
    let mut all = Merged::default();
    let mut damage = Vec::new();
    for source in &mut sources {
        let merged = source.ask(|source| store.merge(source))?;
        all.added += merged.added;
        all.duplicates += merged.duplicates;
        all.in_progress += merged.in_progress;
        let name = source.path().display();
        damage.extend(merged.damage.iter().map(|damage| format!("{name}: {damage}")));
    }
    let Merged { added, duplicates, in_progress, .. } = all;
    let output = if arguments.json {
        json_line(&json!({ "added": added, "known": duplicates, "in_progress": in_progress }))
    } else {
        format!(
            "games added: {added}, there already: {duplicates}, in progress and left out: \
             {in_progress}\n"
        )
    };
    damaged(output, store.path(), damage)
}
