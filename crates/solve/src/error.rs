//! Why a game could not be solved or a file not be used.

use std::io;
use std::path::{Path, PathBuf};

/// Why a game could not be solved or a file not be used.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// Reading or writing failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The file is not one of solved positions, is of another game, or is damaged.
    #[error("{}: {problem}", path.display())]
    BadFile {
        /// The file.
        path: PathBuf,
        /// The mistake.
        problem: String,
    },
    /// The tables need more memory than is allowed, and there is no file for them.
    #[error(
        "two layers of tables need {:.1} GB of memory and only {:.1} GB are allowed: write them to \
         a file with --file, or allow more with --memory",
        gigabytes(*needed),
        gigabytes(*allowed)
    )]
    Memory {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// A search needs more memory than is allowed.
    #[error(
        "the search needs more than {:.1} GB of memory: allow more with --memory",
        gigabytes(*allowed)
    )]
    SearchMemory {
        /// Bytes allowed.
        allowed: u64,
    },
    /// Some game lasts longer than a byte can count.
    #[error("a game lasts more than 248 moves with best play")]
    TooLong,
    /// The work was stopped before it was done.
    #[error("stopped")]
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

fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}
