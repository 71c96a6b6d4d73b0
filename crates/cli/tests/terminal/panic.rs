//! The terminal is given back after a panic, and what is said about it can be read.

use std::time::Duration;

use quoridor_core::{ByPlayer, Position, Seats, Variant};
use quoridor_session::{
    Change, GameId, LiveGame, MemoryStorage, Session, Storage, StorageError, Update, opponents,
};
use quoridor_test_support::Terminal;
use quoridor_tui::{Look, Settings, Start};

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

/// A storage that panics when the game is over.
#[derive(Default)]
struct OnFire(MemoryStorage);

impl Storage for OnFire {
    fn write(&mut self, change: &Change) -> Result<GameId, StorageError> {
        let is_end = matches!(&change.update, Update::Play { end: Some(_), .. });
        assert!(!is_end, "the store is on fire");
        self.0.write(change)
    }

    fn load(&self, game: GameId) -> Result<LiveGame, StorageError> {
        self.0.load(game)
    }

    fn latest(&self) -> Result<Option<GameId>, StorageError> {
        self.0.latest()
    }
}

/// The program of the test above.
#[test]
#[ignore = "it panics: the test of it runs it in a terminal"]
fn a_game_that_panics_when_it_is_over() {
    let variant: Variant = "3x3, 2 players, 0 walls".parse().unwrap();
    let occupants = ByPlayer::new(Seats::Two, |_| opponents::human());
    let session = Session::new(Position::start(variant), occupants, Duration::ZERO).unwrap();
    let settings = Settings {
        look: Look { colours: true, ascii: false },
        pace: Duration::ZERO,
        storage: Box::new(OnFire::default()),
        warning: None,
        training: None,
    };
    quoridor_tui::run(Start::Game(Box::new(session)), settings).unwrap();
}
