//! `quoridor games show`

use anyhow::Error;
use clap::Args;
use quoridor_core::Diagram;
use quoridor_core::record::{Record, RecordedMove};
use quoridor_store::GameId;
use serde_json::{Value, json};

use super::summary_json;
use crate::failure::Failure;
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
    let text = record.write().map_err(Error::from)?;
    let game = record.game();
    if !arguments.json {
        return Ok(format!("{text}{}", Diagram::of(game.position())));
    }
    let mut answer = summary_json(&summary);
    answer["tags"] = record.tags.iter().map(|tag| json!([tag.name, tag.value])).collect();
    answer["moves"] = moves_json(&record);
    answer["end"] = json!(game.position().to_string());
    answer["record"] = json!(text);
    Ok(format!("{answer}\n"))
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
