//! An external engine: a program that speaks the engine protocol.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quoridor_core::{Game, Move, Position};
use quoridor_engine::Limits;
use quoridor_engine::protocol::Clock;

use crate::control::Allowance;
use crate::participant::ReceiveError;
use crate::participant::command_line::CommandLine;
use crate::participant::connection::Connection;
use crate::participant::info::Info;
use crate::participant::{Fault, Participant};
use quoridor_store::MoveStats;

/// Timeouts of external engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Of `ugiok`, `uciok` and `readyok`.
    pub handshake: Duration,
    /// Of a move, where nothing limits its time.
    pub answer: Duration,
    /// Of a late move, after `stop`; then the engine has stalled.
    pub late: Duration,
    /// Of the end of the process, after `quit`.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            answer: Duration::from_secs(60),
            late: Duration::from_secs(1),
            quit: Duration::from_millis(500),
        }
    }
}

/// An external engine. It is started for its first game, stays for the next ones, and is started
/// again if it had to be killed.
#[derive(Debug)]
pub(crate) struct Program {
    command: CommandLine,
    /// The names and values of `setoption`.
    options: Vec<(String, String)>,
    timeouts: Timeouts,
    /// The dialect of the protocol that it answered to.
    words: Option<&'static Words>,
    connection: Option<Connection>,
}

/// A program that has not answered `ugi` after so long is asked with `uci` as well.
const SOON: Duration = Duration::from_secs(1);

/// The words of a protocol for the handshake and a new game.
#[derive(Debug)]
struct Words {
    greeting: &'static str,
    answer: &'static str,
    new_game: &'static str,
}

impl Words {
    const UGI: Self = Self { greeting: "ugi", answer: "ugiok", new_game: "uginewgame" };
    const UCI: Self = Self { greeting: "uci", answer: "uciok", new_game: "ucinewgame" };
}

/// The most characters of an answer that are kept.
const LONGEST_ANSWER: usize = 40;

impl Program {
    pub(crate) fn new(
        command: CommandLine,
        options: Vec<(String, String)>,
        timeouts: Timeouts,
    ) -> Self {
        Self { command, options, timeouts, words: None, connection: None }
    }

    /// Starts the program, asks who it is, and sets it up.
    fn connect(&mut self, stop: &AtomicBool) -> Result<Connection, ReceiveError> {
        let (mut connection, words) = match (self.greet(self.words, stop), self.words) {
            // Some programs end at a word that they do not know.
            (Err(ReceiveError::Closed), None) => self.greet(Some(&Words::UCI), stop)?,
            (greeted, _) => greeted?,
        };
        self.words = Some(words);
        let deadline = Instant::now() + self.timeouts.handshake;
        for (name, value) in &self.options {
            connection.send(&format!("setoption name {name} value {value}"), deadline, stop)?;
        }
        Ok(connection)
    }

    /// Starts the program and greets it; in words that it is known to know, or first in those of
    /// UGI and, if it does not answer soon, also in those of UCI.
    fn greet(
        &self,
        known: Option<&'static Words>,
        stop: &AtomicBool,
    ) -> Result<(Connection, &'static Words), ReceiveError> {
        let mut connection = Connection::start(&self.command).map_err(|_| ReceiveError::Closed)?;
        let begin = Instant::now();
        let last = begin + self.timeouts.handshake;
        let (words, mut others) =
            known.map_or((&Words::UGI, Some(&Words::UCI)), |words| (words, None));
        connection.send(words.greeting, last, stop)?;
        let mut greeted = vec![words];
        loop {
            let deadline = others.map_or(last, |_| last.min(begin + SOON));
            match (connection.receive(deadline, stop), others) {
                (Ok(line), _) => {
                    if let Some(words) = greeted.iter().find(|words| words.answer == line.trim()) {
                        return Ok((connection, words));
                    }
                }
                (Err(ReceiveError::TimeOut), Some(words)) if Instant::now() < last => {
                    connection.send(words.greeting, last, stop)?;
                    greeted.push(words);
                    others = None;
                }
                (Err(error), _) => return Err(error),
            }
        }
    }

