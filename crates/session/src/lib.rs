//! A game with people and computer players, for every interface: the terminal, the browser, and
//! anything later.
//!
//! A [`Session`] owns the seats, the clocks, offers (takeback, rematch), players who are out, and
//! the draw rule. It neither waits nor writes: it *proposes* a [`Change`], the interface writes the
//! change to its [`Storage`], and only then [applies](Session::apply) it and tells anybody. So no
//! move is acknowledged that is not stored, with or without threads, and time is passed in.
//!
//! ```
//! use std::time::Duration;
//! use quoridor_core::{ByPlayer, Position, Seats};
//! use quoridor_session::{MemoryStorage, Occupant, Session, Storage};
//!
//! let occupants = ByPlayer::new(Seats::Two, |_| Occupant::human("Ann", "secret"));
//! let now = Duration::ZERO;
//! let mut session = Session::new(Position::default(), occupants, now).unwrap();
//! let mut storage = MemoryStorage::default();
//! let change = session.propose_move("e2".parse().unwrap(), now).unwrap();
//! let game = storage.write(&change).unwrap();
//! session.apply(change, game, now);
//! assert_eq!(storage.load(game).unwrap().game.moves().len(), 1);
//! ```
//!
//! # Modules
//! - `session`: the state and questions about it; `propose`: what may happen next; `apply`: it has
//!   happened.
//! - `clock`: time left. `offer`: takebacks and rematches. `refusal`: why something is not done.
//! - `record`: games from files, and to files.
//! - `storage`: where games are kept.
//! - [`opponents`]: levels, names of computer players, who gives hints, how long they may think.

mod apply;
mod clock;
mod offer;
pub mod opponents;
mod propose;
mod record;
mod refusal;
mod session;
mod storage;
#[cfg(feature = "sqlite")]
mod token;

pub use clock::Clocks;
pub use offer::Offer;
pub use quoridor_store::{
    Change, Exit, GameId, Keys, LiveGame, MoveStats, Occupant, Reason, Seating, Stamp, Target,
    TimeControl, Update,
};
pub use refusal::Refusal;
pub use session::{DRAW_RULE, Session};
pub use storage::{MemoryStorage, Storage, StorageError};
#[cfg(feature = "sqlite")]
pub use token::new_token;
