//! `quoridor serve` as a real process.

mod client;
mod kill;
mod load;
mod process;
