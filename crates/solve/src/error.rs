//! Why a game could not be solved or a file not be used.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a game could not be solved or a file not be used.
#[derive(Debug)]
pub enum SolveError {
    /// Reading or writing failed.
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The file is not one of solved positions, is of another game, or is damaged.
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The tables need more memory than is allowed, and there is no file for them.
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Some game lasts longer than a byte can count.
    TooLong,
    /// The work was stopped before it was done.
    Stopped,
}

impl SolveError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { path, error }
    }

    pub(crate) fn bad_file(path: &Path, problem: impl Into<String>) -> Self {
        Self::BadFile { path: path.to_owned(), problem: problem.into() }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gigabytes = |bytes: &u64| *bytes as f64 / 1e9;
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::BadFile { path, problem } => write!(f, "{}: {problem}", path.display()),
            Self::Memory { needed, allowed } => write!(
                f,
                "two layers of tables need {:.1} GB of memory and only {:.1} GB are allowed: \
                 write them to a file with --file, or allow more with --memory",
                gigabytes(needed),
                gigabytes(allowed),
            ),
            Self::TooLong => f.write_str("a game lasts more than 248 moves with best play"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl core::error::Error for SolveError {}
