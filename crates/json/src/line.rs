//! Moves with what was said about them.

use quoridor_core::record::{Evaluation, Line, RecordedMove, Score};
use quoridor_core::{Move, Position};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A sequence of moves, with comments and variations.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Line")]
#[serde(deny_unknown_fields)]
pub struct LineJson {
    /// The comment before the first move.
    #[serde(default)]
    comment: String,
    /// The moves.
    #[serde(default)]
    moves: Vec<MoveJson>,
}

/// A move with its annotations.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Move")]
#[serde(deny_unknown_fields)]
struct MoveJson {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// Numeric annotation glyphs, as in PGN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    /// The comment behind the move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    /// The time left on the player's clock: `0:04:59`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    /// An engine's evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eval: Option<EvaluationJson>,
    /// Lines that could have been played instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<LineJson>,
}

/// An engine's evaluation, for South.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Evaluation")]
#[serde(rename_all = "snake_case")]
enum EvaluationJson {
    /// In steps.
    Score(f64),
    /// South wins in this many moves; negative if it loses.
    WinsIn(i32),
}

impl From<&Line> for LineJson {
    fn from(line: &Line) -> Self {
        let moves = line.moves.iter().map(|recorded| MoveJson {
            mv: recorded.mv.to_string(),
            nags: recorded.nags.clone(),
            comment: recorded.comment.clone(),
            clock: recorded.clock.map(|clock| clock.to_string()),
            eval: recorded.evaluation.map(|evaluation| match evaluation.score {
                Score::Hundredths(hundredths) => {
                    EvaluationJson::Score(f64::from(hundredths) / 100.0)
                }
                Score::WinsIn(moves) => EvaluationJson::WinsIn(moves),
            }),
            variations: recorded.variations.iter().map(Self::from).collect(),
        });
        Self { comment: line.comment.clone(), moves: moves.collect() }
    }
}

impl LineJson {
    /// The line, its moves proved legal from a position on.
    ///
    /// # Errors
    /// One line about the first move that is wrong.
    pub fn line(&self, start: &Position) -> Result<Line, String> {
        let (mut position, mut moves) = (*start, Vec::with_capacity(self.moves.len()));
        for words in &self.moves {
            let wrong = |problem: &dyn std::fmt::Display| {
                format!("line, move {}, '{}': {problem}", moves.len() + 1, words.mv.escape_debug())
            };
            let mv: Move = words.mv.parse().map_err(|error| wrong(&error))?;
            let clock = words
                .clock
                .as_deref()
                .map(str::parse)
                .transpose()
                .map_err(|error| wrong(&error))?;
            let score = words.eval.map(|eval| match eval {
                EvaluationJson::Score(score) => Score::Hundredths((score * 100.0).round() as i32),
                EvaluationJson::WinsIn(moves) => Score::WinsIn(moves),
            });
            let variations = words
                .variations
                .iter()
                .map(|variation| variation.line(&position))
                .collect::<Result<_, _>>();
            let recorded = RecordedMove {
                mv,
                nags: words.nags.clone(),
                evaluation: score.map(|score| Evaluation { score, depth: None }),
                clock,
                comment: as_comment(&words.comment),
                variations: variations?,
            };
            position = position.play(mv).map_err(|error| wrong(&error))?;
            moves.push(recorded);
        }
        Ok(Line { comment: as_comment(&self.comment), moves })
    }
}

/// Lines without space around them, none empty, as all comments are.
fn as_comment(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Variations may lie in one another as deep as records allow: a JSON reader stops at 128
    /// levels.
    #[test]
    fn the_deepest_variation_comes_back() {
        let text = format!("1. e2{} *", " ( 1. d1".repeat(24) + &" )".repeat(24));
        let record = quoridor_core::record::read(&text).next().unwrap().unwrap();
        let written = serde_json::json!({ "line": LineJson::from(&record.main) }).to_string();
        let read: serde_json::Value = serde_json::from_str(&written).unwrap();
        let line: LineJson = serde_json::from_value(read["line"].clone()).unwrap();
        assert_eq!(line.line(&record.start).unwrap(), record.main);
    }
}
