//! A line becomes a command.

use std::fmt;

use quoridor_core::notation::{Dialect as Notation, MoveListError, ParsePositionError};
use quoridor_core::{Game, Position};

use crate::bench;
use crate::protocol::go::{Go, GoError};

/// A command to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `ugi` or `uci`: asks for name and options.
    Hello(Dialect),
    /// `isready`
    IsReady,
    /// `setoption name … value …`
    SetOption { name: String, value: String },
    /// `uginewgame` or `ucinewgame`
    NewGame,
    /// `position`
    Position(Game),
    /// `go`
    Go(Go),
    /// `stop`
    Stop,
    /// `query`
    Query(Question),
    /// `d`: the board, for people.
    Show,
    /// `bench`: how many nodes the player needs for a fixed set of positions, to a depth.
    Bench { depth: u32 },
    /// `quit`
    Quit,
}

/// Which of the two protocols is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Ugi,
    Uci,
}

/// A question of a referee that does not know the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    GameOver,
    FirstPlayersTurn,
    Result,
}

impl Command {
    /// Reads a line; `None` if there is nothing on it.
    pub(super) fn read(line: &str) -> Result<Option<Self>, CommandError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let alone = |command| {
            if line.split_whitespace().nth(1).is_none() { Ok(command) } else { Err(unknown(line)) }
        };
        let command = match first {
            "ugi" => alone(Self::Hello(Dialect::Ugi)),
            "uci" => alone(Self::Hello(Dialect::Uci)),
            "isready" => alone(Self::IsReady),
            "uginewgame" | "ucinewgame" => alone(Self::NewGame),
            "stop" => alone(Self::Stop),
            "d" => alone(Self::Show),
            "quit" => alone(Self::Quit),
            "bench" => read_bench(words),
            "setoption" => read_option(words),
            "position" => read_position(words).map(Self::Position),
            "go" => Go::read(words).map(Self::Go).map_err(CommandError::Go),
            "query" => read_question(words).map(Self::Query),
            _ => Err(unknown(line)),
        };
        command.map(Some)
    }

    /// Whether it may come while a search goes on: whatever changes neither the game nor the
    /// player.
    pub(super) const fn fits_a_search(&self) -> bool {
        matches!(
            self,
            Self::Hello(_) | Self::IsReady | Self::Query(_) | Self::Show | Self::Stop | Self::Quit
        )
    }
}

fn unknown(line: &str) -> CommandError {
    CommandError::Unknown { line: line.trim().to_owned() }
}

/// The depth may be left out.
fn read_bench<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let depth = words.next().map_or(Some(bench::DEPTH), |depth| depth.parse().ok());
    match depth.filter(|depth| (1..=64).contains(depth) && words.next().is_none()) {
        Some(depth) => Ok(Command::Bench { depth }),
        None => Err(CommandError::Bench),
    }
}

