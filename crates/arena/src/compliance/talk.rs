//! A conversation with a program that is being checked.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quoridor_core::notation::Dialect;
use quoridor_core::{Game, Move, Position};

use crate::participant::{CommandLine, Connection, ReceiveError, position_command};

/// A description of a failure.
pub(super) type Problem = String;

/// How long to wait for output that should not come.
const QUIET: Duration = Duration::from_millis(300);

/// A conversation with a program.
pub(super) struct Talk {
    connection: Connection,
    /// The timeout of an answer that should come at once, or after a short search.
    wait: Duration,
    nobody: AtomicBool,
    /// Set once an engine has answered `ugi`.
    has_answered: Rc<Cell<bool>>,
}

/// The output of a search.
pub(super) struct Searched {
    /// The word behind `bestmove`.
    pub(super) answer: String,
    /// The `info` lines, without that word.
    pub(super) infos: Vec<String>,
    /// How long it took.
    pub(super) time: Duration,
}

impl Talk {
    pub(super) fn begin(
        command: &CommandLine,
        wait: Duration,
        has_answered: Rc<Cell<bool>>,
    ) -> Result<Self, Problem> {
        let connection =
            Connection::start(command).map_err(|error| format!("it cannot be started: {error}"))?;
        Ok(Self { connection, wait, nobody: AtomicBool::new(false), has_answered })
    }

    /// After `ugi`: what it said before `ugiok`.
    pub(super) fn hello(&mut self) -> Result<Vec<String>, Problem> {
        self.send("ugi")?;
        let (lines, _) = self.until("ugi", |line| line.trim() == "ugiok", "ugiok")?;
        self.has_answered.set(true);
        Ok(lines)
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), Problem> {
        let sent = self.connection.send(line, Instant::now() + self.wait, &self.nobody);
        sent.map_err(|error| in_words(error, &format!("before it could be told '{line}'")))
    }

    /// The lines until one that is wanted, and that one.
    pub(super) fn until(
        &mut self,
        after: &str,
        is_wanted: impl Fn(&str) -> bool,
        wanted: &str,
    ) -> Result<(Vec<String>, String), Problem> {
        let mut lines = Vec::new();
        let deadline = Instant::now() + self.wait;
        loop {
            match self.connection.receive(deadline, &self.nobody) {
                Ok(line) if is_wanted(&line) => return Ok((lines, line)),
                Ok(line) => lines.push(line),
                Err(error) => {
                    return Err(in_words(error, &format!("after '{after}', before {wanted}")));
                }
            }
        }
    }

    /// Asks `isready`, and waits for `readyok`.
    pub(super) fn ready(&mut self) -> Result<(), Problem> {
        self.send("isready")?;
        self.until("isready", |line| line.trim() == "readyok", "readyok").map(|_| ())
    }

    /// Searches a position, after a handshake.
    pub(super) fn search(&mut self, game: &Game, go: &str) -> Result<Searched, Problem> {
        self.send(&position_command(game))?;
        self.ready()?;
        self.send(go)?;
        self.best_move(go)
    }

    /// Waits for the end of a search.
    pub(super) fn best_move(&mut self, after: &str) -> Result<Searched, Problem> {
        let begin = Instant::now();
        let mut answer = String::new();
        let mut infos = Vec::new();
        let deadline = begin + self.wait;
        while answer.is_empty() {
            let line = self.connection.receive(deadline, &self.nobody);
            let line = line
                .map_err(|error| in_words(error, &format!("after '{after}', before bestmove")))?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    answer = words.next().ok_or("there is no move behind bestmove")?.to_owned();
                }
                Some("info") => infos.push(line.trim_start()["info".len()..].trim().to_owned()),
                _ => {}
            }
        }
        Ok(Searched { answer, infos, time: begin.elapsed() })
    }

    /// Nothing of a kind comes for a while.
    pub(super) fn no_line(&mut self, is_unwanted: impl Fn(&str) -> bool) -> Result<(), Problem> {
        let deadline = Instant::now() + QUIET;
        loop {
            match self.connection.receive(deadline, &self.nobody) {
                Ok(line) if is_unwanted(&line) => {
                    return Err(format!("it sends '{}'", short(&line)));
                }
                Ok(_) => {}
                Err(ReceiveError::TimeOut) => return Ok(()),
                Err(error) => return Err(in_words(error, "where it should wait")),
            }
        }
    }

    /// Whether the program ends when it is told to.
    pub(super) fn quit(self) -> bool {
        self.connection.quit(self.wait)
    }

    /// Whether it ends at the end of its input.
    pub(super) fn hang_up(self) -> bool {
        self.connection.hang_up(self.wait)
    }
}

/// The move of an answer, if it is one that can be made.
pub(super) fn legal(answer: &str, position: &Position) -> Result<Move, Problem> {
    let mv = Dialect::Standard
        .read_move(answer, position)
        .map_err(|error| format!("'{}': {error}", short(answer)))?;
    position.check(mv).map_err(|reason| format!("'{}' is illegal: {reason}", short(answer)))?;
    Ok(mv)
}

fn in_words(error: ReceiveError, when: &str) -> Problem {
    match error {
        ReceiveError::Closed => format!("it ends or hangs up {when}"),
        ReceiveError::Flood => format!("it floods its output {when}"),
        ReceiveError::TimeOut | ReceiveError::Interrupted => format!("it does not answer {when}"),
    }
}

/// A text that fits on a line.
pub(super) fn short(text: &str) -> String {
    text.chars().take(80).flat_map(char::escape_debug).collect()
}
