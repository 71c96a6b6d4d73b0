//! External engines where the process control of Unix is missing: they cannot be started.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::participant::command_line::CommandLine;

/// Why no line was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(dead_code, reason = "no connection is ever made")]
pub(crate) enum ReceiveError {
    /// The program has ended or closed its side.
    Closed,
    /// It sends too much.
    Flood,
    /// Nothing came in time.
    TimeOut,
    /// The match was interrupted.
    Interrupted,
}

/// A connection that cannot exist.
#[derive(Debug)]
pub(crate) enum Connection {}

impl Connection {
    /// Refuses to start a program.
    ///
    /// # Errors
    /// Always.
    pub(crate) fn start(_: &CommandLine) -> io::Result<Self> {
        let problem = "external engines are supported on Linux and macOS only";
        Err(io::Error::new(io::ErrorKind::Unsupported, problem))
    }

    pub(crate) fn send(&mut self, _: &str, _: Instant, _: &AtomicBool) -> Result<(), ReceiveError> {
        match *self {}
    }

    pub(crate) fn receive(&mut self, _: Instant, _: &AtomicBool) -> Result<String, ReceiveError> {
        match *self {}
    }

    pub(crate) fn quit(self, _: Duration) -> bool {
        match self {}
    }

    pub(crate) fn hang_up(self, _: Duration) -> bool {
        match self {}
    }
}
