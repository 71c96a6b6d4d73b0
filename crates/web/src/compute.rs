//! The threads that search. Moves of games come first; analyses share what is left evenly.
//!
//! There are fewer threads than cores, so that searches slow down neither each other nor the server
//! itself. All threads but one (or the only one) may analyse. When a game needs a thread and none
//! is free, an analysis is interrupted: it stops within a millisecond or so, waits, and continues
//! later with its transposition table.
//!
//! Addresses take turns, in games as in analyses: twenty slow games of one address do not keep
//! another waiting for more than one of their moves, which is cut short.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quoridor_service::{Signal, Work};

use crate::address::Address;
use crate::limits::ServerLimits;
use crate::problem::Problem;
use crate::turns::Turns;

/// The polling interval for preemption.
const LOOK: Duration = Duration::from_millis(20);

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
    limits: ServerLimits,
}

#[derive(Default)]
struct Queues {
    games: Turns<Task>,
    analyses: Turns<Task>,
    running: Vec<Running>,
    idle: usize,
    closed: bool,
}

struct Task {
    signal: Arc<Signal>,
    kind: Kind,
    address: Address,
    work: Box<dyn Work>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A move of a game, which is stopped after so long.
    Game(Duration),
    Analysis,
}

struct Running {
    signal: Arc<Signal>,
    kind: Kind,
    address: Address,
    since: Instant,
}

/// A search that was asked for. It is given up when this is dropped.
pub(crate) struct Ticket {
    signal: Arc<Signal>,
}

impl quoridor_service::analysis::Ticket for Ticket {
    fn is_done(&self) -> bool {
        self.signal.is_done()
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.signal.cancel();
    }
}

impl Compute {
    /// A pool of some threads, at least one.
    pub(crate) fn new(threads: usize, limits: &ServerLimits) -> Self {
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            queues: Mutex::new(Queues::default()),
            wake: Condvar::new(),
            threads,
            limits: limits.clone(),
        });
        for _ in 0..threads {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work());
        }
        let watcher = Arc::clone(&shared);
        thread::spawn(move || watcher.watch());
        Self { handle: Arc::new(Handle { shared }) }
    }

    /// Searches for a move of a game, for so long at most, on account of an address.
    pub(crate) fn game(&self, address: Address, work: Box<dyn Work>, most: Duration) -> Ticket {
        let signal = Arc::new(Signal::default());
        let mut queues = self.handle.shared.lock();
        let task = Task { signal: Arc::clone(&signal), kind: Kind::Game(most), address, work };
        queues.games.put(address, task);
        queues.make_room();
        self.handle.shared.wake.notify_one();
        Ticket { signal }
    }

    /// Analyses for an address, when it is its turn. How many of others may come before it.
    pub(crate) fn analysis(
        &self,
        address: Address,
        work: Box<dyn Work>,
    ) -> Result<(Ticket, usize), Problem> {
        let signal = Arc::new(Signal::default());
        let limits = &self.handle.shared.limits;
        let mut queues = self.handle.shared.lock();
        let (waiting, own) = (queues.analyses.len(), queues.analyses.len_of(address));
        if own >= limits.analyses_per_address {
            return Err(Problem::busy(format_args!(
                "{own} analyses of your address wait already: stop one or wait for an answer"
            )));
        }
        if waiting >= limits.analyses {
            return Err(Problem::busy("too many analyses wait already: try again later"));
        }
        let task = Task { signal: Arc::clone(&signal), kind: Kind::Analysis, address, work };
        queues.analyses.put(address, task);
        self.handle.shared.wake.notify_one();
        Ok((Ticket { signal }, waiting))
    }

    /// How many analyses are searched at this moment, and how many wait for their turn.
    pub(crate) fn analyses(&self) -> (usize, usize) {
        let queues = self.handle.shared.lock();
        (queues.analysing(), queues.analyses.len())
    }

    /// How many moves of games are searched at this moment, and how many wait for their turn.
    pub(crate) fn games(&self) -> (usize, usize) {
        let queues = self.handle.shared.lock();
        (queues.running.len() - queues.analysing(), queues.games.len())
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.handle.shared.threads
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let mut queues = self.shared.lock();
        queues.closed = true;
        queues.running.iter().for_each(|running| running.signal.interrupt());
        self.shared.wake.notify_all();
    }
}

impl Queues {
    fn analysing(&self) -> usize {
        self.running.iter().filter(|running| running.kind == Kind::Analysis).count()
    }

    /// The next piece of work.
    fn next(&mut self, threads: usize) -> Option<Task> {
        if let Some(task) = self.games.next() {
            return Some(task);
        }
        if self.analysing() >= threads.saturating_sub(1).max(1) {
            return None;
        }
        self.analyses.next()
    }

    /// Interrupts an analysis if a game waits for a thread: the one that has had its share for
    /// longest.
    fn make_room(&self) {
        let leaving = |running: &&Running| running.signal.is_stopped();
        let coming = self.idle + self.running.iter().filter(leaving).count();
        if self.games.len() > coming {
            let analyses = self.running.iter().filter(|running| running.kind == Kind::Analysis);
            if let Some(longest) =
                analyses.filter(|running| !leaving(running)).min_by_key(|running| running.since)
            {
                longest.signal.interrupt();
            }
        }
    }

