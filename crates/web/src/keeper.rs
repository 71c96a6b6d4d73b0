//! A thread that owns a store: what is asked of it is done one after the other, and nobody who asks is blocked.

use std::sync::mpsc;
use std::thread;

use quoridor_arena::store::{Store, StoreError};
use tokio::sync::oneshot;

use crate::problem::Problem;

type Work = Box<dyn FnOnce(&mut Store) + Send>;

/// How to ask the thread. It ends when nobody can ask any more.
#[derive(Clone)]
pub(crate) struct Keeper {
    work: mpsc::Sender<Work>,
}

impl Keeper {
    /// Gives a store to a thread of its own.
    pub(crate) fn new(mut store: Store) -> Self {
        let (work, todo) = mpsc::channel::<Work>();
        thread::spawn(move || {
            while let Ok(work) = todo.recv() {
                work(&mut store);
            }
        });
        Self { work }
    }

    /// Asks for something. Once it is answered, it is on the disk; whoever stops waiting has it done nevertheless.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, answered) = oneshot::channel();
        let work: Work = Box::new(move |store| {
            // Whoever asked may have gone.
            let _ = answer.send(question(store));
        });
        let gone = || Problem::busy("the server is about to end");
        self.work.send(work).map_err(|_| gone())?;
        Ok(answered.await.map_err(|_| gone())??)
    }
}
