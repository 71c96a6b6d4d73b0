//! `quoridor games list`

use clap::Args;
use quoridor_json::SummaryJson;
use quoridor_store::{Filter, Listed, Summary};
use serde_json::json;

use super::filter::FilterArguments;
use super::{damaged, result, table};
use crate::failure::Failure;
use crate::json::json_line;
use crate::store::StoreArguments;

/// List the stored games that match all filters, in the order in which they were added
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor games list\n  \
                        quoridor games list --player Ann --seat South --result 1-0\n  \
                        quoridor games list --opening \"e2 e8\" --min-plies 40 --limit 10\n  \
                        quoridor games list --position \"d2 f4 / e3 / e4 e6 / 8 9 / 1\" --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    filter: FilterArguments,

    /// Maximum number of games
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,

    /// Number of games to skip
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: usize,

    #[command(flatten)]
    store: StoreArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let filter = Filter {
        limit: Some(arguments.limit),
        offset: arguments.offset,
        ..arguments.filter.filter()?
    };
    let mut store = arguments.store.open_existing()?;
    arguments.filter.check(&mut store)?;
    let (listed, total) = store.ask(|store| Ok((store.list(&filter)?, store.count(&filter)?)))?;
    let Listed { games, damage } = listed;
    if arguments.json {
        let games: Vec<_> = games.iter().map(SummaryJson::from).collect();
        let output = json_line(&json!({ "total": total, "games": games }));
        return damaged(output, store.path(), damage);
    }
    let heading = ["id", "date", "result", "plies", "players", "end"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(heading).chain(games.iter().map(row)).collect();
    let text = match games.len() as u64 {
        0 if total == 0 => "no games\n".to_owned(),
        shown if shown == total => table(&rows),
        shown => format!(
            "{}\n{shown} of {total} games: --limit and --offset show others\n",
            table(&rows)
        ),
    };
    damaged(text, store.path(), damage)
}

fn row(summary: &Summary) -> Vec<String> {
    let names: Vec<&str> =
        summary.players.values().map(|name| name.as_deref().unwrap_or("?")).collect();
    vec![
        summary.id.to_string(),
        summary.date.map_or_else(|| "-".to_owned(), |date| date.to_string()),
        result(summary),
        summary.plies.to_string(),
        names.join(", "),
        summary.reason.as_ref().map_or_else(String::new, ToString::to_string),
    ]
}
