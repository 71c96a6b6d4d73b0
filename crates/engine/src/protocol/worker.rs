//! The thread that owns the player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::Instant;

use quoridor_core::Game;

use crate::agent::{Agent, Watch};
use crate::limits::Limits;
use crate::protocol::event::{Answer, Event};

/// Where jobs for the player are left. They are done one after the other.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: Sender<Job>,
}

/// Something for the player to do.
pub(super) enum Job {
    /// Make room for another player.
    Replace(Box<dyn Agent>),
    /// Forget the last game.
    NewGame,
    /// Get ready for a search, and say so.
    Prepare(Sender<()>),
    /// Choose a move, and send an [`Event::Answer`].
    Search(SearchJob),
}

/// A search to be made, of a game that is not over.
pub(super) struct SearchJob {
    pub(super) game: Game,
    pub(super) limits: Limits,
    pub(super) stop: Arc<AtomicBool>,
}

impl Worker {
    /// Starts the thread; it ends with the worker, once its search is over.
    pub(super) fn start(agent: Box<dyn Agent>, events: SyncSender<Event>) -> Self {
        let (sender, jobs) = mpsc::channel();
        thread::spawn(move || work(agent, &jobs, &events));
        Self { jobs: sender }
    }

    /// Waits until all jobs are done and the player is prepared for a search. Not to be called
    /// during one.
    pub(super) fn prepare(&self) {
        let (sender, ready) = mpsc::channel();
        self.give(Job::Prepare(sender));
        // An error means that the player panicked, which the session hears of.
        let _ = ready.recv();
    }

    /// Leaves a job.
    pub(super) fn give(&self, job: Job) {
        // If the thread is gone, the session knows.
        let _ = self.jobs.send(job);
    }
}

fn work(mut agent: Box<dyn Agent>, jobs: &Receiver<Job>, events: &SyncSender<Event>) {
    let _alarm = Alarm { events };
    while let Ok(job) = jobs.recv() {
        match job {
            Job::Replace(other) => agent = other,
            Job::NewGame => agent.new_game(),
            Job::Prepare(ready) => {
                agent.prepare();
                // The session waits for it, unless it is gone.
                let _ = ready.send(());
            }
            Job::Search(search) => {
                let answer = choose(agent.as_mut(), &search, events);
                if events.send(Event::Answer(answer)).is_err() {
                    return;
                }
            }
        }
    }
}

fn choose(agent: &mut dyn Agent, search: &SearchJob, events: &SyncSender<Event>) -> Answer {
    let begin = Instant::now();
    // If nobody listens any more, the search has been stopped.
    let mut report = |progress: &_| drop(events.send(Event::Progress(Clone::clone(progress))));
    let decision =
        agent.choose(&search.game, &search.limits, &mut Watch::new(&search.stop, &mut report));
    Answer { decision, time: begin.elapsed() }
}

/// Tells the session when the player panics: it would wait for an answer for ever.
struct Alarm<'a> {
    events: &'a SyncSender<Event>,
}

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.events.send(Event::PlayerPanicked);
        }
    }
}
