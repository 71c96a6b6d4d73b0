//! `quoridor agents`: who can play.

use clap::Args;
use quoridor_engine::AgentKind;
use quoridor_engine::registry::{AGENTS, CHAMPION};
use serde_json::{Value, json};

/// List the players: name, what it is, and its options with their defaults
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor agents\n  quoridor agents --json\n\n\
                        Where a command takes a player, write its name, and options behind a colon: random:seed=7")]
pub(crate) struct Arguments {
    /// Print one JSON list
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> String {
    if arguments.json {
        format!("{}\n", AGENTS.iter().map(as_json).collect::<Value>())
    } else {
        let champion = AgentKind::find(CHAMPION).map_or("nobody", |kind| kind.name);
        let players: String = AGENTS.iter().map(as_text).collect();
        format!("{players}{CHAMPION}  another name of {champion}\n")
    }
}

/// A line for the player, and one for each option, indented.
fn as_text(kind: &AgentKind) -> String {
    let settings: Vec<String> =
        kind.options.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
    let width = settings.iter().map(|setting| setting.chars().count()).max().unwrap_or_default();
    let options = settings.iter().zip(kind.options);
    let options =
        options.map(|(setting, option)| format!("    {setting:<width$}  {}\n", option.help));
    format!("{}  {}\n{}", kind.name, kind.summary, options.collect::<String>())
}

fn as_json(kind: &AgentKind) -> Value {
    let options = kind.options.iter();
    let options = options.map(
        |option| json!({ "name": option.name, "default": option.default, "help": option.help }),
    );
    json!({ "name": kind.name, "summary": kind.summary, "options": options.collect::<Value>() })
}
