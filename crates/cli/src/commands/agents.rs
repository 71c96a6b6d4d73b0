//! `quoridor agents`: the list of players.

use clap::Args;
use quoridor_engine::AgentKind;
use quoridor_engine::registry::{AGENTS, CHAMPION, OptionKind, OptionType, Parameter};
use serde_json::{Value, json};

/// List the computer players with their options
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
        let champion = champion().map(|kind| {
            let mut champion = as_json(kind);
            champion["name"] = CHAMPION.into();
            champion["alias_of"] = kind.name.into();
            champion
        });
        format!("{}\n", AGENTS.iter().map(as_json).chain(champion).collect::<Value>())
    } else {
        let champion = champion().map_or("nobody", |kind| kind.name);
        let players: String = AGENTS.iter().map(as_text).collect();
        format!("{players}{CHAMPION}  alias of {champion}\n")
    }
}

fn champion() -> Option<&'static AgentKind> {
    AgentKind::find(CHAMPION).ok()
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

fn as_json(kind: &AgentKind) -> Value {
    let options = kind.options.iter().map(option_as_json);
    json!({ "name": kind.name, "summary": kind.summary, "options": options.collect::<Value>() })
}

fn option_as_json(option: &OptionKind) -> Value {
    let mut words = json!({
        "name": option.name,
        "default": option.default,
        "help": option.help,
        "type": option.values.name(),
    });
    match option.values {
        OptionType::Integer { min, max } => (words["min"], words["max"]) = (min.into(), max.into()),
        OptionType::Float { min, max } | OptionType::Seconds { min, max } => {
            (words["min"], words["max"]) = (min.into(), max.into());
        }
        OptionType::Choice(choices) => words["choices"] = choices.into(),
        OptionType::List(parameters) => {
            let item = |&Parameter { name, min, max }: &Parameter| json!({ "name": name, "min": min, "max": max });
            words["items"] = parameters.iter().map(item).collect();
        }
        OptionType::Boolean | OptionType::File | OptionType::Text => {}
    }
    words
}
