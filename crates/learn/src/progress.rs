//! Progress of long work, and how it is stopped.

use std::fmt;
use std::sync::atomic::AtomicBool;

/// Receiver of the progress of long work, which can also stop it.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    /// Called with a line that says how far the work has come.
    pub tell: &'a (dyn Fn(String) + Sync),
    /// Set when the work should stop.
    pub stop: &'a AtomicBool,
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// The work was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped: the same command continues from the games in the folder")]
pub struct Stopped;
