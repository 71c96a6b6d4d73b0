//! Moves with what was said about them.

use std::collections::BTreeMap;

use quoridor_core::record::{Evaluation, Line, Record, RecordedMove, Score, write_result};
use quoridor_core::{Move, Position};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::problem::Problem;

/// A sequence of moves with what was said about them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineWords {
    #[serde(default)]
    comment: String,
    #[serde(default)]
    moves: Vec<MoveWords>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveWords {
    #[serde(rename = "move")]
    mv: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eval: Option<EvaluationWords>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<LineWords>,
}

/// An engine's opinion, for South.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EvaluationWords {
    Score(f64),
    WinsIn(i32),
}

impl From<&Line> for LineWords {
    fn from(line: &Line) -> Self {
        let moves = line.moves.iter().map(|recorded| MoveWords {
            mv: recorded.mv.to_string(),
            nags: recorded.nags.clone(),
            comment: recorded.comment.clone(),
            clock: recorded.clock.map(|clock| clock.to_string()),
            eval: recorded.evaluation.map(|evaluation| match evaluation.score {
                Score::Hundredths(hundredths) => {
                    EvaluationWords::Score(f64::from(hundredths) / 100.0)
                }
                Score::WinsIn(moves) => EvaluationWords::WinsIn(moves),
            }),
            variations: recorded.variations.iter().map(Self::from).collect(),
        });
        Self { comment: line.comment.clone(), moves: moves.collect() }
    }
}

impl LineWords {
    /// The line, its moves proved legal from a position on.
    pub(crate) fn line(&self, start: &Position) -> Result<Line, Problem> {
        let (mut position, mut moves) = (*start, Vec::with_capacity(self.moves.len()));
        for words in &self.moves {
            let wrong = |problem: &dyn std::fmt::Display| {
                Problem::bad(format_args!(
                    "line, move {}, '{}': {problem}",
                    moves.len() + 1,
                    words.mv.escape_debug()
                ))
            };
            let mv: Move = words.mv.parse().map_err(|error| wrong(&error))?;
            let clock = words
                .clock
                .as_deref()
                .map(str::parse)
                .transpose()
                .map_err(|error| wrong(&error))?;
            let score = words.eval.map(|eval| match eval {
                EvaluationWords::Score(score) => Score::Hundredths((score * 100.0).round() as i32),
                EvaluationWords::WinsIn(moves) => Score::WinsIn(moves),
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

/// A record as imports give it.
pub(crate) fn game_words(record: &Record) -> Value {
    let tags: BTreeMap<&str, &str> =
        record.tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
    json!({
        "tags": tags,
        "dialect": record.dialect.name(),
        "start": record.start.to_string(),
        "result": record.result.map(|outcome| write_result(Some(outcome), record.start.seats())),
        "line": LineWords::from(&record.main),
    })
}
