//! Compliance checks: whether an engine speaks the protocol of `docs/protocol.md`.
//!
//! Every check starts the engine anew, so that a failure does not affect the next check.

mod checks;
mod talk;

use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use crate::participant::{CommandLine, Connection};

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The behaviour that is checked.
    pub check: &'static str,
    /// The failure, if there was one.
    pub problem: Option<String>,
    /// Whether a match needs this behaviour.
    pub is_needed: bool,
}

impl Finding {
    /// Whether the check passed.
    pub const fn is_good(&self) -> bool {
        self.problem.is_none()
    }
}

/// The default timeout.
pub const WAIT: Duration = Duration::from_secs(10);

/// Checks an engine, and passes each finding to `tell`. `wait` is the timeout of an answer that
/// should come at once or after a short search.
///
/// An engine that does not answer `ugi` with `ugiok` would fail every other check in the same way:
/// it gets that one finding only.
///
/// # Errors
/// The program cannot be started at all.
pub fn check(
    command: &CommandLine,
    wait: Duration,
    mut tell: impl FnMut(&Finding),
) -> io::Result<Vec<Finding>> {
    drop(Connection::start(command)?);
    let has_answered = Rc::new(Cell::new(false));
    let mut findings = Vec::new();
    for check in checks::ALL {
        let talk = talk::Talk::begin(command, wait, Rc::clone(&has_answered));
        let problem = talk.and_then(|talk| (check.run)(talk)).err();
        let finding = Finding { check: check.name, problem, is_needed: check.is_needed };
        tell(&finding);
        findings.push(finding);
        if !has_answered.get() {
            break;
        }
    }
    Ok(findings)
}
