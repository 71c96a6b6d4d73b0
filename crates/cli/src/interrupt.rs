//! Ctrl-C, and what else asks a program to end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit code that a shell expects after Ctrl-C.
const INTERRUPTED: i32 = 130;

/// A flag that is set by the first Ctrl-C; the second one ends the program at once.
pub(crate) fn flag() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Looked at before the flag is set: so it takes two of them.
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&flag))?;
        flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}
