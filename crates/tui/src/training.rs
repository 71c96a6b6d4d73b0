//! A training that the menu can start, and the thread in which it runs.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Takes a line of progress, from any thread.
pub type Tell<'a> = dyn Fn(String) + Sync + 'a;

/// A player that learns: what the menu offers, and how it is trained.
///
/// The terminal does not know how players learn; the program that starts it does.
pub trait Training: Send + Sync {
    /// The name of the menu's entry.
    fn title(&self) -> &'static str;

    /// One line about it.
    fn about(&self) -> &'static str;

    /// How long a training can be, the usual one first.
    fn lengths(&self) -> &'static [TrainingLength];

    /// Trains, and returns the player. An earlier training goes on where it was stopped.
    ///
    /// # Errors
    /// It was stopped, or failed: one line that says why.
    fn run(&self, steps: u64, tell: &Tell<'_>, stop: &AtomicBool) -> Result<String, String>;
}

impl fmt::Debug for dyn Training {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// How long a training is.
#[derive(Clone, Copy, Debug)]
pub struct TrainingLength {
    /// The length in words.
    pub name: &'static str,
    /// The number of steps in all, those of earlier trainings included.
    pub steps: u64,
}

/// News of a training.
#[derive(Clone, Debug)]
pub(crate) enum TrainingNews {
    Progress(String),
    /// The player, or why there is none.
    Ended(Result<String, String>),
}

/// A training that runs. It ends before this is dropped, with everything that it has learnt saved.
pub(crate) struct Running {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn start(
        training: Arc<dyn Training>,
        steps: u64,
        send: impl Fn(TrainingNews) + Send + Sync + 'static,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let tell = |line| send(TrainingNews::Progress(line));
            let ended = catch_unwind(AssertUnwindSafe(|| training.run(steps, &tell, &is_stopped)));
            let panicked = |_| Err("the training has panicked".to_owned());
            send(TrainingNews::Ended(ended.unwrap_or_else(panicked)));
        });
        Self { stop, thread: Some(thread) }
    }

    /// Makes it end soon.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
