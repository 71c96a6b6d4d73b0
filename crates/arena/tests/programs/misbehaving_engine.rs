//! An engine that does one thing wrong: `misbehaving-engine stall`. A program for tests.

use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio, exit};
use std::thread;
use std::time::Duration;

use quoridor_core::notation::Dialect;
use quoridor_core::{Game, Move, Position};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let fault = arguments.first().map(String::as_str).unwrap_or_default();
    if fault == "child" {
        sleep_for_ever();
    }
    let mut output = io::stdout().lock();
    if fault == "crash-at-start" {
        exit(3);
    }
    if fault == "forks" {
        // It holds the output open, and is told by its arguments.
        let mut child = Command::new(std::env::current_exe()?);
        drop(child.arg("child").args(&arguments[1..]).stdin(Stdio::null()).spawn()?);
    }
    let mut game = Game::default();
    let mut searches = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().next().unwrap_or_default() {
            "ugi" => writeln!(output, "id name misbehaving\nugiok")?,
            "isready" => writeln!(output, "readyok")?,
            "position" => game = read_position(&line).unwrap_or_default(),
            "go" => {
                searches += 1;
                search(fault, searches, &game, &mut output)?;
            }
            "stop" if fault == "late" => {
                writeln!(output, "bestmove {}", good_move(game.position()))?;
            }
            "quit" if fault != "ignores-quit" => return Ok(()),
            _ => {}
        }
        output.flush()?;
    }
    if fault == "ignores-quit" {
        sleep_for_ever();
    }
    Ok(())
}

fn search(fault: &str, searches: usize, game: &Game, output: &mut impl Write) -> io::Result<()> {
    let answer = format!("bestmove {}", good_move(game.position()));
    match fault {
        // Not at once: the middle of a game is another matter than its beginning.
        "crash-on-go" if searches > 1 => exit(3),
        "stall" | "late" => Ok(()),
        "illegal-move" if searches > 1 => writeln!(output, "bestmove e5e"),
        "garbage" => output.write_all(b"\xff\xfe\0\x1b[2J\nbest move\nbestmov e2\n\n\n"),
        "flood" => loop {
            writeln!(output, "info depth 1 score cp 0 nodes 1 pv e2 e8 e3 e7 e4 e6")?;
        },
        "long-line" if searches == 1 => {
            output.write_all(&vec![b'x'; 10_000_000])?;
            writeln!(output, "\n{answer}")
        }
        #[cfg(unix)]
        "closes-stdin" if searches > 1 => {
            // This closes the old input.
            rustix::stdio::dup2_stdin(std::fs::File::open("/dev/null")?)?;
            sleep_for_ever();
        }
        "answers-twice" => writeln!(output, "{answer}\n{answer}"),
        _ => writeln!(output, "{answer}"),
    }
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(1000));
    }
}

/// A step on the shortest way.
fn good_move(position: &Position) -> Move {
    let player = position.turn();
    let distance = |mv: &Move| position.play(*mv).map_or(u8::MAX, |next| next.distance(player));
    position.legal_steps().iter().map(Move::Step).min_by_key(distance).unwrap_or(Move::Pass)
}

fn read_position(line: &str) -> Option<Game> {
    let (start, moves) = line.strip_prefix("position ")?.split_once(" moves").unwrap_or((line, ""));
    let start = match start.trim_start_matches("position ").strip_prefix("fen ") {
        Some(fen) => fen.parse().ok()?,
        None => Position::default(),
    };
    Dialect::Standard.read_moves(moves, &start).ok()
}
