//! Quoridor in a terminal.
//!
//! [`run`] plays on the whole screen, [`run_plain`] line by line: for pipes and screen readers.
//! Neither knows the rules: they ask `quoridor-core`.
//!
//! # What is where
//! - [`Session`]: a game with who plays it; how it is written down. [`Occupant`]: a person or a
//!   player of the registry.
//! - [`command`]: what can be typed.
//! - `state`: what is on, changed by events; `view`: how it is drawn; `layout`, `board`: where.
//!   None of them needs a terminal.
//! - `worker`: the thread in which players think. `driver`, `terminal`: the loop around it all, and
//!   the terminal itself.
//! - `desk`, `files`: where games are kept. `keeper`: the thread that hands them to the game store.

mod board;
pub mod command;
mod desk;
mod driver;
mod files;
mod keeper;
mod layout;
mod occupant;
mod opponents;
mod plain;
mod session;
mod state;
mod terminal;
mod text;
mod view;
mod worker;

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use ratatui::crossterm::event::{MouseButton, MouseEventKind};

pub use driver::run;
pub use keeper::StoreGame;
pub use occupant::Occupant;
pub use plain::run_plain;
pub use session::Session;
pub use text::clean;
pub use view::Look;

use crate::desk::{Desk, Resumed};

/// What the left button does when it goes down.
const CLICK: MouseEventKind = MouseEventKind::Down(MouseButton::Left);

/// What to begin with.
#[derive(Debug)]
pub enum Start {
    /// The menu.
    Menu,
    /// A new game.
    Game(Box<Session>),
    /// The game that was played last.
    Continue,
    /// A game of a file, counted from one.
    Load(PathBuf, usize),
}

impl Start {
    /// The game to begin with, and the file that it goes on in if it is one of our own.
    fn open(self, desk: &Desk) -> Result<Option<(Session, Option<PathBuf>)>, PlayError> {
        match self {
            Self::Menu => Ok(None),
            Self::Game(session) => Ok(Some((*session, None))),
            Self::Continue => {
                let Resumed { session, path } = desk.latest().map_err(PlayError::Open)?;
                Ok(Some((session, Some(path))))
            }
            Self::Load(path, number) => {
                Ok(Some((Desk::load(&path, number).map_err(PlayError::Open)?, None)))
            }
        }
    }
}

/// How to play; where games are kept.
pub struct Settings {
    /// Colours and characters.
    pub look: Look,
    /// The folder where every game is kept from its first move on.
    pub shelf: PathBuf,
    /// How long each move of a game between computers is shown at least.
    pub pace: Duration,
    /// Where games go that are over.
    pub store: StoreGame,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("look", &self.look)
            .field("shelf", &self.shelf)
            .finish_non_exhaustive()
    }
}

/// Why a game could not be played.
#[derive(Debug)]
pub enum PlayError {
    /// What there was to begin with cannot be read.
    Open(String),
    /// The terminal does not do what it is told.
    Terminal(io::Error),
    /// The input or output of the plain mode fails.
    Stream(io::Error),
    /// Some thread has panicked, and has said why.
    Panicked,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => f.write_str(error),
            Self::Terminal(error) => write!(f, "the terminal: {error}"),
            Self::Stream(error) => write!(f, "cannot read or write: {error}"),
            Self::Panicked => f.write_str(
                "a player or the store has panicked; the game is kept: quoridor play --continue",
            ),
        }
    }
}

impl std::error::Error for PlayError {}
