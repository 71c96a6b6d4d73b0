//! The computer players, with their options and measured strength.

use quoridor_core::{BoardSize, Seats, Variant};
use quoridor_engine::AgentKind;
use quoridor_engine::registry::{OptionKind, OptionType, Parameter};
use quoridor_players::levels::{LEVELS, Ladder, LevelScore};
use quoridor_players::{AGENTS, CHAMPION};
use schemars::JsonSchema;
use serde::Serialize;

/// All computer players.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Players")]
pub struct PlayersJson {
    /// The levels for people, the weakest first.
    pub levels: Vec<LevelJson>,
    /// The strongest player of games for two.
    pub champion: Option<&'static str>,
    /// The players.
    pub players: Vec<PlayerJson>,
}

/// A level of the champion.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Level")]
pub struct LevelJson {
    /// The level, from 1.
    pub level: usize,
    /// The player to write for it.
    pub player: String,
    /// Its result against the level below on 9x9; null if it was not measured.
    pub against_below: Option<LevelScoreJson>,
}

/// The result of a level against the level below.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LevelScore")]
pub struct LevelScoreJson {
    /// The number of games.
    pub games: u32,
    /// The share of the points, 0 to 1.
    pub score: f64,
    /// The half-width of the 95 % interval.
    pub margin: f64,
}

/// A computer player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Player")]
pub struct PlayerJson {
    /// The name.
    pub name: &'static str,
    /// A description in one line.
    pub summary: &'static str,
    /// The numbers of players in games that it can play.
    pub seats: Vec<usize>,
    /// The options, written `name:option=value,…`.
    pub options: Vec<OptionJson>,
}

/// An option of a player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Option")]
pub struct OptionJson {
    /// The name.
    pub name: &'static str,
    /// The value if it is not set.
    pub default: &'static str,
    /// A description in one line.
    pub help: &'static str,
    /// The type of its values.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The smallest value of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<serde_json::Number>,
    /// The largest value of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<serde_json::Number>,
    /// The values to choose from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<&'static [&'static str]>,
    /// The numbers of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<Vec<ItemJson>>,
}

/// A number of an option that is a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Item")]
pub struct ItemJson {
    /// The name.
    pub name: &'static str,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
}

impl PlayersJson {
    /// Every player of the registry.
    #[must_use]
    pub fn all() -> Self {
        let level = |level| LevelJson {
            level,
            player: format!("{CHAMPION}:level={level}"),
            against_below: Ladder::Puct.against_the_level_below(level).map(LevelScoreJson::from),
        };
        Self {
            levels: LEVELS.map(level).collect(),
            champion: Some(CHAMPION),
            players: AGENTS.iter().map(PlayerJson::from).collect(),
        }
    }
}

impl From<LevelScore> for LevelScoreJson {
    fn from(LevelScore { games, score, margin }: LevelScore) -> Self {
        Self { games, score, margin }
    }
}

impl From<&AgentKind> for PlayerJson {
    fn from(kind: &AgentKind) -> Self {
        // Some play no official game, but small ones.
        let size = BoardSize::new(3, 3).expect("boards of three by three exist");
        let small = |seats| Variant { size, seats, walls: 1 };
        let plays = |seats: &Seats| {
            kind.supports(Variant::official(*seats))
                .or_else(|_| kind.supports(small(*seats)))
                .is_ok()
        };
        Self {
            name: kind.name,
            summary: kind.summary,
            seats: Seats::ALL.into_iter().filter(plays).map(Seats::count).collect(),
            options: kind.options.iter().map(OptionJson::from).collect(),
        }
    }
}

impl From<&OptionKind> for OptionJson {
    fn from(option: &OptionKind) -> Self {
        let mut words = Self {
            name: option.name,
            default: option.default,
            help: option.help,
            kind: option.values.name(),
            min: None,
            max: None,
            choices: None,
            items: None,
        };
        match option.values {
            OptionType::Integer { min, max } => {
                (words.min, words.max) = (Some(min.into()), Some(max.into()));
            }
            OptionType::Float { min, max } | OptionType::Seconds { min, max } => {
                words.min = serde_json::Number::from_f64(min);
                words.max = serde_json::Number::from_f64(max);
            }
            OptionType::Choice(choices) => words.choices = Some(choices),
            OptionType::List(parameters) => {
                let item = |&Parameter { name, min, max }: &Parameter| ItemJson { name, min, max };
                words.items = Some(parameters.iter().map(item).collect());
            }
            OptionType::Boolean | OptionType::File | OptionType::Text => {}
        }
        words
    }
}
