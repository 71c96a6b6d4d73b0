//! A thread that owns a store: what is asked of it is done one after the other, moves first, and
//! nobody who asks is blocked.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use quoridor_core::Move;
use quoridor_store::Thought;
use quoridor_store::{GameId, Store, StoreError};
use tokio::sync::oneshot;

use crate::problem::Problem;

/// What is asked of the thread.
enum Work {
    Append(Append),
    Other(Other),
}

/// A move of a game. Those of several games that wait are written together: the disk takes as long
/// for all as for one.
type Append = ((GameId, usize, Move, Thought), oneshot::Sender<Result<(), Problem>>);

/// Anything else. Whoever asks for it waits for the answer before asking about the same game again,
/// so moves of other games may go first.
type Other = Box<dyn FnOnce(&mut Store) + Send>;

/// How often what was written is brought from the store's log into its file.
const TIDY: Duration = Duration::from_secs(1);

/// How to ask the thread. It ends when nobody can ask any more.
#[derive(Clone)]
pub(crate) struct Keeper {
    work: Sender<Work>,
}

/// What waits for the thread.
#[derive(Default)]
struct Waiting {
    moves: Vec<Append>,
    others: VecDeque<Other>,
}

impl Waiting {
    fn add(&mut self, work: Work) {
        match work {
            Work::Append(append) => self.moves.push(append),
            Work::Other(other) => self.others.push_back(other),
        }
    }

    /// All moves, then one of the others, so that a move never waits for more than one of them.
    fn work(&mut self, todo: &Receiver<Work>, store: &mut Store) {
        while let Ok(work) = todo.try_recv() {
            self.add(work);
        }
        if !self.moves.is_empty() {
            append(store, std::mem::take(&mut self.moves));
        }
        if let Some(other) = self.others.pop_front() {
            other(store);
        }
    }
}

impl Keeper {
    /// Gives a store to a thread of its own.
    pub(crate) fn new(mut store: Store) -> Self {
        let (work, todo) = mpsc::channel::<Work>();
        thread::spawn(move || {
            let mut waiting = Waiting::default();
            while let Ok(first) = todo.recv() {
                waiting.add(first);
                while !(waiting.moves.is_empty() && waiting.others.is_empty()) {
                    waiting.work(&todo, &mut store);
                }
            }
        });
        Self { work }
    }

    /// Appends a move to a game. Once it is answered, it is on the disk.
    pub(crate) async fn append(
        &self,
        game: GameId,
        ply: usize,
        mv: Move,
        thought: Thought,
    ) -> Result<(), Problem> {
        let (answer, answered) = oneshot::channel();
        self.work.send(Work::Append(((game, ply, mv, thought), answer))).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    /// Asks for something. Once it is answered, it is on the disk; whoever stops waiting has it
    /// done nevertheless.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, answered) = oneshot::channel();
        let work = Work::Other(Box::new(move |store| {
            // Whoever asked may have gone.
            let _ = answer.send(question(store));
        }));
        self.work.send(work).map_err(|_| gone())?;
        Ok(answered.await.map_err(|_| gone())??)
    }
}

fn gone() -> Problem {
    Problem::busy("the server is about to end")
}

fn append(store: &mut Store, appends: Vec<Append>) {
    let (moves, answers): (Vec<_>, Vec<_>) = appends.into_iter().unzip();
    match store.append_moves(&moves) {
        Ok(appended) => {
            for (answer, appended) in answers.into_iter().zip(appended) {
                let _ = answer.send(appended.map_err(Problem::from));
            }
        }
        Err(error) => {
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
    pub(crate) fn new(store: Store) -> Self {
        let (stop, stopped) = mpsc::channel::<()>();
        thread::spawn(move || {
            while stopped.recv_timeout(TIDY) == Err(RecvTimeoutError::Timeout) {
                // If it cannot be done now, it can be next time: nothing is lost.
                let _ = store.tidy();
            }
        });
        Self { _stop: stop }
    }
}
