//! The threads that search. Moves of games come first; analyses share what is left evenly.
//!
//! There are fewer threads than cores, so that no search slows another, nor whoever takes moves and
//! writes them down. All but one (or the only one) may analyse. When a game needs a thread and none
//! is free, an analysis is interrupted: it stops within a millisecond or so, waits, and goes on
//! later with the table that it has filled. In the same way analyses of different clients take
//! turns.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::problem::Problem;

/// The most analyses that wait, of all clients together.
const MOST_WAITING: usize = 512;

/// The most analyses of one client that wait.
const MOST_WAITING_OF_ONE: usize = 8;

/// How long an analysis may go on when another waits.
const SLICE: Duration = Duration::from_millis(500);

/// How often it is looked whether somebody has to be interrupted.
const LOOK: Duration = Duration::from_millis(20);

/// Something to search.
pub(crate) trait Work: Send {
    /// Searches, and ends soon after it is told to stop. Whether it is done; if not, it will be
    /// called again, unless it is cancelled.
    fn run(&mut self, signal: &Signal) -> bool;
}

/// Who wants an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(pub(crate) u64);

/// The threads. They end when nobody can ask them any more.
#[derive(Clone)]
pub(crate) struct Compute {
    handle: Arc<Handle>,
}

struct Handle {
    shared: Arc<Shared>,
}

struct Shared {
    queues: Mutex<Queues>,
    /// There is something to do.
    wake: Condvar,
    threads: usize,
}

#[derive(Default)]
struct Queues {
    games: VecDeque<Task>,
    /// The clients in the order in which it is their turn, each with its analyses.
    clients: VecDeque<(Client, VecDeque<Task>)>,
    running: Vec<Running>,
    idle: usize,
    closed: bool,
}

struct Task {
    signal: Arc<Signal>,
    kind: Kind,
    work: Box<dyn Work>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A move of a game, which is stopped after so long.
    Game(Duration),
    Analysis(Client),
}

struct Running {
    signal: Arc<Signal>,
    kind: Kind,
    since: Instant,
}

/// The signals that a search receives.
#[derive(Default)]
pub(crate) struct Signal {
    stop: AtomicBool,
    cancelled: AtomicBool,
    done: AtomicBool,
}

impl Signal {
    /// Set when the search is to end, for now or for good.
    pub(crate) const fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether it is to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Whether nobody wants its answer any more.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }
}

/// A search that was asked for. It is given up when this is dropped.
pub(crate) struct Ticket {
    signal: Arc<Signal>,
}

impl Ticket {
    /// Whether the search has ended by itself.
    pub(crate) fn is_done(&self) -> bool {
        self.signal.done.load(Ordering::SeqCst)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.signal.cancelled.store(true, Ordering::SeqCst);
        self.signal.stop.store(true, Ordering::SeqCst);
    }
}

impl Compute {
    /// So many threads.
    pub(crate) fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            queues: Mutex::new(Queues::default()),
            wake: Condvar::new(),
            threads,
        });
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work());
        }
        let watcher = Arc::clone(&shared);
        thread::spawn(move || watcher.watch());
        Self { handle: Arc::new(Handle { shared }) }
    }

    /// Searches for a move of a game, for so long at most.
    pub(crate) fn game(&self, work: Box<dyn Work>, most: Duration) -> Ticket {
        let signal = Arc::new(Signal::default());
        let mut queues = self.handle.shared.lock();
        queues.games.push_back(Task { signal: Arc::clone(&signal), kind: Kind::Game(most), work });
        queues.make_room();
        self.handle.shared.wake.notify_one();
        Ticket { signal }
    }

    /// Analyses for a client, when it is its turn. How many of others may come before it.
    pub(crate) fn analysis(
        &self,
        client: Client,
        work: Box<dyn Work>,
    ) -> Result<(Ticket, usize), Problem> {
        let signal = Arc::new(Signal::default());
        let mut queues = self.handle.shared.lock();
        let waiting: usize = queues.clients.iter().map(|(_, tasks)| tasks.len()).sum();
        let own = queues
            .clients
            .iter()
            .find(|(other, _)| *other == client)
            .map_or(0, |(_, tasks)| tasks.len());
        if own >= MOST_WAITING_OF_ONE {
            return Err(Problem::busy(format_args!(
                "{own} questions wait already: stop one or wait for an answer"
            )));
        }
        if waiting >= MOST_WAITING {
            return Err(Problem::busy("too many analyses wait already: try again later"));
        }
        queues
            .put(client, Task { signal: Arc::clone(&signal), kind: Kind::Analysis(client), work });
        self.handle.shared.wake.notify_one();
        Ok((Ticket { signal }, waiting))
    }
}

