//! `quoridor games show`

use anyhow::Error;
use clap::Args;
use quoridor_core::Diagram;
use quoridor_json::StoredGameJson;
use quoridor_store::GameId;

use crate::failure::Failure;
use crate::json::json_line;
use crate::store::StoreArguments;

/// Show a game of the store: its record, and the board at its end
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor games show 7\n  quoridor games show 7 --json")]
pub(crate) struct Arguments {
    /// The number of the game, as games list shows it
    id: i64,

    #[command(flatten)]
    store: StoreArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let id = GameId(arguments.id);
    let mut store = arguments.store.open_existing()?;
    let (summary, record) = store.ask(|store| Ok((store.summary(id)?, store.record(id)?)))?;
    if !arguments.json {
        let text = record.write().map_err(Error::from)?;
        return Ok(format!("{text}{}", Diagram::of(record.game().position())));
    }
    let game = StoredGameJson::new(&summary, &record).map_err(Error::from)?;
    Ok(json_line(&game))
}
