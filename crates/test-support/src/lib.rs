//! Helpers that tests of several crates share. They panic when something is wrong, as tests do.
//!
//! - [`Program`]: a program that is run, and its answers.
//! - [`kill_often`], [`killed_runs_end_alike`]: processes that are killed.
//! - [`meet_faults`]: processes whose calls to the file system fail.
//! - [`Schemas`]: a validator of JSON Schema.
//! - [`LiveState`]: a live game as a client knows it.
//! - [`Terminal`]: a real terminal (tmux).
//! - [`wait_until`], [`wait_for`]: waiting for what must come.
//! - [`Server`], [`exchange`], [`request`], [`connect`], [`join`]: the server as a process, by HTTP
//!   and WebSocket.

mod faults;
mod kill;
mod live;
mod program;
mod schema;
mod server;
mod terminal;
mod wait;

pub use faults::{FAULTS, meet_faults};
pub use kill::{Kill, kill_often, killed_runs_end_alike};
pub use live::LiveState;
pub use program::Program;
pub use schema::Schemas;
pub use server::{Server, connect, exchange, join, moves, request};
pub use terminal::Terminal;
pub use wait::{PATIENCE, wait_for, wait_until};
