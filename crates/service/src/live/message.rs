//! Messages of clients.

use quoridor_core::{Move, Player};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::problem::Problem;
use crate::words::{read_move, read_name};

/// The first message of a connection.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum First {
    Join {
        #[serde(default)]
        tokens: Vec<String>,
    },
}

/// The first message of a connection.
pub struct Join {
    /// The tokens that the client has.
    pub tokens: Vec<String>,
}

impl Join {
    /// Reads the first message of a connection.
    ///
    /// # Errors
    /// It is another.
    pub fn read(text: &str) -> Result<Self, Problem> {
        match serde_json::from_str(text) {
            Ok(First::Join { tokens }) => Ok(Self { tokens }),
            Err(_) => Err(Problem::bad(
                "the first message is {\"type\": \"join\", \"tokens\": [...]}; leave the tokens \
                 out to watch",
            )),
        }
    }
}

/// A command, and the number under which the client wants its answer.
#[derive(Debug)]
pub struct Envelope {
    /// The number.
    pub id: Option<u64>,
    /// The command.
    pub command: Command,
}

/// A command of a client. The variants are structs so that unknown fields are refused.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Command {
    /// Makes a move.
    Move {
        /// The number of moves before it.
        ply: usize,
        /// The move.
        #[serde(rename = "move", deserialize_with = "a_move")]
        mv: Move,
    },
    /// Requests a takeback, or agrees to one.
    Undo {},
    /// Declines all offers.
    Decline {},
    /// Resigns.
    Resign {
        /// The seat, of those that the client plays.
        #[serde(default, deserialize_with = "a_seat")]
        seat: Option<Player>,
    },
    /// Offers a draw, or accepts one.
    Draw {},
    /// Offers a rematch, or accepts one.
    Rematch {},
    /// Sets the client's name.
    Name {
        /// The name, which may be empty.
        #[serde(deserialize_with = "a_name")]
        name: String,
    },
    /// Sends a greeting to everybody.
    Greet {
        /// The greeting.
        greeting: Greeting,
    },
    /// Asks for a hint.
    Hint {},
    /// Pauses a game between computers.
    Pause {},
    /// Lets it go on.
    Resume {},
    /// Lets the next computer player move.
    Step {},
    /// Sets the shortest time between moves of computers.
    Pace {
        /// That time in milliseconds.
        pace: u64,
    },
    /// Asks whether the server is there.
    Ping {},
}

/// What players may say to each other: fixed, so that nothing needs a moderator.
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

impl Envelope {
    /// Reads a message.
    ///
    /// # Errors
    /// What is wrong, with the message's number if it has one.
    pub fn read(text: &str) -> Result<Self, (Option<u64>, Problem)> {
        let bad = |error| Problem::bad(format_args!("a message is a JSON object: {error}"));
        let mut fields: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| (None, bad(error)))?;
        let id = fields.remove("id").map_or(Ok(None), Option::deserialize);
        let id = id.map_err(|error| (None, Problem::bad(format_args!("id: {error}"))))?;
        match Command::deserialize(Value::Object(fields)) {
            Ok(command) => Ok(Self { id, command }),
            Err(error) => Err((id, Problem::bad(error))),
        }
    }
}

fn a_move<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
    read_move(&String::deserialize(deserializer)?).map_err(Error::custom)
}

fn a_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    read_name("name", &String::deserialize(deserializer)?).map_err(Error::custom)
}

fn a_seat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Player>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let seat = text.parse();
    seat.map(Some).map_err(|_| Error::invalid_value(Unexpected::Str(&text), &"a seat like South"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> (Option<u64>, String) {
        let (id, problem) = Envelope::read(text).unwrap_err();
        (id, problem.to_string())
    }

    #[test]
    fn what_is_wrong_with_a_message_is_named() {
        for (text, line) in [
            (r#"{"type": "move"}"#, "missing field `ply`"),
            (r#"{"type": "move", "ply": 0, "move": "e33"}"#, "move: 'e33' is not a move"),
            (r#"{"type": "ping", "x": 1}"#, "unknown field `x`"),
            (r#"{"type": "draw", "seat": "South"}"#, "unknown field `seat`"),
            (r#"{"type": "dance"}"#, "unknown variant `dance`, expected one of `move`, `undo`"),
            (r#"{"type": "resign", "seat": "Up"}"#, "a seat like South"),
            (r#"{"type": "name"}"#, "missing field `name`"),
            (r#"{"type": "greet", "greeting": "boo"}"#, "`good-game`"),
            (r#"{"ply": 1}"#, "missing field `type`"),
        ] {
            let numbered = text.replacen('{', "{\"id\": 3, ", 1);
            let (id, told) = refusal(&numbered);
            assert_eq!(id, Some(3), "{text}");
            assert!(told.contains(line) && !told.contains('\n'), "{text}: {told}");
        }
        assert!(refusal("[]").1.starts_with("a message is a JSON object"));
        assert_eq!(refusal(r#"{"id": -1, "type": "ping"}"#).0, None);
    }

    #[test]
    fn a_message_without_a_number_is_understood() {
        let envelope = Envelope::read(r#"{"type": "pace", "pace": 800}"#).unwrap();
        assert_eq!((envelope.id, envelope.command), (None, Command::Pace { pace: 800 }));
        assert_eq!(Join::read(r#"{"type": "join"}"#).unwrap().tokens, [""; 0]);
        assert!(Join::read(r#"{"type": "move"}"#).is_err());
    }
}
