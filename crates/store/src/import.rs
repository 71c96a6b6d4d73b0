//! The result of adding many records.

use std::ops::AddAssign;

use quoridor_core::record::RecordError;
use thiserror::Error;

use crate::StoreError;

/// The treatment of a game that is in the store already: the same players, moves, result, tags and
/// comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// Leave it out and count it.
    Skip,
    /// Add it once more.
    Keep,
}

/// The result of an import.
#[derive(Debug, Default)]
pub struct Imported {
    /// How many were added.
    pub added: u64,
    /// How many were left out because they were there already.
    pub duplicates: u64,
    /// Those that were not good, in the order of the file.
    pub bad: Vec<BadGame>,
}

/// A bad game of a file.
#[derive(Debug, Error)]
pub enum BadGame {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(RecordError),
    /// It can be read, but the store has no place for what it says.
    #[error("game {game}: {error}")]
    Refused {
        /// Which game of the file, counted from one.
        game: usize,
        /// Why.
        error: StoreError,
    },
}

impl AddAssign for Imported {
    fn add_assign(&mut self, more: Self) {
        self.added += more.added;
        self.duplicates += more.duplicates;
        self.bad.extend(more.bad);
    }
}
