//! Waiting with the interpreter lock released, until an answer comes or the user presses Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often a wait looks whether the user pressed Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// Waits for an answer. KeyboardInterrupt if the user presses Ctrl-C; then one may wait again.
pub(crate) fn wait<T: Send>(py: Python<'_>, receiver: &Mutex<Receiver<T>>) -> PyResult<T> {
    loop {
        let received = py.detach(|| {
            let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.recv_timeout(SIGNAL_INTERVAL)
        });
        match received {
            Ok(answer) => return Ok(answer),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("a thread has panicked: a bug"));
            }
        }
    }
}

/// Works in a thread of its own, so that this one can listen for Ctrl-C: then the work is told to
/// stop, and the answer is KeyboardInterrupt.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        let stop = &stop;
        // The receiver is there until the thread has ended.
        let worker = scope.spawn(move || sender.send(work(stop)).is_ok());
        let waited = wait(py, &receiver);
        stop.store(true, Ordering::Relaxed);
        py.detach(|| worker.join().ok());
        waited
    })
}
