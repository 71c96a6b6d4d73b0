//! The game store, which may take its time: a database that others write to as well.

use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use quoridor_store::PlayedGame;

/// What becomes of a game that is over: for the game store. The error is one line.
pub type StoreGame = Box<dyn FnMut(&PlayedGame) -> Result<(), String> + Send>;

/// What is said of a game that could not be stored.
pub(crate) fn not_stored(error: &str) -> String {
    format!("the game is not in the store: {error}")
}

/// A thread that hands games to the store. When it is dropped, it waits until the last of them is
/// there.
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
            let alarm = Alarm { tell };
            for game in queue {
                if let Err(error) = store(&game) {
                    (alarm.tell)(not_stored(&error));
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

/// Tells of a panic: whoever waits for something to happen looks then whether the terminal has been
/// given back.
struct Alarm<T: Fn(String)> {
    tell: T,
}

impl<T: Fn(String)> Drop for Alarm<T> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.tell)(not_stored("it has panicked"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use quoridor_core::{ByPlayer, Game, Player, Seats};
    use quoridor_store::Reason;

    use super::*;

    fn game() -> PlayedGame {
        let players = ByPlayer::new(Seats::Two, |player| player.to_string());
        let reason = Reason::Resigns(Player::South);
        PlayedGame { players, game: Game::default(), opening: 0, move_stats: Vec::new(), reason }
    }

    /// Nothing is lost at the end: it waits for a store that is slow.
    #[test]
    fn every_game_is_there_when_it_is_dropped() {
        let (stored, games) = mpsc::channel();
        let store = Box::new(move |game: &PlayedGame| {
            thread::yield_now();
            stored.send(game.clone()).map_err(|error| error.to_string())
        });
        let keeper = StoreKeeper::start(store, |_| {});
        (0..50).for_each(|_| keeper.take(game()));
        drop(keeper);
        assert_eq!(games.try_iter().count(), 50);
    }

    #[test]
    fn what_goes_wrong_is_told() {
        let (told, troubles) = mpsc::channel();
        let store = Box::new(|_: &PlayedGame| Err("the disk is full".to_owned()));
        let keeper = StoreKeeper::start(store, move |error| told.send(error).unwrap());
        keeper.take(game());
        drop(keeper);
        assert_eq!(troubles.recv().unwrap(), "the game is not in the store: the disk is full");
    }
}
