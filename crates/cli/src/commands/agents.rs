//! `quoridor agents`: the list of players.

use clap::Args;
use quoridor_engine::AgentKind;
use quoridor_engine::registry::OptionKind;
use quoridor_json::PlayersJson;
use quoridor_players::AGENTS;

use crate::json::json_line;

/// List the computer players with their options
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor agents\n  \
                        quoridor agents --json\n\n\
                        Where a command takes a player, write its name, and options behind a \
                        colon: random:seed=7")]
pub(crate) struct Arguments {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> String {
    if arguments.json {
        json_line(&PlayersJson::all())
    } else {
        AGENTS.iter().map(as_text).collect()
    }
}

/// A line for the player, and one for each option, indented.
fn as_text(kind: &AgentKind) -> String {
    let settings: Vec<String> =
        kind.options.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
    let width = settings.iter().map(|setting| setting.chars().count()).max().unwrap_or_default();
    let options = settings.iter().zip(kind.options);
    let options = options.map(|(setting, OptionKind { help, values, .. })| {
        format!("    {setting:<width$}  {help}: {values}\n")
    });
    format!("{}  {}\n{}", kind.name, kind.summary, options.collect::<String>())
}
