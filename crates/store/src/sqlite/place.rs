//! Where a store is: its file, and whether that is still the one that was opened.
//!
//! SQLite goes on with a file that was deleted or replaced: what it writes then is gone when the
//! last program closes it. So every write asks first, and again before it is acknowledged.

use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::StoreError;

/// The path of a store, and the file that was there when it was opened.
#[derive(Debug)]
pub(super) struct Place {
    path: PathBuf,
    file: Identity,
}

/// Device and inode: another file has others.
pub(super) type Identity = (u64, u64);

impl Place {
    /// Notes the file that is there.
    pub(super) fn new(path: &Path) -> Result<Self, StoreError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let file = fs::metadata(&path).map(|file| identity(&file));
        Ok(Self { file: file.map_err(|_| StoreError::Replaced)?, path })
    }

    pub(super) const fn file(&self) -> Identity {
        self.file
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file that was opened is still there.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        match fs::metadata(&self.path) {
            Ok(file) if identity(&file) == self.file => Ok(()),
            _ => Err(StoreError::Replaced),
        }
    }
}

#[cfg(unix)]
fn identity(file: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

#[cfg(not(unix))]
const fn identity(_: &Metadata) -> Identity {
    (0, 0)
}

/// Makes an empty file that only its owner can read and write, if there is none: seat tokens will
/// be in it. SQLite gives its other files the same rights.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}
