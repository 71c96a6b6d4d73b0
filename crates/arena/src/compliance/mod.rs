//! Whether a program speaks the engine protocol: `docs/protocol.md`, question by question.
//!
//! Every check starts the program anew, so that what goes wrong in one does not spoil the next.

mod checks;
mod talk;

use std::io;
use std::time::Duration;

use crate::participant::{CommandLine, Connection};

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What the program is to do, in a few words.
    pub check: &'static str,
    /// What it did instead, if it did something else.
    pub problem: Option<String>,
    /// Whether a match could not do without it; other programs may.
    pub is_needed: bool,
}

impl Finding {
    /// Whether the program did what it is to do.
    pub const fn is_good(&self) -> bool {
        self.problem.is_none()
    }
}

/// How long a program is waited for, unless something else is said.
pub const WAIT: Duration = Duration::from_secs(10);

/// Checks a program, and tells each finding as soon as there is one. An answer that should come at
/// once, or after a short search, is waited for that long.
///
/// # Errors
/// The program cannot be started at all.
pub fn check(
    command: &CommandLine,
    wait: Duration,
    mut tell: impl FnMut(&Finding),
) -> io::Result<Vec<Finding>> {
    drop(Connection::start(command)?);
    let findings = checks::ALL.iter().map(|check| {
        let problem = talk::Talk::begin(command, wait).and_then(|talk| (check.run)(talk)).err();
        let finding = Finding { check: check.name, problem, is_needed: check.is_needed };
        tell(&finding);
        finding
    });
    Ok(findings.collect())
}