impl Compute {
    /// How many analyses are searched at this moment, and how many wait for their turn.
    pub(crate) fn analyses(&self) -> (usize, usize) {
        let queues = self.handle.shared.lock();
        let running = queues
            .running
            .iter()
            .filter(|running| matches!(running.kind, Kind::Analysis(_)))
            .count();
        let waiting = queues.clients.iter().map(|(_, tasks)| tasks.len()).sum();
        (running, waiting)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let mut queues = self.shared.lock();
        queues.closed = true;
        queues.running.iter().for_each(|running| running.signal.stop.store(true, Ordering::SeqCst));
        self.shared.wake.notify_all();
    }
}

impl Queues {
    /// Puts an analysis behind the others of its client.
    fn put(&mut self, client: Client, task: Task) {
        let place = self.clients.iter().position(|(other, _)| *other == client);
        let place = place.unwrap_or_else(|| {
            self.clients.push_back((client, VecDeque::new()));
            self.clients.len() - 1
        });
        self.clients[place].1.push_back(task);
    }

    /// The next piece of work.
    fn next(&mut self, threads: usize) -> Option<Task> {
        if let Some(task) = self.games.pop_front() {
            return Some(task);
        }
        let analysing =
            self.running.iter().filter(|running| matches!(running.kind, Kind::Analysis(_))).count();
        if analysing >= threads.saturating_sub(1).max(1) {
            return None;
        }
        // Whose turn it was goes to the end, if it has more.
        let (client, mut tasks) = self.clients.pop_front()?;
        let task = tasks.pop_front();
        if !tasks.is_empty() {
            self.clients.push_back((client, tasks));
        }
        task
    }

    /// Interrupts an analysis if a game waits for a thread: the one that has had its share for
    /// longest.
    fn make_room(&self) {
        let leaving = |running: &&Running| running.signal.is_stopped();
        let coming = self.idle + self.running.iter().filter(leaving).count();
        if self.games.len() > coming {
            let analyses =
                self.running.iter().filter(|running| matches!(running.kind, Kind::Analysis(_)));
            if let Some(longest) =
                analyses.filter(|running| !leaving(running)).min_by_key(|running| running.since)
            {
                longest.signal.stop.store(true, Ordering::SeqCst);
            }
        }
    }

    /// Interrupts what has gone on for too long, and forgets what nobody waits for any more, with
    /// all the memory it had.
    fn take_turns(&mut self) {
        for (_, tasks) in &mut self.clients {
            tasks.retain(|task| !task.signal.is_cancelled());
        }
        self.clients.retain(|(_, tasks)| !tasks.is_empty());
        self.make_room();
        for running in &self.running {
            let so_long = running.since.elapsed();
            let is_over = match running.kind {
                Kind::Game(most) => so_long >= most,
                Kind::Analysis(_) => so_long >= SLICE && !self.clients.is_empty(),
            };
            if is_over {
                running.signal.stop.store(true, Ordering::SeqCst);
            }
        }
    }
}

