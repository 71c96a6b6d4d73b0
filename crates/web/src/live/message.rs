//! Messages of clients.

use quoridor_core::{Move, Player};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use quoridor_service::words::{read_move, read_name};

/// The first message of a connection.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Join {
    #[serde(rename = "type")]
    _join: JoinWord,
    /// The secrets that the client knows.
    #[serde(default)]
    pub(super) tokens: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum JoinWord {
    Join,
}

impl Join {
    pub(crate) fn read(text: &str) -> Result<Self, Problem> {
        serde_json::from_str(text).map_err(|_| {
            Problem::bad(
                "the first message says who you are: {\"type\": \"join\", \"tokens\": \
                 [...]}, without tokens to look on",
            )
        })
    }
}

/// A message, and the number under which the client wants its answer.
pub(crate) struct Said {
    pub(super) id: Option<u64>,
    pub(super) wish: Wish,
}

impl Said {
    /// The number under which the client wants its answer.
    pub(crate) const fn id(&self) -> Option<u64> {
        self.id
    }

    /// Whether it asks for a hint, which takes a search.
    pub(crate) fn is_hint(&self) -> bool {
        self.wish == Wish::Hint
    }
}

/// The request of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Move { ply: usize, mv: Move },
    Undo,
    Decline,
    Resign { seat: Option<Player> },
    Draw,
    Rematch,
    Name { name: String },
    Greet { greeting: Greeting },
    Hint,
    Pause,
    Resume,
    Step,
    Pace { milliseconds: u64 },
    Ping,
}

/// What players may say to each other: a few friendly words, nothing that needs a moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Greeting {
    Hello,
    GoodLuck,
    NiceMove,
    Oops,
    GoodGame,
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
pub(crate) fn read_message(text: &str) -> Result<Said, (Option<u64>, Problem)> {
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
