//! Copies of a store that is in use.

use std::fs::{self, File};
use std::path::Path;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::open::{PAUSE, beside};
use super::place::make_private;
use crate::files::sync_name;
use crate::{Store, StoreError};

impl Store {
    /// Copies the store as it is at one moment, while others go on writing. When this returns, the
    /// copy is on the disk.
    ///
    /// # Errors
    /// The file is there already or cannot be written; the store cannot be read. There is no copy
    /// then.
    pub fn back_up(&self, path: &Path) -> Result<(), StoreError> {
        if fs::exists(path)? {
            return Err(StoreError::Exists(path.to_owned()));
        }
        let unfinished = beside(path, ".unfinished");
        let copied = self.copy_to(&unfinished).and_then(|()| {
            File::open(&unfinished)?.sync_all()?;
            fs::rename(&unfinished, path)?;
            Ok(sync_name(path)?)
        });
        if copied.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        copied
    }

    fn copy_to(&self, path: &Path) -> Result<(), StoreError> {
        // What an earlier attempt left.
        let _ = fs::remove_file(path);
        make_private(path)?;
        let mut copy = Connection::open(path)?;
        let backup = Backup::new(&self.connection, &mut copy)?;
        // All pages at once: one state of the store. Nobody who writes has to wait.
        while backup.step(-1)? != StepResult::Done {
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }
}
