//! The opening book.

use quoridor_core::Game;
use quoridor_engine::book::{Book, BookMove, Opening};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::words::GameRequest;

/// A game whose last position is looked up.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "BookRequest")]
#[serde(deny_unknown_fields)]
pub struct Asked {
    #[serde(default)]
    game: GameRequest,
}

/// A position in the opening book.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BookPosition")]
pub struct BookJson {
    /// The opening that the game has reached, if it has a name.
    opening: Option<OpeningJson>,
    /// The number of book positions from here on, this one included; 0 outside the book.
    positions: u32,
    /// The probability that the player to move wins; null outside the book.
    score: Option<f64>,
    /// The moves: the explored ones, the best first, then the others.
    moves: Vec<BookMoveJson>,
}

/// An opening with a name.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Opening")]
struct OpeningJson {
    name: &'static str,
    /// Where the name and the moves were published.
    source: &'static str,
}

/// A move of the book.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BookMove")]
struct BookMoveJson {
    /// The move. Of two that lead to mirror images, only one is listed.
    #[serde(rename = "move")]
    mv: String,
    /// The probability that the player who makes it wins.
    score: f64,
    /// Its share of the book positions below all moves, 0 to 1.
    share: f64,
    /// The length of the longest book line with it, in plies.
    depth: u32,
    /// Whether it was explored enough for its score to be compared.
    explored: bool,
}

impl From<&BookMove> for BookMoveJson {
    fn from(found: &BookMove) -> Self {
        Self {
            mv: found.mv.to_string(),
            score: found.chance,
            share: found.share,
            depth: u32::from(found.entry.depth) + 1,
            explored: found.is_explored,
        }
    }
}

/// `POST /api/book`
///
/// # Errors
/// The game cannot be read.
pub fn book(asked: Asked) -> Result<BookJson, Problem> {
    Ok(found(Book::shipped(), &asked.game.game()?))
}

fn found(book: Option<&Book>, game: &Game) -> BookJson {
    let entry = book.and_then(|book| book.get(game.position()));
    let moves = book.map(|book| book.moves(game.position())).unwrap_or_default();
    BookJson {
        opening: Opening::of(game)
            .map(|opening| OpeningJson { name: opening.name, source: opening.source }),
        positions: entry.map_or(0, |entry| entry.positions),
        score: entry.map(|entry| entry.chance),
        moves: moves.iter().map(BookMoveJson::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_engine::book::{BookEntry, key};
    use serde_json::json;
    use std::borrow::Cow;

    fn game(words: &str) -> Game {
        let mut game = Game::default();
        for word in words.split_whitespace() {
            game.play(word.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn moves_have_scores_shares_and_depths() {
        let entry = |words: &str, chance, positions, depth, plies| {
            let entry = BookEntry { chance, positions, depth, plies };
            (key(game(words).position()), entry)
        };
        let bytes = Book::pack(
            "a test",
            [entry("", 0.55, 4, 2, 0), entry("e2", 0.45, 3, 1, 1), entry("a3h", 0.5, 1, 0, 1)],
        );
        let book = Book::read(Cow::Owned(bytes)).unwrap();
        let found = serde_json::to_value(found(Some(&book), &game(""))).unwrap();
        assert_eq!(
            found,
            json!({
                "opening": null,
                "positions": 4,
                "score": 0.55,
                "moves": [
                    { "move": "e2", "score": 0.55, "share": 0.75, "depth": 2, "explored": true },
                    { "move": "a3h", "score": 0.5, "share": 0.25, "depth": 1, "explored": true },
                ],
            })
        );
    }

    #[test]
    fn openings_have_names_without_a_book_too() {
        let found = found(None, &game("e2 e8 e3 e7 e4 e6 e1v"));
        assert_eq!(found.opening.map(|opening| opening.name), Some("Shiller"));
        assert_eq!((found.positions, found.moves.len()), (0, 0));
    }
}