/// `name` and `value` part the words; either text may have spaces in it. A button would have no
/// value.
fn read_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    if words.next() != Some("name") {
        return Err(CommandError::SetOption);
    }
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    let value: Vec<&str> = words.collect();
    if name.is_empty() {
        return Err(CommandError::SetOption);
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

/// The position string has spaces in it: it goes on until the word `moves`.
fn read_position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Game, CommandError> {
    let kind = words.next();
    let start: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let start = match kind {
        Some("startpos") if start.is_empty() => Position::default(),
        Some("fen") => start.join(" ").parse().map_err(CommandError::Position)?,
        _ => return Err(CommandError::PositionKind),
    };
    let moves: Vec<&str> = words.collect();
    Notation::Standard.read_moves(&moves.join(" "), &start).map_err(CommandError::Moves)
}

fn read_question<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Question, CommandError> {
    match (words.next(), words.next()) {
        (Some("gameover"), None) => Ok(Question::GameOver),
        (Some("p1turn"), None) => Ok(Question::FirstPlayersTurn),
        (Some("result"), None) => Ok(Question::Result),
        _ => Err(CommandError::Query),
    }
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CommandError {
    /// Its first word is none that begins a command, or it goes on where it should not.
    Unknown { line: String },
    /// `setoption` without a name.
    SetOption,
    /// `position` with neither `startpos` nor `fen`.
    PositionKind,
    /// The position string.
    Position(ParsePositionError),
    /// The moves.
    Moves(MoveListError),
    /// `go`
    Go(GoError),
    /// `query` for something else.
    Query,
    /// `bench` with something that is not a depth.
    Bench,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { line } => write!(
                f,
                "unknown command '{line}': there are ugi, uci, isready, setoption, uginewgame, \
                 ucinewgame, position, go, stop, query, d, bench, quit"
            ),
            Self::SetOption => f.write_str("setoption: write setoption name <name> value <value>"),
            Self::PositionKind => f.write_str(
                "position: write position startpos or position fen <position string>, then perhaps \
                 moves and the moves",
            ),
            Self::Position(error) => write!(f, "position: {error}"),
            Self::Moves(error) => write!(f, "position: {error}"),
            Self::Go(error) => error.fmt(f),
            Self::Query => f.write_str(
                "query: there are query gameover, query p1turn and query \
                 result",
            ),
            Self::Bench => f.write_str("bench: write bench, or bench and a depth from 1 to 64"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(line: &str) -> Result<String, String> {
        match Command::read(line) {
            Ok(Some(Command::Position(game))) => Ok(game.position().to_string()),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn positions() {
        let start = "- / - / e1 e9 / 10 10 / 1";
        assert_eq!(position("position startpos"), Ok(start.to_owned()));
        assert_eq!(position("position startpos moves"), Ok(start.to_owned()));
        assert_eq!(
            position(" position\tfen  - / - / e1 e9 / 10 10 / 1 \r\n"),
            Ok(start.to_owned())
        );
        assert_eq!(
            position("position startpos moves e2 e8 e3h"),
            Ok("e3 / - / e2 e8 / 9 10 / 2".to_owned())
        );
        let small = "- / - / c1 c5 / 3 3 / 1 / 5x5";
        assert_eq!(position(&format!("position fen {small}")), Ok(small.to_owned()));
        let moved = position(&format!("position fen {small} moves c2 c4"));
        assert_eq!(moved, Ok("- / - / c2 c4 / 3 3 / 1 / 5x5".to_owned()));
    }

    #[test]
    fn bad_positions_say_why() {
        for line in ["position", "position e2", "position startpos e2", "position moves e2"] {
            assert!(
                position(line).unwrap_err().starts_with("position: write position startpos or"),
                "{line}"
            );
        }
        assert!(
            position("position fen").unwrap_err().starts_with("position: position string: 1 field")
        );
        let illegal = position("position startpos moves e2 e7").unwrap_err();
        assert!(
            illegal.starts_with("position: move 2, 'e7': illegal: the pawn on e9 cannot go to e7"),
            "{illegal}"
        );
    }

    #[test]
    fn options_may_have_spaces() {
        let option = |name: &str, value: &str| {
            Ok(Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() }))
        };
        assert_eq!(Command::read("setoption name Hash value 64"), option("Hash", "64"));
        assert_eq!(Command::read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(Command::read("setoption name File value a b"), option("File", "a b"));
        for line in ["setoption", "setoption Hash 64", "setoption name", "setoption name value 3"] {
            assert_eq!(Command::read(line), Err(CommandError::SetOption), "{line}");
        }
    }

    #[test]
    fn nothing_and_nonsense() {
        assert_eq!(Command::read("  \t\r\n"), Ok(None));
        for line in ["hello", "UGI", "stop it", "quit 1", "query", "query fen", "query result now"]
        {
            assert!(Command::read(line).is_err(), "{line}");
        }
    }
}
