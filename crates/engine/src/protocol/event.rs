//! The events that the session handles.

use std::time::Duration;

use crate::decision::{Decision, Progress};
use crate::protocol::input::BadLine;

/// The capacity of the event queue. Input beyond it stays in the pipe, so that it cannot fill the
/// memory.
pub(super) const QUEUE: usize = 64;

/// Something happened.
#[derive(Debug)]
pub(super) enum Event {
    /// A line came in.
    Line(Result<String, BadLine>),
    /// No more lines will come.
    EndOfInput,
    /// The search reports how far it is.
    Progress(Progress),
    /// The search is over.
    Answer(Answer),
    /// The player panicked, and its thread is gone.
    PlayerPanicked,
}

/// The result of a search.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) decision: Decision,
    /// How long it took.
    pub(super) time: Duration,
}
