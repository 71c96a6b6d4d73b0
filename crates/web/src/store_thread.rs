//! The thread that owns the store. It serialises requests, moves first.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use quoridor_session::Change;
use quoridor_store::{GameId, Store, StoreError};
use tokio::sync::{oneshot, watch};

use crate::metrics::{Metrics, Rejection};
use crate::problem::Problem;

/// A request to the thread.
enum Work {
    Write(Write),
    Other(Other),
}

/// A change of a game, like a move. Those of several games that wait are written together: the disk
/// takes as long for all as for one.
type Write = (Change, oneshot::Sender<Result<Written, Problem>>);

/// Whether a change was written: the store refuses it if the game was changed elsewhere.
type Written = Result<GameId, StoreError>;

/// Anything else. The client waits for the answer before it asks about the same game again, so
/// moves of other games may go first.
type Other = Box<dyn FnOnce(&mut Store) + Send>;

/// How often what was written is brought from the store's log into its file.
const TIDY: Duration = Duration::from_secs(1);

/// How to ask the thread. It ends when nobody can ask any more.
#[derive(Clone)]
pub(crate) struct StoreThread {
    work: Sender<Work>,
    waiting: Arc<AtomicUsize>,
    elsewhere: watch::Receiver<u64>,
}

/// How often the thread looks whether another program has written to the store.
const LOOK: Duration = Duration::from_secs(1);

/// The requests that wait for the thread.
#[derive(Default)]
struct Waiting {
    writes: Vec<Write>,
    others: VecDeque<Other>,
}

impl Waiting {
    fn add(&mut self, work: Work) {
        match work {
            Work::Write(write) => self.writes.push(write),
            Work::Other(other) => self.others.push_back(other),
        }
    }

    fn is_empty(&self) -> bool {
        self.writes.is_empty() && self.others.is_empty()
    }

    /// All changes, then one of the others, so that a move never waits for more than one of them.
    fn work(&mut self, todo: &Receiver<Work>, store: &mut Store, metrics: &Metrics) -> usize {
        while let Ok(work) = todo.try_recv() {
            self.add(work);
        }
        let mut done = self.writes.len();
        if !self.writes.is_empty() {
            let writes = std::mem::take(&mut self.writes);
            caught(|| write(store, writes, metrics));
        }
        if let Some(other) = self.others.pop_front() {
            caught(|| other(store));
            done += 1;
        }
        done
    }
}

impl StoreThread {
    /// Gives a store to a thread of its own, which opens it again if its file was replaced.
    pub(crate) fn new(mut store: Store, metrics: Arc<Metrics>) -> Self {
        let (work, todo) = mpsc::channel::<Work>();
        let (changes, elsewhere) = watch::channel(0);
        let queue = Arc::new(AtomicUsize::new(0));
        let waiting_for = Arc::clone(&queue);
        thread::spawn(move || {
            let mut waiting = Waiting::default();
            let mut version = store.version().unwrap_or_default();
            loop {
                match todo.recv_timeout(LOOK) {
                    Ok(first) => waiting.add(first),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
                // If the store fails, the next write says so.
                let mut is_changed = reopen(&mut store);
                while !waiting.is_empty() {
                    let done = waiting.work(&todo, &mut store, &metrics);
                    waiting_for.fetch_sub(done, Ordering::Relaxed);
                }
                if let Ok(now) = store.version() {
                    is_changed |= std::mem::replace(&mut version, now) != now;
                }
                if is_changed {
                    changes.send_modify(|count| *count += 1);
                }
            }
        });
        Self { work, waiting: queue, elsewhere }
    }

    /// A number that changes when another program has written to the store.
    pub(crate) fn elsewhere(&self) -> watch::Receiver<u64> {
        let mut elsewhere = self.elsewhere.clone();
        elsewhere.mark_unchanged();
        elsewhere
    }

    /// How many requests wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    fn send(&self, work: Work) -> Result<(), Problem> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        self.work.send(work).map_err(|_| gone())
    }

    /// Writes a change of a game. Once it is answered, it is on the disk.
    pub(crate) async fn write(&self, change: Change) -> Result<Written, Problem> {
        let (answer, answered) = oneshot::channel();
        self.send(Work::Write((change, answer)))?;
        answered.await.map_err(|_| failed())?
    }

    /// Gives the thread something to do that nobody waits for. If the store fails, it is not done.
    pub(crate) fn tell(
        &self,
        work: impl FnOnce(&mut Store) -> Result<(), StoreError> + Send + 'static,
    ) {
        let _ = self.send(Work::Other(Box::new(move |store| {
            let _ = work(store);
        })));
    }

    /// Asks for something. Once it is answered, it is on the disk; it is done even if the client
    /// stops waiting.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, answered) = oneshot::channel();
        let work = Work::Other(Box::new(move |store| {
            // The client may have gone.
            let _ = answer.send(question(store));
        }));
        self.send(work)?;
        answered.await.map_err(|_| failed())?.map_err(|error| Problem::from(&error))
    }
}

fn gone() -> Problem {
    Problem::busy("the server is about to end")
}

/// A request panicked, so its answer was dropped.
fn failed() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the store failed at this request")
}

/// A request that panics leaves the thread, and the store rolls its transaction back.
fn caught(work: impl FnOnce()) {
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
}

/// Opens the store that is now where this one was, if that was replaced. Says whether it was.
fn reopen(store: &mut Store) -> bool {
    let is_new = store.reopen_if_replaced().unwrap_or_default();
    if is_new {
        // This connection now does the checkpoints that it left to others before.
        let _ = store.leave_tidying();
    }
    is_new
}

fn write(store: &mut Store, writes: Vec<Write>, metrics: &Metrics) {
    let (changes, answers): (Vec<_>, Vec<_>) = writes.into_iter().unzip();
    let began = Instant::now();
    let written = store.write_all_live(&changes);
    // Counted first, so that nobody hears of a write that is not.
    metrics.writes.note(began.elapsed());
    match written {
        Ok(written) => {
            for (answer, written) in answers.into_iter().zip(written) {
                let _ = answer.send(Ok(written));
            }
        }
        Err(error) => {
            metrics.reject(Rejection::Store);
            let line = error.to_string();
            for answer in answers {
                let _ = answer.send(Err(Problem::busy(format_args!("the store: {line}"))));
            }
        }
    }
}

/// A thread that tidies a store every so often, so that who writes to it need not. It ends when
/// this is dropped.
pub(crate) struct Tidier {
    _stop: Sender<()>,
}

impl Tidier {
    pub(crate) fn new(mut store: Store) -> Self {
        let (stop, stopped) = mpsc::channel::<()>();
        thread::spawn(move || {
            while stopped.recv_timeout(TIDY) == Err(RecvTimeoutError::Timeout) {
                // If it cannot be done now, it can be next time: nothing is lost.
                let _ = store.reopen_if_replaced();
                let _ = store.tidy();
            }
        });
        Self { _stop: stop }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One request that panicked ended the thread, and with it every game.
    #[tokio::test]
    async fn a_request_that_panics_is_answered_and_the_next_one_too() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let thread = StoreThread::new(store, Arc::default());
        let panicked = thread.ask::<()>(|_| panic!("a request failed")).await.unwrap_err();
        assert_eq!(panicked.0.status(), 500);
        assert!(thread.ask(|store| store.version()).await.is_ok());
    }
}
