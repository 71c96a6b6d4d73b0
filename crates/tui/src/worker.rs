//! The thread in which the computer players think, so that the interface never waits for them.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use quoridor_core::{Game, Player};
use quoridor_engine::{Agent, Decision, Limits, Progress, Term, Watch};
use quoridor_players::Spec;

/// A question to a player. The game is not over, and the player supports its variant.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// Comes back with every report.
    pub(crate) id: u64,
    /// Which game of this evening: another one makes the players forget.
    pub(crate) game_number: u64,
    /// The player's seat; `None` for the player that gives hints.
    pub(crate) seat: Option<Player>,
    pub(crate) spec: Spec,
    pub(crate) game: Game,
    pub(crate) limits: Limits,
}

/// A report of the thread about a request.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) id: u64,
    pub(crate) news: News,
}

#[derive(Clone, Debug)]
pub(crate) enum News {
    /// The terms of the player's evaluation of the position.
    Terms(Vec<Term>),
    /// How far it has come.
    Progress(Progress),
    /// The decision, and how long it took.
    Decided(Decision, Duration),
    /// It cannot be asked: why.
    Failed(String),
    /// The player has panicked, and the thread is gone.
    Panicked,
}

/// The thread. One question is answered at a time; a new one interrupts the one before.
#[derive(Debug)]
pub(crate) struct Worker {
    jobs: Sender<(Request, Arc<AtomicBool>)>,
    stop: Arc<AtomicBool>,
}

impl Worker {
    /// Starts the thread; it hands its reports to `send` and ends with the worker.
    pub(crate) fn start(send: impl Fn(Report) + Send + 'static) -> Self {
        let (jobs, queue) = mpsc::channel();
        thread::spawn(move || work(&queue, &send));
        Self { jobs, stop: Arc::default() }
    }

    /// Asks; whatever was asked before is interrupted.
    pub(crate) fn ask(&mut self, request: Request) {
        self.interrupt();
        self.stop = Arc::default();
        // If the thread is gone, it has said so.
        let _ = self.jobs.send((request, Arc::clone(&self.stop)));
    }

    /// Makes the player answer soon, with the best that it has found so far.
    pub(crate) fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.interrupt();
    }
}

/// A player, with what it was made for.
struct Seated {
    game_number: u64,
    spec: String,
    agent: Box<dyn Agent>,
}

fn work(queue: &Receiver<(Request, Arc<AtomicBool>)>, send: &dyn Fn(Report)) {
    let mut seats: HashMap<Option<Player>, Seated> = HashMap::new();
    while let Ok((request, stop)) = queue.recv() {
        let _alarm = Alarm { id: request.id, send };
        let report = |news| send(Report { id: request.id, news });
        let spec = request.spec.to_string();
        let is_seated = seats.get(&request.seat).is_some_and(|seated| seated.spec == spec);
        if !is_seated {
            match request.spec.build() {
                Ok(agent) => {
                    seats.insert(
                        request.seat,
                        Seated { game_number: request.game_number, spec, agent },
                    );
                }
                Err(error) => {
                    report(News::Failed(error.to_string()));
                    continue;
                }
            }
        }
        let seated = seats.get_mut(&request.seat).expect("the player has just been seated");
        if seated.game_number != request.game_number {
            seated.agent.new_game();
            seated.game_number = request.game_number;
        }
        report(News::Terms(seated.agent.explain(request.game.position())));
        let begin = Instant::now();
        let mut progress = |progress: &Progress| report(News::Progress(progress.clone()));
        let decision = seated.agent.choose(
            &request.game,
            &request.limits,
            &mut Watch::new(&stop, &mut progress),
        );
        report(News::Decided(decision, begin.elapsed()));
    }
}

/// Tells the interface when the player panics: it would wait for an answer for ever.
struct Alarm<'a> {
    id: u64,
    send: &'a dyn Fn(Report),
}

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.send)(Report { id: self.id, news: News::Panicked });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: u64, spec: &str, limits: Limits) -> Request {
        let spec = spec.parse().unwrap();
        Request {
            id,
            game_number: 1,
            seat: Some(Player::South),
            spec,
            game: Game::default(),
            limits,
        }
    }

    fn decision(reports: &Receiver<Report>) -> (u64, Decision) {
        loop {
            let report =
                reports.recv_timeout(quoridor_test_support::PATIENCE).expect("an answer comes");
            if let News::Decided(decision, _) = report.news {
                return (report.id, decision);
            }
        }
    }

    #[test]
    fn a_player_thinks_and_says_what_it_thinks() {
        let (sender, reports) = mpsc::channel();
        let mut worker = Worker::start(move |report| sender.send(report).unwrap());
        worker.ask(request(7, "mertens-2006:depth=1", Limits::NONE));
        let Report { id: 7, news: News::Terms(terms) } = reports.recv().unwrap() else {
            panic!("terms come first")
        };
        assert_eq!(terms.len(), 2);
        let (id, decision) = decision(&reports);
        assert!(id == 7 && Game::default().position().is_legal(decision.mv));
    }

    /// An hour's thinking ends when it is interrupted, and when something else is asked; nothing is
    /// lost.
    #[test]
    fn thinking_can_be_interrupted() {
        let (sender, reports) = mpsc::channel();
        let mut worker = Worker::start(move |report| sender.send(report).unwrap());
        let hour = Limits::time(Duration::from_secs(3600));
        worker.ask(request(1, "champion:hash=1", hour));
        worker.ask(request(2, "champion:hash=1", hour));
        assert_eq!(decision(&reports).0, 1);
        worker.interrupt();
        assert_eq!(decision(&reports).0, 2);
    }
}
