//! What the session is told.

use std::time::Duration;

use crate::agent::Unsupported;
use crate::decision::{Decision, Progress};
use crate::protocol::input::BadLine;

/// So many events may wait. More input than that waits outside, so that nobody can fill the memory.
pub(super) const QUEUE: usize = 64;

/// Something happened.
#[derive(Debug)]
pub(super) enum Event {
    /// A line came in.
    Line(Result<String, BadLine>),
    /// No more lines will come.
    EndOfInput,
    /// The search has come so far.
    Progress(Progress),
    /// The search is over.
    Answer(Answer),
    /// The player panicked, and its thread is gone.
    PlayerPanicked,
}

/// What came of a search: a decision and the time that it took, or nothing because the player does
/// not play this variant.
pub(super) type Answer = Result<(Decision, Duration), Unsupported>;