    /// Interrupts what has gone on for too long, and forgets what nobody waits for any more.
    fn take_turns(&mut self, limits: &ServerLimits) {
        self.games.retain(|task| !task.signal.is_cancelled());
        self.analyses.retain(|task| !task.signal.is_cancelled());
        self.make_room();
        for running in &self.running {
            let so_long = running.since.elapsed();
            let is_over = match running.kind {
                Kind::Game(most) => {
                    so_long >= most
                        || so_long >= limits.contested_move_time
                            && self.games.has_other(running.address)
                }
                Kind::Analysis => so_long >= limits.analysis_slice && !self.analyses.is_empty(),
            };
            if is_over {
                running.signal.interrupt();
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
                address: task.address,
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
            task.signal.set_done(is_done);
            queues = self.lock();
            queues.running.retain(|running| !Arc::ptr_eq(&running.signal, &task.signal));
            if (task.kind, is_done) == (Kind::Analysis, false) {
                task.signal.resume();
                if !task.signal.is_cancelled() {
                    queues.analyses.put_back(task.address, task);
                    self.wake.notify_one();
                }
            }
        }
    }

    /// Looks every so often whether somebody has to be interrupted.
    fn watch(&self) {
        while !self.lock().closed {
            self.lock().take_turns(&self.limits);
            thread::sleep(LOOK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_service::analysis::Ticket as _;
    use quoridor_test_support::PATIENCE;
    use std::sync::mpsc::{self, Receiver, Sender};

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

    fn compute() -> Compute {
        Compute::new(1, &ServerLimits::default())
    }

    fn address(number: u8) -> Address {
        let address = std::net::Ipv4Addr::new(192, 0, 2, number);
        Address::of(address.into(), &axum::http::HeaderMap::new(), &[])
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
        let compute = compute();
        let endless = Endless { name: "analysis", says: says.clone() };
        let (_ticket, ahead) = compute.analysis(address(1), Box::new(endless)).unwrap();
        assert_eq!(ahead, 0);
        expect(&heard, "analysis begins");
        let _game = compute.game(address(1), Box::new(Short(says)), PATIENCE);
        expect(&heard, "game");
        expect(&heard, "analysis begins");
    }

    #[test]
    fn addresses_take_turns() {
        let (says, heard) = mpsc::channel();
        let compute = compute();
        let analyse = |client, name| {
            compute
                .analysis(address(client), Box::new(Endless { name, says: says.clone() }))
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
        let compute = compute();
        let analyse = |name| {
            compute.analysis(address(1), Box::new(Endless { name, says: says.clone() })).unwrap().0
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
    fn an_address_cannot_fill_the_queue() {
        let (says, _heard) = mpsc::channel();
        let compute = compute();
        let analyse =
            || compute.analysis(address(1), Box::new(Endless { name: "x", says: says.clone() }));
        let most = ServerLimits::default().analyses_per_address;
        let tickets: Vec<_> = (0..=most).map_while(|_| analyse().ok()).collect();
        assert!(tickets.len() >= most, "{}", tickets.len());
        assert!((0..2).any(|_| analyse().is_err()));
        // Others still can.
        let other = Box::new(Endless { name: "y", says: says.clone() });
        assert!(compute.analysis(address(2), other).is_ok());
    }

    /// Twenty games that think for ever, and one of somebody else.
    #[test]
    fn a_long_move_makes_room_for_another_address() {
        let (says, heard) = mpsc::channel();
        let limits = ServerLimits {
            contested_move_time: Duration::from_millis(30),
            ..ServerLimits::default()
        };
        let compute = Compute::new(1, &limits);
        let endless = || Box::new(Endless { name: "slow", says: says.clone() });
        let _slow: Vec<_> =
            (0..20).map(|_| compute.game(address(1), endless(), PATIENCE)).collect();
        expect(&heard, "slow begins");
        let _game = compute.game(address(2), Box::new(Short(says.clone())), PATIENCE);
        // One of the twenty is cut short, and the next turn is the other's.
        expect(&heard, "slow is gone");
        assert_eq!(heard.recv_timeout(PATIENCE).unwrap(), "game");
        // The next of the twenty has left the queue when it begins.
        expect(&heard, "slow begins");
        assert_eq!(compute.games().1, 18);
    }

    #[test]
    fn a_game_that_is_let_go_is_not_searched() {
        let (says, heard) = mpsc::channel();
        let compute = compute();
        let endless = |name| Box::new(Endless { name, says: says.clone() });
        let first = compute.game(address(1), endless("first"), PATIENCE);
        expect(&heard, "first begins");
        drop(compute.game(address(1), endless("second"), PATIENCE));
        expect(&heard, "second is gone");
        drop(first);
        expect(&heard, "first is gone");
    }

    #[test]
    fn a_search_that_fails_does_not_take_its_thread_along() {
        let (says, heard) = mpsc::channel();
        let compute = compute();
        let ticket = compute.game(address(1), Box::new(Failing), PATIENCE);
        let _game = compute.game(address(1), Box::new(Short(says)), PATIENCE);
        expect(&heard, "game");
        assert!(ticket.is_done());
    }

    #[test]
    fn a_move_that_takes_too_long_is_stopped() {
        let (says, heard) = mpsc::channel();
        let compute = compute();
        let _ticket = compute.game(
            address(1),
            Box::new(Endless { name: "slow", says }),
            Duration::from_millis(1),
        );
        expect(&heard, "slow begins");
        expect(&heard, "slow is gone");
    }
}