impl Shared {
    /// The queues are whole whenever nobody holds them, even if somebody panicked.
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut queues = self.lock();
        while !queues.closed {
            let Some(mut task) = queues.next(self.threads) else {
                queues.idle += 1;
                queues = self.wake.wait(queues).unwrap_or_else(PoisonError::into_inner);
                queues.idle -= 1;
                continue;
            };
            queues.running.push(Running {
                signal: Arc::clone(&task.signal),
                kind: task.kind,
                since: Instant::now(),
            });
            drop(queues);
            let is_wanted = !task.signal.is_cancelled();
            // The client that waits for the answer sees that the work is gone.
            let is_done = !is_wanted
                || std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    task.work.run(&task.signal)
                }))
                .unwrap_or(true);
            task.signal.done.store(is_done, Ordering::SeqCst);
            queues = self.lock();
            queues.running.retain(|running| !Arc::ptr_eq(&running.signal, &task.signal));
            if let (Kind::Analysis(client), false) = (task.kind, is_done) {
                task.signal.stop.store(false, Ordering::SeqCst);
                if !task.signal.is_cancelled() {
                    queues.put(client, task);
                    self.wake.notify_one();
                }
            }
        }
    }

    /// Looks every so often whether somebody has to be interrupted.
    fn watch(&self) {
        while !self.lock().closed {
            self.lock().take_turns();
            thread::sleep(LOOK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{self, Receiver, Sender};

    /// Longer than any of this takes; a wait that fails fails the test.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Work that says when it begins and when it is dropped, and goes on until it is stopped.
    struct Endless {
        name: &'static str,
        says: Sender<String>,
    }

    impl Work for Endless {
        fn run(&mut self, signal: &Signal) -> bool {
            let _ = self.says.send(format!("{} begins", self.name));
            while !signal.is_stopped() {
                thread::sleep(Duration::from_millis(1));
            }
            false
        }
    }

    impl Drop for Endless {
        fn drop(&mut self) {
            let _ = self.says.send(format!("{} is gone", self.name));
        }
    }

    /// Work that is done at once.
    struct Short(Sender<String>);

    impl Work for Short {
        fn run(&mut self, _: &Signal) -> bool {
            let _ = self.0.send("game".to_owned());
            true
        }
    }

    struct Failing;

    impl Work for Failing {
        fn run(&mut self, _: &Signal) -> bool {
            panic!("a search failed")
        }
    }

    fn expect(heard: &Receiver<String>, wanted: &str) {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if heard.recv_timeout(PATIENCE).expect("somebody says something") == wanted {
                return;
            }
        }
        panic!("nobody said '{wanted}'");
    }

    #[test]
    fn a_game_interrupts_an_analysis_which_then_goes_on() {
        let (says, heard) = mpsc::channel();
        let compute = Compute::new(1);
        let endless = Endless { name: "analysis", says: says.clone() };
        let (_ticket, ahead) = compute.analysis(Client(1), Box::new(endless)).unwrap();
        assert_eq!(ahead, 0);
        expect(&heard, "analysis begins");
        let _game = compute.game(Box::new(Short(says)), PATIENCE);
        expect(&heard, "game");
        expect(&heard, "analysis begins");
    }

    #[test]
    fn clients_take_turns() {
        let (says, heard) = mpsc::channel();
        let compute = Compute::new(1);
        let analyse = |client, name| {
            compute
                .analysis(Client(client), Box::new(Endless { name, says: says.clone() }))
                .unwrap()
                .0
        };
        let _tickets = [analyse(1, "one"), analyse(1, "another"), analyse(2, "two")];
        for name in
            ["one begins", "two begins", "another begins", "two begins", "one begins", "two begins"]
        {
            // Each waits for the next turn of this name: nobody is left out.
            expect(&heard, name);
        }
    }

    #[test]
    fn what_nobody_waits_for_goes() {
        let (says, heard) = mpsc::channel();
        let compute = Compute::new(1);
        let analyse = |name| {
            compute.analysis(Client(1), Box::new(Endless { name, says: says.clone() })).unwrap().0
        };
        let (first, second) = (analyse("first"), analyse("second"));
        expect(&heard, "first begins");
        // Also while others are searched.
        drop(second);
        expect(&heard, "second is gone");
        drop(first);
        expect(&heard, "first is gone");
    }

    #[test]
    fn a_client_cannot_fill_the_queue() {
        let (says, _heard) = mpsc::channel();
        let compute = Compute::new(1);
        let analyse =
            || compute.analysis(Client(1), Box::new(Endless { name: "x", says: says.clone() }));
        let tickets: Vec<_> = (0..=MOST_WAITING_OF_ONE).map_while(|_| analyse().ok()).collect();
        assert!(tickets.len() >= MOST_WAITING_OF_ONE, "{}", tickets.len());
        assert!((0..2).any(|_| analyse().is_err()));
    }

    #[test]
    fn a_search_that_fails_does_not_take_its_thread_along() {
        let (says, heard) = mpsc::channel();
        let compute = Compute::new(1);
        let ticket = compute.game(Box::new(Failing), PATIENCE);
        let _game = compute.game(Box::new(Short(says)), PATIENCE);
        expect(&heard, "game");
        assert!(ticket.is_done());
    }

    #[test]
    fn a_move_that_takes_too_long_is_stopped() {
        let (says, heard) = mpsc::channel();
        let compute = Compute::new(1);
        let _ticket =
            compute.game(Box::new(Endless { name: "slow", says }), Duration::from_millis(1));
        expect(&heard, "slow begins");
        expect(&heard, "slow is gone");
    }
}
