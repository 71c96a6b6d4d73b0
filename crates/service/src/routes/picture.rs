//! Pictures of moments.

use quoridor_core::Seats;
use quoridor_picture::{Card, card};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::words::GameRequest;

/// A moment of a game for two.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PictureRequest")]
#[serde(deny_unknown_fields)]
pub struct Asked {
    game: GameRequest,
    /// The number of moves before the moment; the last of them is shown.
    ply: usize,
    /// South's expected score in each position, 0 to 1.
    chances: Vec<f64>,
    /// The names of the players.
    names: Names,
    /// A text about the moment.
    text: String,
}

/// The names of two players.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PictureNames")]
#[serde(deny_unknown_fields)]
struct Names {
    #[serde(rename = "South")]
    south: String,
    #[serde(rename = "North")]
    north: String,
}

/// A picture.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Picture")]
pub struct PictureJson {
    /// The picture as SVG.
    svg: String,
}

/// The longest text of a picture, in characters, and the longest line.
const LONGEST_TEXT: usize = 300;
const LONGEST_LINE: usize = 42;

/// `POST /api/picture`
///
/// # Errors
/// The game cannot be read, has no such ply or is not for two, or the text is too long.
pub fn picture(asked: Asked) -> Result<PictureJson, Problem> {
    let game = asked.game.game()?;
    let plies = game.moves().len();
    if game.start().seats() != Seats::Two {
        return Err(Problem::bad("game: only games for two have pictures of moments"));
    }
    if asked.ply > plies {
        return Err(Problem::bad(format_args!("ply: at most {plies}, the moves of the game")));
    }
    if asked.chances.len() > plies + 1 {
        return Err(Problem::bad("chances: at most one for each position"));
    }
    if asked.text.chars().count() > LONGEST_TEXT {
        return Err(Problem::bad(format_args!("text: at most {LONGEST_TEXT} characters")));
    }
    let svg = card(&Card {
        game: &game,
        ply: asked.ply,
        chances: &asked.chances,
        names: [&asked.names.south, &asked.names.north],
        lines: &wrapped(&asked.text),
    });
    Ok(PictureJson { svg })
}

/// A text in lines.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LONGEST_LINE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn asked(changes: Value) -> Result<PictureJson, Problem> {
        let mut request = json!({
            "game": { "moves": ["e2", "e8"] },
            "ply": 1,
            "chances": [0.5, 0.6, 0.4],
            "names": { "South": "Ann", "North": "Bob <3" },
            "text": "e2 leaves South 7 steps to go; now South needs 7 steps and North 8 steps.",
        });
        request.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        picture(serde_json::from_value(request).unwrap())
    }

    #[test]
    fn a_moment_has_names_and_a_wrapped_text() {
        let svg = asked(json!({})).unwrap().svg;
        assert!(svg.starts_with("<svg") && svg.contains("Ann") && svg.contains("Bob &lt;3"));
        assert!(svg.contains(">e2 leaves South 7 steps to go; now South<"));
        assert!(svg.contains(">needs 7 steps and North 8 steps.<"));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for changes in [
            json!({ "ply": 3 }),
            json!({ "chances": [0.1, 0.2, 0.3, 0.4] }),
            json!({ "text": "x".repeat(301) }),
            json!({ "game": { "players": 4 }, "ply": 0, "chances": [] }),
        ] {
            assert!(asked(changes.clone()).is_err(), "{changes}");
        }
    }
}
