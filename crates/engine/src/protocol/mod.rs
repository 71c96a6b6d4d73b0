//! The engine protocol: UGI, the Universal Game Interface, with the words of UCI as aliases.
//! `docs/protocol.md` shows whole exchanges.
//!
//! Three threads, so that a search never keeps a command waiting: one reads lines, one searches,
//! and the one that called [`run`] does everything else. They meet in one queue of [`event`]s; only
//! the last one writes, so lines never mix.
//!
//! # Modules
//! - `input`: bytes become lines. `command`, `go`: a line becomes a command.
//! - `options`: the options that `setoption` sets. `clock`: time on the clock becomes time for a
//!   move.
//! - `worker`: the thread that owns the player. `session`: handles the events.
//! - `info`: the lines about a search.

mod clock;
mod command;
mod event;
mod go;
mod info;
mod input;
mod options;
mod session;
mod worker;

pub use clock::Clock;

use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::mpsc;

use crate::registry::{AgentKind, Options, SpecError};

/// Speaks the protocol until `quit` or the end of the input, with a player to begin with and those
/// that `setoption` may choose.
///
/// The thread that reads the input is left behind: after `quit` it may be waiting for a line that
/// never comes.
///
/// # Errors
/// The output cannot be written, or the player panicked. Whatever the input says is answered, never
/// an error.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    player: Options,
    agents: &'static [AgentKind],
) -> Result<(), ProtocolError> {
    let (sender, events) = mpsc::sync_channel(event::QUEUE);
    let options = options::EngineOptions::new(player, agents);
    let (options, agent) = options.map_err(ProtocolError::Spec)?;
    let worker = worker::Worker::start(agent, sender.clone());
    input::start(input, sender);
    session::Session::new(output, options, worker).run(&events)
}

/// Why a conversation broke off.
#[derive(Debug)]
pub enum ProtocolError {
    /// The player that it was to begin with cannot be made.
    Spec(SpecError),
    /// The output cannot be written.
    Output(io::Error),
    /// The player panicked in the middle of a search.
    PlayerPanicked,
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
            Self::PlayerPanicked => f.write_str("the player panicked: this is a bug in it"),
        }
    }
}

impl std::error::Error for ProtocolError {}

impl From<io::Error> for ProtocolError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
