//! Who is stronger: games between players, what they prove, and where they are kept.
//!
//! [`PlayedGame`] is what all parts share: a match makes them, the store keeps them, statistics count them.

pub mod files;
pub mod played;
pub mod report;
pub mod reproduce;
pub mod statistics;

pub use played::{PlayedGame, Reason, Thought};
