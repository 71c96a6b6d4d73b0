//! External engines where the process control of Unix is missing: they cannot be started.

use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::participant::ReceiveError;
use crate::participant::command_line::CommandLine;

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
