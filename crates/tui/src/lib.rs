//! Quoridor in a terminal.
//!
//! [`run`] plays on the whole screen, [`run_plain`] line by line: for pipes and screen readers.
//! Neither knows the rules: they ask `quoridor-core`.
//!
//! # Modules
//! - [`command`]: the commands that can be typed.
//! - `state`: the menu, the form of a new game and the game screen, changed by events; `view`: how
//!   they are drawn; `layout`, `board`: where. None of them needs a terminal.
//! - `worker`: the thread in which computer players think. `keeper`: the thread that owns the
//!   games' storage. `driver`, `terminal`: the loop around it all, and the terminal itself.
//! - `training`: a player that learns, started from the menu.
//! - `files`: games that are loaded and saved. `plain`: the game line by line.
//!
//! The game itself is a [`Session`], as in every interface.

mod board;
pub mod command;
mod driver;
mod files;
mod keeper;
mod layout;
mod opponents;
mod plain;
mod state;
mod terminal;
mod text;
mod training;
mod view;
mod worker;

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use quoridor_session::{GameId, Session, Storage};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};

pub use driver::run;
pub use plain::run_plain;
pub use text::clean;
pub use training::{Tell, Training, TrainingLength};
pub use view::Look;

/// The left button goes down.
const CLICK: MouseEventKind = MouseEventKind::Down(MouseButton::Left);

/// The game or screen to start with.
#[derive(Debug)]
pub enum Start {
    /// The menu.
    Menu,
    /// A new game.
    Game(Box<Session>),
    /// The game that was played last.
    Continue,
    /// A game of the store.
    Stored(GameId),
    /// A game of a file, counted from one.
    Load(PathBuf, usize),
}

impl Start {
    /// The game to start with.
    fn open(self, storage: &dyn Storage) -> Result<Option<Session>, PlayError> {
        let opened = match self {
            Self::Menu => return Ok(None),
            Self::Game(session) => Ok(*session),
            Self::Continue => files::latest(storage),
            Self::Stored(id) => storage
                .load(id)
                .map(|live| Session::stored(id, live, Duration::ZERO))
                .map_err(|error| error.to_string()),
            Self::Load(path, number) => files::load(&path, number),
        };
        opened.map(Some).map_err(PlayError::Open)
    }
}

/// How to play; where games are kept.
pub struct Settings {
    /// Colours and characters.
    pub look: Look,
    /// How long each move of a game between computers is shown at least.
    pub pace: Duration,
    /// Where games are kept from their first move on.
    pub storage: Box<dyn Storage + Send>,
    /// Why games are not saved, if so.
    pub warning: Option<String>,
    /// A training that the menu offers.
    pub training: Option<Arc<dyn Training>>,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings").field("look", &self.look).finish_non_exhaustive()
    }
}

/// Why a game could not be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The game to start with cannot be read.
    #[error("{0}")]
    Open(String),
    /// The terminal failed.
    #[error("terminal: {0}")]
    Terminal(io::Error),
    /// The input or output of the plain mode failed.
    #[error("cannot read or write: {0}")]
    Stream(io::Error),
    /// A thread has panicked, and has said why.
    #[error("a player or the store has panicked; the game is saved: quoridor play --continue")]
    Panicked,
}
