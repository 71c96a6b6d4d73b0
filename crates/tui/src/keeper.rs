//! The game store, which may take its time: a database that others write to as well.

use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use quoridor_arena::PlayedGame;

/// What becomes of a game that is over: for the game store. The error is one line.
pub type StoreGame = Box<dyn FnMut(&PlayedGame) -> Result<(), String> + Send>;

/// What is said of a game that could not be stored.
pub(crate) fn not_stored(error: &str) -> String {
    format!("the game is not in the store: {error}")
}

/// A thread that hands games to the store. When it is dropped, it waits until the last of them is there.
#[derive(Debug)]
pub(crate) struct StoreKeeper {
    games: Option<Sender<PlayedGame>>,
    thread: Option<JoinHandle<()>>,
}

impl StoreKeeper {
    /// Starts the thread; what goes wrong is told to `tell`.
    pub(crate) fn start(mut store: StoreGame, tell: impl Fn(String) + Send + 'static) -> Self {
        let (games, queue) = mpsc::channel();
        let thread = thread::spawn(move || {
            for game in queue {
                if let Err(error) = store(&game) {
                    tell(not_stored(&error));
                }
            }
        });
        Self { games: Some(games), thread: Some(thread) }
    }

    /// Hands over a game that is over.
    pub(crate) fn take(&self, game: PlayedGame) {
        if let Some(games) = &self.games {
            // If the thread is gone it has panicked, and the terminal has been given back.
            let _ = games.send(game);
        }
    }
}

impl Drop for StoreKeeper {
    fn drop(&mut self) {
        self.games = None;
        if let Some(thread) = self.thread.take() {
            // A panic of it has been reported.
            let _ = thread.join();
        }
    }
}
