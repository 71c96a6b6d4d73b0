//! A thread that owns a store: what is asked of it is done one after the other, and nobody who asks is blocked.

use std::sync::mpsc;
use std::thread;

use quoridor_arena::Thought;
use quoridor_arena::store::{GameId, Store, StoreError};
use quoridor_core::Move;
use tokio::sync::oneshot;

use crate::problem::Problem;

/// What is asked of the thread.
enum Work {
    /// A move of a game. Those of several games that wait are written together: the disk takes as long for all as for one.
    Append((GameId, usize, Move, Thought), oneshot::Sender<Result<(), Problem>>),
    Other(Box<dyn FnOnce(&mut Store) + Send>),
}

/// The most moves that are written together.
const MOST_TOGETHER: usize = 64;

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
            let mut next = todo.recv().ok();
            while let Some(work) = next.take() {
                match work {
                    Work::Other(work) => work(&mut store),
                    Work::Append(first, answer) => {
                        let (mut moves, mut answers) = (vec![first], vec![answer]);
                        while moves.len() < MOST_TOGETHER && next.is_none() {
                            match todo.try_recv() {
                                Ok(Work::Append(one, answer)) => {
                                    moves.push(one);
                                    answers.push(answer);
                                }
                                Ok(other) => next = Some(other),
                                Err(_) => break,
                            }
                        }
                        append(&mut store, &moves, answers);
                    }
                }
                next = next.or_else(|| todo.recv().ok());
            }
        });
        Self { work }
    }

    /// Appends a move to a game. Once it is answered, it is on the disk.
    pub(crate) async fn append(&self, game: GameId, ply: usize, mv: Move, thought: Thought) -> Result<(), Problem> {
        let (answer, answered) = oneshot::channel();
        self.work.send(Work::Append((game, ply, mv, thought), answer)).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    /// Asks for something. Once it is answered, it is on the disk; whoever stops waiting has it done nevertheless.
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

fn append(
    store: &mut Store,
    moves: &[(GameId, usize, Move, Thought)],
    answers: Vec<oneshot::Sender<Result<(), Problem>>>,
) {
    match store.append_moves(moves) {
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
