//! The terminal is given back after a panic, and what is said about it can be read.

use std::time::Duration;

use quoridor_core::{ByPlayer, Seats};
use quoridor_tui::{Look, Occupant, Session, Settings, Start};

use crate::tmux::Terminal;

#[test]
fn the_terminal_is_restored_after_a_panic() {
    let terminal = Terminal::new(80, 24);
    let program = std::env::current_exe().unwrap();
    terminal
        .start(&program, "--ignored --exact --nocapture panic::a_game_that_panics_when_it_is_over");
    terminal.wait_for("Turn 1: South to move");
    assert_eq!(terminal.flag("alternate_on"), "1");
    terminal.line("b2");
    terminal.wait_for("North to move");
    terminal.line("b1");
    let screen = terminal.wait_for("the store is on fire");
    assert!(screen.contains("panicked at"), "{screen}");
    terminal.is_restored_with_status(101);
}

/// The program of the test above.
#[test]
#[ignore = "it panics: the test of it runs it in a terminal"]
fn a_game_that_panics_when_it_is_over() {
    let variant = "3x3, 2 players, 0 walls".parse().unwrap();
    let session = Session::new(variant, ByPlayer::new(Seats::Two, |_| Occupant::human())).unwrap();
    let settings = Settings {
        look: Look { colours: true, ascii: false },
        shelf: std::env::current_dir().unwrap().join("games"),
        pace: Duration::ZERO,
        store: Box::new(|_| panic!("the store is on fire")),
    };
    quoridor_tui::run(Start::Game(Box::new(session)), settings).unwrap();
}
