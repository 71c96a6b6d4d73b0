//! `quoridor play` and `quoridor serve` in a real terminal: tmux shows what a person would see.

mod ending;
mod games;
mod keeping;
mod panic;
mod screens;
mod serving;
mod sharing;
mod training;

use std::path::Path;

use assert_cmd::cargo::cargo_bin;
use quoridor_test_support::Terminal;

/// A terminal in which `quoridor play` runs.
fn play(arguments: &str) -> Terminal {
    let terminal = Terminal::new(80, 24);
    terminal.start(quoridor(), &format!("play {arguments}"));
    terminal
}

fn quoridor() -> &'static Path {
    Path::new(cargo_bin!("quoridor"))
}

/// Types moves or commands, each after the one before has been made.
fn type_moves(terminal: &Terminal, moves: &str) {
    for mv in moves.split_whitespace() {
        terminal.line(mv);
        terminal.wait_until(mv, |screen| screen.contains(&format!("played {mv}")));
    }
}
