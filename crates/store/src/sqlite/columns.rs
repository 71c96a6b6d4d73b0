//! The columns of the store, and how they are read.

use std::time::Duration;

use quoridor_core::Symmetry;

use crate::columns::unknown;
use crate::{Source, StoreError};

/// The source that a word of the store names.
pub(super) fn read_source(name: &str) -> Result<Source, StoreError> {
    let mut all = Source::ALL.into_iter();
    all.find(|source| source.name() == name).ok_or_else(|| unknown("source", name))
}

pub(super) fn duration(nanoseconds: i64) -> Result<Duration, StoreError> {
    let nanoseconds = u64::try_from(nanoseconds)
        .map_err(|_| StoreError::Damaged(format!("a time of {nanoseconds} ns")))?;
    Ok(Duration::from_nanos(nanoseconds))
}

pub(super) const fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::Identity => "identity",
        Symmetry::Mirror => "mirror",
        Symmetry::Rotation => "rotation",
        Symmetry::MirrorRotation => "mirror rotation",
    }
}

pub(super) fn symmetry(name: &str) -> Result<Symmetry, StoreError> {
    let mut all = Symmetry::ALL.into_iter();
    all.find(|&symmetry| symmetry_name(symmetry) == name).ok_or_else(|| unknown("symmetry", name))
}
