//! How a command fails.

use anyhow::Error;

/// A command that did not do what it was asked.
pub(crate) struct Failure {
    /// The output before the failure.
    pub(crate) output: String,
    /// Whether it was used wrongly (exit code 2) or failed at its work (exit code 1).
    pub(crate) usage: bool,
    /// The error, in one line.
    pub(crate) error: Error,
}

impl Failure {
    /// The command was used wrongly.
    pub(crate) fn usage(error: impl Into<Error>) -> Self {
        Self { output: String::new(), usage: true, error: error.into() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { output: String::new(), usage: false, error }
    }
}
