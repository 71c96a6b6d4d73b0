//! Threads that read the store, each with a connection of its own.
//!
//! Addresses take turns. A query ends when its client is gone or its time is over, so that nobody
//! can keep others from reading.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quoridor_store::{Store, StoreError};
use tokio::sync::oneshot;

use crate::address::Address;
use crate::limits::ServerLimits;
use crate::problem::Problem;
use crate::turns::Turns;

/// The threads. They end when nobody can ask them any more.
#[derive(Clone)]
pub(crate) struct Readers {
    handle: Arc<Handle>,
}

struct Handle {
    shared: Arc<Shared>,
}

struct Shared {
    queue: Mutex<Queue>,
    /// There is something to read.
    wake: Condvar,
    /// The longest query.
    time: Duration,
    /// The queries of one address that may wait.
    most: usize,
}

#[derive(Default)]
struct Queue {
    queries: Turns<Query>,
    closed: bool,
}

struct Query {
    is_given_up: Arc<AtomicBool>,
    read: Box<dyn FnOnce(&Store) + Send>,
}

/// Gives a query up when the client stops waiting for it.
struct GiveUp(Arc<AtomicBool>);

impl Drop for GiveUp {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Readers {
    /// Opens the store for each thread.
    pub(crate) fn new(path: &Path, limits: &ServerLimits) -> Result<Self, StoreError> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            wake: Condvar::new(),
            time: limits.query_time,
            most: limits.queries_per_address,
        });
        let handle = Arc::new(Handle { shared: Arc::clone(&shared) });
        for _ in 0..limits.readers {
            let (store, shared) = (Store::open(path)?, Arc::clone(&shared));
            thread::spawn(move || shared.work(store));
        }
        Ok(Self { handle })
    }

    /// Asks the store, on account of an address.
    pub(crate) async fn ask<T: Send + 'static, E: Into<Problem> + Send + 'static>(
        &self,
        address: Address,
        question: impl FnOnce(&Store) -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, answered) = oneshot::channel();
        let give_up = GiveUp(Arc::default());
        let read = Box::new(move |store: &Store| drop(answer.send(question(store))));
        let query = Query { is_given_up: Arc::clone(&give_up.0), read };
        {
            let shared = &self.handle.shared;
            let mut queue = shared.lock();
            queue.queries.retain(|query| !query.is_given_up.load(Ordering::Relaxed));
            let waiting = queue.queries.len_of(address);
            if waiting >= shared.most {
                let line = format_args!("{waiting} searches of your address wait already");
                return Err(Problem::too_many(line));
            }
            queue.queries.put(address, query);
            shared.wake.notify_one();
        }
        let answer = answered.await.map_err(|_| Problem::busy("the search failed"))?;
        answer.map_err(Into::into)
    }

    /// How many queries wait.
    pub(crate) fn waiting(&self) -> usize {
        self.handle.shared.lock().queries.len()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.wake.notify_all();
    }
}

impl Shared {
    /// The queue is whole whenever nobody holds it, even if somebody panicked.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Query> {
        let mut queue = self.lock();
        while !queue.closed {
            if let Some(query) = queue.queries.next() {
                return Some(query);
            }
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    fn work(&self, mut store: Store) {
        while let Some(Query { is_given_up, read }) = self.next() {
            let end = Instant::now() + self.time;
            let is_over = move || is_given_up.load(Ordering::Relaxed) || Instant::now() >= end;
            if is_over() {
                continue;
            }
            // If no store is there, the query says so.
            let _ = store.reopen_if_replaced();
            store.interrupt_when(is_over);
            // The caller that waits for it gets an error.
            let _ = catch_unwind(AssertUnwindSafe(|| read(&store)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use std::sync::mpsc::{Sender, channel};

    use axum::http::HeaderMap;
    use quoridor_core::record;
    use quoridor_store::{Duplicates, Filter, NameIs};
    use quoridor_test_support::PATIENCE;
    use tempfile::TempDir;
    use tokio::runtime::Runtime;
    use tokio::task::JoinHandle;

    fn address(number: u8) -> Address {
        Address::of(IpAddr::from([192, 0, 2, number]), &HeaderMap::new(), &[])
    }

    /// One reader of a store with two hundred players.
    fn one_reader(query_time: Duration) -> (TempDir, Readers, Runtime) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let games =
            (0..100).map(|game| format!("[South \"a{game}\"]\n[North \"b{game}\"]\n\n1. e2 *\n\n"));
        let text: String = games.collect();
        let mut store = Store::open(&path).unwrap();
        store.import(record::read(&text), Duplicates::Keep, |_| {}).unwrap();
        let limits = ServerLimits { readers: 1, query_time, ..ServerLimits::default() };
        (folder, Readers::new(&path, &limits).unwrap(), Runtime::new().unwrap())
    }

    /// Asks on and on, and tells when it begins.
    fn endless(
        readers: &Readers,
        runtime: &Runtime,
        begun: &Sender<()>,
    ) -> JoinHandle<Result<(), Problem>> {
        let (readers, begun) = (readers.clone(), begun.clone());
        let names = (0..400).map(|name| NameIs::Containing(format!("x{name}"))).collect();
        let slow = Filter { names, ..Filter::default() };
        runtime.spawn(async move {
            let question = move |store: &Store| {
                let _ = begun.send(());
                loop {
                    store.count(&slow)?;
                }
            };
            readers.ask::<(), StoreError>(address(1), question).await
        })
    }

    fn quick(readers: &Readers, runtime: &Runtime) -> u64 {
        let ask = readers.ask(address(2), |store| store.count(&Filter::default()));
        runtime.block_on(async { tokio::time::timeout(PATIENCE, ask).await }).unwrap().unwrap()
    }

    /// Its searches went on after the client had gone.
    #[test]
    fn a_query_ends_when_its_client_is_gone() {
        let (_folder, readers, runtime) = one_reader(PATIENCE);
        let (begun, begins) = channel();
        let endless = endless(&readers, &runtime, &begun);
        begins.recv_timeout(PATIENCE).unwrap();
        endless.abort();
        assert_eq!(quick(&readers, &runtime), 100);
    }

    /// 60 searches of two seconds kept everybody else from reading.
    #[test]
    fn one_address_cannot_stop_all_reading() {
        let (_folder, readers, runtime) = one_reader(Duration::from_millis(50));
        let (begun, begins) = channel();
        let asked: Vec<_> = (0..64).map(|_| endless(&readers, &runtime, &begun)).collect();
        begins.recv_timeout(PATIENCE).unwrap();
        assert_eq!(quick(&readers, &runtime), 100);
        let problem = runtime.block_on(asked.into_iter().next().unwrap()).unwrap().unwrap_err();
        assert_eq!(problem.to_string(), "the store: the search took too long: ask for less");
        // All of them wait, one is being answered.
        let many: Vec<_> = (0..200).map(|_| endless(&readers, &runtime, &begun)).collect();
        let refused = runtime.block_on(async {
            let mut refused = 0;
            for each in many {
                refused += usize::from(
                    each.await.unwrap().unwrap_err().to_string().contains("wait already"),
                );
            }
            refused
        });
        assert!(refused > 0, "an address has at most 64 waiting");
    }
}
