//! The cores of this machine.

use std::thread;

/// The number given by the user, otherwise the number of cores.
pub(crate) fn or_all_cores(chosen: Option<u16>) -> usize {
    chosen.map_or_else(all, usize::from)
}

/// The number of cores that this program may use; 1 if the system does not say.
pub(crate) fn all() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
