//! The result of an import: added games, and games that could not be read.

use quoridor_core::record::RecordError;
use quoridor_store::BadGame;
use schemars::JsonSchema;
use serde::Serialize;

/// The result of an import.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Imported")]
pub struct ImportedJson {
    /// The number of games that were added.
    pub added: u64,
    /// The number of games that the store had already.
    pub known: u64,
    /// The games that were left out.
    pub problems: Vec<BadGameJson>,
}

/// A game that could not be read or kept.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "BadGame")]
pub struct BadGameJson {
    /// The file, if files were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The number of the game in the text, from one.
    pub game: usize,
    /// The line of the text, from one.
    pub line: Option<usize>,
    /// The mistake, in one line that names the game.
    pub text: String,
}

impl From<&RecordError> for BadGameJson {
    fn from(error: &RecordError) -> Self {
        Self { file: None, game: error.game, line: Some(error.line), text: error.to_string() }
    }
}

impl From<&BadGame> for BadGameJson {
    fn from(bad: &BadGame) -> Self {
        match bad {
            BadGame::Unreadable(error) => error.into(),
            BadGame::Refused { game, .. } => {
                Self { file: None, game: *game, line: None, text: bad.to_string() }
            }
        }
    }
}

impl BadGameJson {
    /// One line about bad games that are not listed, if there are any.
    pub fn and_more(mut games: impl Iterator<Item = Self>) -> Option<Self> {
        let first = games.next()?;
        let text = format!("and {} more games", 1 + games.count());
        Some(Self { text, ..first })
    }
}
