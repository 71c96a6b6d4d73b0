//! Messages of clients.

use quoridor_core::{Move, Player};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::words::{read_move, read_name};

/// The first message of a connection.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    #[serde(rename = "type")]
    _join: JoinWord,
    /// The secrets that the client knows.
    #[serde(default)]
    pub tokens: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum JoinWord {
    Join,
}

impl Join {
    /// Reads the first message of a connection.
    ///
    /// # Errors
    /// It is another.
    pub fn read(text: &str) -> Result<Self, Problem> {
        serde_json::from_str(text).map_err(|_| {
            Problem::bad(
                "the first message says who you are: {\"type\": \"join\", \"tokens\": \
                 [...]}, without tokens to look on",
            )
        })
    }
}

/// A message, and the number under which the client wants its answer.
pub struct Said {
    /// The number.
    pub id: Option<u64>,
    /// What is wanted.
    pub wish: Wish,
}

impl Said {
    /// Whether it asks for a hint, which takes a search.
    pub fn is_hint(&self) -> bool {
        self.wish == Wish::Hint
    }
}

/// The request of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A move, after this many.
    Move {
        /// The number of moves before it.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// Offers or accepts a takeback.
    Undo,
    /// Declines what was offered.
    Decline,
    /// Resigns.
    Resign {
        /// The seat, of those that the client plays.
        seat: Option<Player>,
    },
    /// Offers or accepts a draw.
    Draw,
    /// Offers or accepts a rematch.
    Rematch,
    /// Takes a name.
    Name {
        /// The name, which may be empty.
        name: String,
    },
    /// Says something friendly.
    Greet {
        /// The words.
        greeting: Greeting,
    },
    /// Asks for a hint.
    Hint,
    /// Pauses a game between computers.
    Pause,
    /// Lets it go on.
    Resume,
    /// Lets the next computer player move.
    Step,
    /// Sets the shortest time between moves of computers.
    Pace {
        /// That time.
        milliseconds: u64,
    },
    /// Asks whether anybody is there.
    Ping,
}

/// What players may say to each other: a few friendly words, nothing that needs a moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Greeting {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Nice move.
    NiceMove,
    /// Oops.
    Oops,
    /// Good game.
    GoodGame,
    /// Thanks.
    Thanks,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    id: Option<u64>,
    r#type: String,
    ply: Option<usize>,
    r#move: Option<String>,
    seat: Option<String>,
    pace: Option<u64>,
    name: Option<String>,
    greeting: Option<String>,
}

/// Reads a message. If it cannot be understood: the number under which it came, if there was one,
/// and what is wrong.
///
/// # Errors
/// It cannot be understood.
pub fn read_message(text: &str) -> Result<Said, (Option<u64>, Problem)> {
    let words: Words = serde_json::from_str(text).map_err(|error| {
        (None, Problem::bad(format_args!("a message is a JSON object with a type: {error}")))
    })?;
    match wish(&words) {
        Ok(wish) => Ok(Said { id: words.id, wish }),
        Err(problem) => Err((words.id, problem)),
    }
}

fn wish(words: &Words) -> Result<Wish, Problem> {
    Ok(match words.r#type.as_str() {
        "move" => match (words.ply, &words.r#move) {
            (Some(ply), Some(mv)) => Wish::Move { ply, mv: read_move(mv)? },
            _ => {
                return Err(Problem::bad(
                    "a move needs ply, the number of moves before it, and move",
                ));
            }
        },
        "undo" => Wish::Undo,
        "decline" => Wish::Decline,
        "resign" => {
            let seat = words.seat.as_deref().map(str::parse).transpose();
            Wish::Resign {
                seat: seat.map_err(|error| Problem::bad(format_args!("seat: {error}")))?,
            }
        }
        "draw" => Wish::Draw,
        "rematch" => Wish::Rematch,
        "name" => match &words.name {
            Some(name) => Wish::Name { name: read_name("name", name)? },
            None => return Err(Problem::bad("name needs name, which may be empty")),
        },
        "greet" => {
            let word = words.greeting.clone().unwrap_or_default();
            let greeting = serde_json::from_value(word.into());
            let wrong = |error| Problem::bad(format_args!("greeting: {error}"));
            Wish::Greet { greeting: greeting.map_err(wrong)? }
        }
        "hint" => Wish::Hint,
        "pause" => Wish::Pause,
        "resume" => Wish::Resume,
        "step" => Wish::Step,
        "pace" => Wish::Pace {
            milliseconds: words
                .pace
                .ok_or_else(|| Problem::bad("pace needs pace, the milliseconds between moves"))?,
        },
        "ping" => Wish::Ping,
        _ => {
            return Err(Problem::bad(
                "unknown type: it is move, undo, draw, decline, resign, rematch, name, greet, \
                 hint, pause, resume, step, pace or ping",
            ));
        }
    })
}