    /// Sends commands and `isready`, and skips everything before `readyok`.
    fn tell(
        &self,
        connection: &mut Connection,
        commands: &[&str],
        stop: &AtomicBool,
    ) -> Result<(), ReceiveError> {
        let deadline = Instant::now() + self.timeouts.handshake;
        commands
            .iter()
            .chain(&["isready"])
            .try_for_each(|command| connection.send(command, deadline, stop))?;
        while connection.receive(deadline, stop)?.trim() != "readyok" {}
        Ok(())
    }

    fn search(
        &self,
        connection: &mut Connection,
        game: &Game,
        allowance: &Allowance,
        stop: &AtomicBool,
    ) -> Result<(Move, MoveStats), Fault> {
        self.tell(connection, &[&position_command(game)], stop).map_err(fault)?;
        let player = game.position().turn();
        let begin = Instant::now();
        let mut deadline = begin + allowance.time(player).unwrap_or(self.timeouts.answer);
        connection.send(&go_command(game.position(), allowance), deadline, stop).map_err(fault)?;
        let mut info = Info::default();
        let mut is_late = false;
        loop {
            let line = match connection.receive(deadline, stop) {
                Ok(line) => line,
                Err(ReceiveError::TimeOut) if !is_late && allowance.time(player).is_some() => {
                    is_late = true;
                    deadline = Instant::now() + self.timeouts.late;
                    connection.send("stop", deadline, stop).map_err(fault)?;
                    continue;
                }
                Err(error) => return Err(fault(error)),
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => info.hear(words),
                Some("bestmove") if is_late => return Err(Fault::Late),
                Some("bestmove") => {
                    let mv = read_move(words.next().unwrap_or_default())?;
                    let Info { value, depth, nodes } = info;
                    let time = begin.elapsed();
                    return Ok((mv, MoveStats { time, clock: None, value, depth, nodes }));
                }
                _ => {}
            }
        }
    }

    /// Goes on with a connection as long as it can be used.
    fn keep<T>(&mut self, connection: Connection, result: Result<T, Fault>) -> Result<T, Fault> {
        match result {
            Ok(_) | Err(Fault::Illegal(_) | Fault::Late) => self.connection = Some(connection),
            // It may be in the middle of a search, which is not waited for.
            Err(Fault::Disconnected | Fault::Stalled | Fault::Interrupted) => drop(connection),
        }
        result
    }
}

impl Participant for Program {
    fn begin(&mut self, _start: &Position, stop: &AtomicBool) -> Result<(), Fault> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.connect(stop).map_err(fault)?,
        };
        let new_game = self.words.unwrap_or(&Words::UGI).new_game;
        let result = self.tell(&mut connection, &[new_game], stop).map_err(fault);
        self.keep(connection, result)
    }

    fn choose(
        &mut self,
        game: &Game,
        allowance: &Allowance,
        stop: &AtomicBool,
    ) -> Result<(Move, MoveStats), Fault> {
        let mut connection = self.connection.take().ok_or(Fault::Disconnected)?;
        let result = self.search(&mut connection, game, allowance, stop);
        self.keep(connection, result)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.quit(self.timeouts.quit);
        }
    }
}

/// The fault of an engine from which nothing was received.
fn fault(error: ReceiveError) -> Fault {
    match error {
        ReceiveError::Closed | ReceiveError::Flood => Fault::Disconnected,
        ReceiveError::TimeOut => Fault::Stalled,
        ReceiveError::Interrupted => Fault::Interrupted,
    }
}

fn read_move(text: &str) -> Result<Move, Fault> {
    let as_sent = || text.chars().take(LONGEST_ANSWER).flat_map(char::escape_debug).collect();
    text.parse().map_err(|_| Fault::Illegal(as_sent()))
}

