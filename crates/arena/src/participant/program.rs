//! A program that speaks the engine protocol.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quoridor_core::{Game, Move, Position};
use quoridor_engine::Limits;

use crate::control::Allowance;
use crate::participant::command_line::CommandLine;
use crate::participant::connection::{Connection, Silence};
use crate::participant::info::Info;
use crate::participant::{Answer, Fault, Participant};

/// How long programs are waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For `ugiok` and `readyok`.
    pub handshake: Duration,
    /// For a move, where nothing limits its time.
    pub answer: Duration,
    /// For a move that is late, after `stop`: after that, the program gives no answer at all.
    pub late: Duration,
    /// For the end, after `quit`.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            answer: Duration::from_secs(60),
            late: Duration::from_secs(1),
            quit: Duration::from_millis(500),
        }
    }
}

/// A program. It is started for its first game, stays for the next ones, and is started again if it had to be killed.
#[derive(Debug)]
pub(crate) struct Program {
    command: CommandLine,
    patience: Patience,
    connection: Option<Connection>,
}

/// The most characters of an answer that are kept.
const LONGEST_ANSWER: usize = 40;

impl Program {
    pub(crate) fn new(command: CommandLine, patience: Patience) -> Self {
        Self { command, patience, connection: None }
    }

    /// Starts the program and asks who it is.
    fn connect(&self, stop: &AtomicBool) -> Result<Connection, Silence> {
        let mut connection = Connection::start(&self.command).map_err(|_| Silence::Closed)?;
        let deadline = Instant::now() + self.patience.handshake;
        connection.send("ugi", deadline, stop)?;
        while connection.receive(deadline, stop)?.trim() != "ugiok" {}
        Ok(connection)
    }

    /// Sends commands, and waits until they have been obeyed. Whatever was still to be said about the last search comes before `readyok`.
    fn tell(&self, connection: &mut Connection, commands: &[&str], stop: &AtomicBool) -> Result<(), Silence> {
        let deadline = Instant::now() + self.patience.handshake;
        commands.iter().chain(&["isready"]).try_for_each(|command| connection.send(command, deadline, stop))?;
        while connection.receive(deadline, stop)?.trim() != "readyok" {}
        Ok(())
    }

    fn search(
        &self,
        connection: &mut Connection,
        game: &Game,
        allowance: &Allowance,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        self.tell(connection, &[&position_command(game)], stop).map_err(fault)?;
        let player = game.position().turn();
        let begin = Instant::now();
        let mut deadline = begin + allowance.time(player).unwrap_or(self.patience.answer);
        connection.send(&go_command(game.position(), allowance), deadline, stop).map_err(fault)?;
        let mut info = Info::default();
        let mut is_late = false;
        loop {
            let line = match connection.receive(deadline, stop) {
                Ok(line) => line,
                Err(Silence::TimeOut) if !is_late && allowance.time(player).is_some() => {
                    is_late = true;
                    deadline = Instant::now() + self.patience.late;
                    connection.send("stop", deadline, stop).map_err(fault)?;
                    continue;
                }
                Err(silence) => return Err(fault(silence)),
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => info.hear(words),
                Some("bestmove") if is_late => return Err(Fault::Late),
                Some("bestmove") => {
                    let mv = read_move(words.next().unwrap_or_default())?;
                    let Info { value, depth, nodes } = info;
                    return Ok(Answer { mv, time: begin.elapsed(), value, depth, nodes });
                }
                _ => {}
            }
        }
    }

    /// Goes on with a connection as long as it can be used.
    fn keep<T>(&mut self, connection: Connection, result: Result<T, Fault>) -> Result<T, Fault> {
        match result {
            Ok(_) | Err(Fault::Illegal(_) | Fault::Late) => self.connection = Some(connection),
            // It may be in the middle of a search: nobody waits for that.
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
        let result = self.tell(&mut connection, &["uginewgame"], stop).map_err(fault);
        self.keep(connection, result)
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance, stop: &AtomicBool) -> Result<Answer, Fault> {
        let mut connection = self.connection.take().ok_or(Fault::Disconnected)?;
        let result = self.search(&mut connection, game, allowance, stop);
        self.keep(connection, result)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.quit(self.patience.quit);
        }
    }
}

/// What a silence is called when a game is lost by it.
fn fault(silence: Silence) -> Fault {
    match silence {
        Silence::Closed | Silence::Flood => Fault::Disconnected,
        Silence::TimeOut => Fault::Stalled,
        Silence::Interrupted => Fault::Interrupted,
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
    if let Some(clocks) = &allowance.clocks {
        for (place, player) in (1..).zip(position.seats().players()) {
            let clock = clocks[*player];
            let left = clock.left.unwrap_or_default().as_millis();
            let _ = write!(command, " p{place}time {left} p{place}inc {}", clock.increment.as_millis());
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
    use quoridor_core::{Seats, Variant};

    use super::*;
    use crate::control::Control;

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
        let allowance = |control: &Control| Allowance {
            limits: control.limits,
            clocks: control.clocks(Seats::Three),
            margin: Duration::ZERO,
        };
        assert_eq!(
            go_command(&position, &allowance(&control)),
            "go p1time 10000 p1inc 100 p2time 10000 p2inc 100 p3time 10000 p3inc 100 nodes 500"
        );
        assert_eq!(go_command(&position, &allowance(&Control::default())), "go");
    }

    #[test]
    fn what_is_no_move_is_kept_as_it_was_sent() {
        assert_eq!(read_move("(none)"), Err(Fault::Illegal("(none)".to_owned())));
        assert_eq!(read_move(&"z\u{1b}".repeat(50)).map_err(|fault| format!("{fault:?}").len() < 300), Err(true));
    }
}
