//! Ends queries that take too long.

use crate::Store;

/// How many steps of SQLite's virtual machine come between two looks: less than a millisecond.
const STEPS: i32 = 10_000;

impl Store {
    /// From now on, everything that is read or written fails with
    /// [`StoreError::Interrupted`](crate::StoreError::Interrupted) once this says so.
    pub fn interrupt_when(&self, is_over: impl FnMut() -> bool + Send + 'static) {
        // It fails for connections that were not opened here only.
        let _ = self.connection.progress_handler(STEPS, Some(is_over));
    }
}