/// `position startpos moves …`, or with a position string where the game began elsewhere.
pub(crate) fn position_command(game: &Game) -> String {
    let mut command = String::from("position ");
    if *game.start() == Position::default() {
        command.push_str("startpos");
    } else {
        let _ = write!(command, "fen {}", game.start());
    }
    for (place, mv) in game.moves().iter().enumerate() {
        let _ = write!(command, "{}{mv}", if place == 0 { " moves " } else { " " });
    }
    command
}

/// `go` with everything that limits the search.
fn go_command(position: &Position, allowance: &Allowance) -> String {
    let mut command = String::from("go");
    // A player without a clock gets no clocks of others: they would not limit it.
    if let Some(clocks) = allowance.clocks.filter(|clocks| clocks[position.turn()].left.is_some()) {
        for (place, player) in (1..).zip(position.seats().players()) {
            if let Clock { left: Some(left), increment } = clocks[*player] {
                let _ = write!(
                    command,
                    " p{place}time {} p{place}inc {}",
                    left.as_millis(),
                    increment.as_millis()
                );
            }
        }
    }
    let Limits { time, nodes, depth, simulations, .. } = allowance.limits;
    let mut limit = |word: &str, number: Option<u128>| {
        if let Some(number) = number {
            let _ = write!(command, " {word} {number}");
        }
    };
    limit("movetime", time.map(|time| time.as_millis()));
    limit("nodes", nodes.map(u128::from));
    limit("depth", depth.map(u128::from));
    limit("simulations", simulations.map(u128::from));
    command
}

#[cfg(test)]
mod tests {
    use quoridor_core::{ByPlayer, Player, Seats, Variant};

    use super::*;
    use crate::control::{Control, clocks};

    #[test]
    fn commands_are_those_of_the_protocol() {
        let mut game = Game::default();
        assert_eq!(position_command(&game), "position startpos");
        game.play("e2".parse().unwrap()).unwrap();
        game.play("e8".parse().unwrap()).unwrap();
        assert_eq!(position_command(&game), "position startpos moves e2 e8");
        let small = Game::new("- / - / c1 c5 / 3 3 / 1 / 5x5".parse().unwrap());
        assert_eq!(position_command(&small), "position fen - / - / c1 c5 / 3 3 / 1 / 5x5");
    }

    #[test]
    fn clocks_are_those_of_all_seats() {
        let position = Position::start(Variant::official(Seats::Three));
        let control = Control { clock: "10+0.1".parse().ok(), limits: Limits::nodes(500) };
        let three = |control: &Control| ByPlayer::new(Seats::Three, |_| *control);
        let with = |controls: ByPlayer<Control>| Allowance {
            limits: controls[Player::South].limits,
            clocks: clocks(&controls),
            margin: Duration::ZERO,
        };
        let allowance = |control: &Control| with(three(control));
        assert_eq!(
            go_command(&position, &allowance(&control)),
            "go p1time 10000 p1inc 100 p2time 10000 p2inc 100 p3time 10000 p3inc 100 nodes 500"
        );
        assert_eq!(go_command(&position, &allowance(&Control::default())), "go");
        let others = ByPlayer::new(Seats::Three, |player| {
            if player == Player::South { Control::default() } else { control }
        });
        assert_eq!(go_command(&position, &with(others)), "go");
        let alone = ByPlayer::new(Seats::Three, |player| {
            if player == Player::South { control } else { Control::default() }
        });
        assert_eq!(go_command(&position, &with(alone)), "go p1time 10000 p1inc 100 nodes 500");
    }

    #[test]
    fn what_is_no_move_is_kept_as_it_was_sent() {
        assert_eq!(read_move("(none)"), Err(Fault::Illegal("(none)".to_owned())));
        assert_eq!(
            read_move(&"z\u{1b}".repeat(50)).map_err(|fault| format!("{fault:?}").len() < 300),
            Err(true)
        );
    }
}
