//! The thread that owns the games' storage, which may have to wait for other programs.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use quoridor_session::{Change, GameId, Stamp, Storage, StorageError};

use crate::files;
use crate::state::{Event, Message};

/// How often the thread looks whether the game was changed elsewhere.
const LOOK: Duration = Duration::from_secs(1);

/// A request to the thread.
#[derive(Debug)]
pub(crate) enum Job {
    /// Write a change of a game of this evening.
    Write { game_number: u64, change: Box<Change> },
    /// Tell when this game is changed elsewhere.
    Watch(Watched),
    /// Read the game that was played last.
    Latest,
}

/// The game on the screen, as it was last seen in the storage.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    pub(crate) game_number: u64,
    pub(crate) id: GameId,
    pub(crate) stamp: Stamp,
}

/// The thread. When it is dropped, it waits until everything is written.
#[derive(Debug)]
pub(crate) struct Keeper {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Starts the thread; it reports to `tell`.
    pub(crate) fn start(
        mut storage: Box<dyn Storage + Send>,
        tell: impl Fn(Event) + Send + 'static,
    ) -> Self {
        let (jobs, queue) = mpsc::channel();
        let thread = thread::spawn(move || {
            let alarm = Alarm { tell };
            let mut watched: Option<Watched> = None;
            loop {
                match queue.recv_timeout(LOOK) {
                    Ok(Job::Write { game_number, change }) => {
                        let written = storage.write(&change);
                        watched = match &written {
                            Ok(id) => storage.stamp(*id).ok().map(|stamp| Watched {
                                game_number,
                                id: *id,
                                stamp,
                            }),
                            Err(_) => watched,
                        };
                        // The game as it is now follows.
                        let is_changed = written == Err(StorageError::Changed);
                        (alarm.tell)(Event::Written { game_number, written });
                        if is_changed {
                            look(storage.as_ref(), &mut watched, true, &alarm.tell);
                        }
                    }
                    Ok(Job::Watch(game)) => watched = Some(game),
                    Ok(Job::Latest) => {
                        let session = files::latest(storage.as_ref()).map(Box::new);
                        (alarm.tell)(Event::Opened { session });
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        look(storage.as_ref(), &mut watched, false, &alarm.tell);
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
        Self { jobs: Some(jobs), thread: Some(thread) }
    }

    /// Asks for something.
    pub(crate) fn ask(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // If the thread is gone it has panicked, and the terminal has been given back.
            let _ = jobs.send(job);
        }
    }
}

/// Tells if the game on the screen was changed elsewhere.
fn look(
    storage: &dyn Storage,
    watched: &mut Option<Watched>,
    is_changed: bool,
    tell: &dyn Fn(Event),
) {
    let Some(Watched { game_number, id, stamp }) = watched else { return };
    // If the storage fails, the next write says so.
    let Ok(now) = storage.stamp(*id) else { return };
    if (is_changed || now != *stamp)
        && let Ok(live) = storage.load(*id)
    {
        *stamp = now;
        tell(Event::Elsewhere { game_number: *game_number, id: *id, live: Box::new(live) });
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A panic of it has been reported.
            let _ = thread.join();
        }
    }
}

/// Tells of a panic: the loop then sees that the terminal has been given back.
struct Alarm<T: Fn(Event)> {
    tell: T,
}

impl<T: Fn(Event)> Drop for Alarm<T> {
    fn drop(&mut self) {
        if thread::panicking() {
            let text = "the game is not saved: the store has panicked".to_owned();
            (self.tell)(Event::Told(Message::Bad(text)));
        }
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::{ByPlayer, Position, Seats};
    use quoridor_session::{LiveGame, MemoryStorage, Session, opponents};

    use super::*;

    fn session() -> Session {
        let occupants = ByPlayer::new(Seats::Two, |_| opponents::human());
        Session::new(Position::default(), occupants, Duration::ZERO).unwrap()
    }

    fn write(keeper: &Keeper, session: &Session, mv: &str) -> Change {
        let change = session.propose_move(mv.parse().unwrap(), Duration::ZERO).unwrap();
        keeper.ask(Job::Write { game_number: 7, change: Box::new(change.clone()) });
        change
    }

    #[test]
    fn everything_is_written_when_it_is_dropped() {
        let (told, events) = mpsc::channel();
        let storage = Box::new(MemoryStorage::default());
        let keeper = Keeper::start(storage, move |event| told.send(event).unwrap());
        for _ in 0..50 {
            write(&keeper, &session(), "e2");
        }
        drop(keeper);
        let written = events.try_iter().filter(|event| matches!(event, Event::Written { .. }));
        assert_eq!(written.count(), 50);
    }

    struct Full;

    impl Storage for Full {
        fn write(&mut self, _: &Change) -> Result<GameId, StorageError> {
            Err(StorageError::Failed("the disk is full".to_owned()))
        }

        fn load(&self, game: GameId) -> Result<LiveGame, StorageError> {
            Err(StorageError::NoGame(game))
        }

        fn latest(&self) -> Result<Option<GameId>, StorageError> {
            Ok(None)
        }
    }

    #[test]
    fn failures_are_told() {
        let (told, events) = mpsc::channel();
        let keeper = Keeper::start(Box::new(Full), move |event| told.send(event).unwrap());
        write(&keeper, &session(), "e2");
        let Event::Written { written, .. } = events.recv().unwrap() else { panic!() };
        assert_eq!(written.unwrap_err().to_string(), "the disk is full");
    }

    /// A change that does not fit is answered with the game as it is.
    #[test]
    fn a_game_that_was_changed_elsewhere_comes_back() {
        let (told, events) = mpsc::channel();
        let keeper = Keeper::start(Box::new(MemoryStorage::default()), move |event| {
            told.send(event).unwrap();
        });
        let mut session = session();
        let first = write(&keeper, &session, "e2");
        let Event::Written { written: Ok(id), .. } = events.recv().unwrap() else { panic!() };
        session.apply(first, id, Duration::ZERO);
        write(&keeper, &session, "e8");
        assert!(matches!(events.recv().unwrap(), Event::Written { written: Ok(_), .. }));
        write(&keeper, &session, "d9");
        let Event::Written { written, .. } = events.recv().unwrap() else { panic!() };
        assert_eq!(written, Err(StorageError::Changed));
        let Event::Elsewhere { live, game_number: 7, .. } = events.recv().unwrap() else {
            panic!()
        };
        assert_eq!(live.game.moves().len(), 2);
    }
}
