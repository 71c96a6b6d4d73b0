//! Who is stronger: games between players, what they prove, and where they are kept.
//!
//! [`PlayedGame`] is what all parts share: a match makes them, the store keeps them, statistics count them.
//! [`Store`](store::Store) is the game store, a SQLite database.

pub mod files;
pub mod played;
mod played_record;
pub mod report;
pub mod reproduce;
pub mod statistics;
pub mod store;

pub use played::{PlayedGame, Reason, Thought};
