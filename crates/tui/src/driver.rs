//! The loop: waits for an event, updates the state, carries out the effects, and draws.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use quoridor_session::Session;
use ratatui::crossterm::event;
use ratatui::layout::Size;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::files::{self, Saved};
use crate::keeper::{Job, Keeper};
use crate::opponents::shown;
use crate::state::{App, Effect, Event, Message};
use crate::terminal::TakenTerminal;
use crate::training::Running;
use crate::view::{self, Look};
use crate::worker::{News, Worker};
use crate::{PlayError, Settings, Start};

/// While somebody thinks, the screen is drawn this often.
const TICK: Duration = Duration::from_millis(100);

/// Everything that the loop waits for.
enum Incoming {
    Event(Event),
    /// SIGTERM and its like.
    Signal(i32),
    /// The terminal is gone.
    NoInput(io::Error),
}

/// Plays in the terminal until the user quits.
///
/// # Errors
/// The game to start with cannot be read; there is no terminal; a player or the store has panicked.
pub fn run(start: Start, settings: Settings) -> Result<(), PlayError> {
    let Settings { look, pace, storage, warning, training } = settings;
    let first = start.open(storage.as_ref())?;
    let latest = files::latest(storage.as_ref()).ok().map(|session| describe(&session));
    let (sender, incoming) = mpsc::channel();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(PlayError::Terminal)?;
    let mut taken = TakenTerminal::take().map_err(PlayError::Terminal)?;
    let size = taken.size().map_err(PlayError::Terminal)?;
    let reports = sender.clone();
    let send = move |report| drop(reports.send(Incoming::Event(Event::Report(report))));
    let stored = sender.clone();
    let tell = move |event| drop(stored.send(Incoming::Event(event)));
    let mut driver = Driver {
        app: App::new(size, pace, latest).offering(training),
        worker: Worker::start(send),
        keeper: Keeper::start(storage, tell),
        saved: Saved::default(),
        training: None,
        incoming: sender.clone(),
        look,
        began: Instant::now(),
    };
    let of_signals = sender.clone();
    thread::spawn(move || {
        signals.forever().try_for_each(|signal| of_signals.send(Incoming::Signal(signal)))
    });
    thread::spawn(move || read_input(&sender));
    let mut effects = Vec::new();
    if let Some(session) = first {
        effects = driver.app.sit_down(session);
    }
    if let Some(warning) = warning {
        effects.extend(driver.app.update(Event::Told(Message::Bad(warning))));
    }
    let ended = driver.play(effects, &incoming, &mut taken);
    drop(taken);
    // The last change reaches the store before the program ends, however it ends.
    drop(driver);
    match ended {
        // As if nobody had listened: the sender sees that the signal has worked.
        Ok(Some(signal)) => {
            signal_hook::low_level::emulate_default_handler(signal).map_err(PlayError::Terminal)
        }
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The game that was played last, in a few words.
fn describe(session: &Session) -> String {
    let names: Vec<String> = session.occupants().values().map(shown).collect();
    format!("{}, {} moves", names.join(" - "), session.plies())
}

/// Reads keys and the mouse for as long as there is a terminal.
fn read_input(sender: &Sender<Incoming>) {
    loop {
        let incoming = match event::read() {
            Ok(event::Event::Key(key)) => Incoming::Event(Event::Key(key)),
            Ok(event::Event::Mouse(mouse)) => Incoming::Event(Event::Mouse(mouse)),
            Ok(event::Event::Paste(text)) => Incoming::Event(Event::Paste(text)),
            Ok(event::Event::Resize(width, height)) => {
                Incoming::Event(Event::Resize(Size { width, height }))
            }
            Ok(event::Event::FocusGained | event::Event::FocusLost) => continue,
            Err(error) => {
                let _ = sender.send(Incoming::NoInput(error));
                return;
            }
        };
        if sender.send(incoming).is_err() {
            return;
        }
    }
}

struct Driver {
    app: App,
    worker: Worker,
    keeper: Keeper,
    saved: Saved,
    training: Option<Running>,
    /// For the threads that are started later.
    incoming: Sender<Incoming>,
    look: Look,
    /// The moment from which the sessions' times count.
    began: Instant,
}

/// How the loop goes on.
enum Next {
    Go,
    Quit,
}

impl Driver {
    /// Until the end; the signal that ended it, if one did.
    fn play(
        &mut self,
        effects: Vec<Effect>,
        incoming: &Receiver<Incoming>,
        taken: &mut TakenTerminal,
    ) -> Result<Option<i32>, PlayError> {
        if let Next::Quit = self.execute(effects) {
            return Ok(None);
        }
        let mut last = Instant::now();
        loop {
            let is_ours = taken
                .draw(|frame| view::draw(&self.app, self.look, frame))
                .map_err(PlayError::Terminal)?;
            if !is_ours {
                return Err(PlayError::Panicked);
            }
            let was_busy = self.app.is_busy();
            let wait = if was_busy { TICK } else { Duration::MAX };
            let mut next = match incoming.recv_timeout(wait) {
                Ok(next) => Some(next),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            };
            let passed = last.elapsed();
            last = Instant::now();
            if was_busy {
                let effects = self.update(Event::Tick(passed));
                if let Next::Quit = self.execute(effects) {
                    return Ok(None);
                }
            }
            // Everything that has come is taken before the screen is drawn again.
            while let Some(happened) = next {
                match happened {
                    Incoming::Signal(signal) => return Ok(Some(signal)),
                    Incoming::NoInput(error) => return Err(PlayError::Terminal(error)),
                    Incoming::Event(Event::Report(report))
                        if matches!(report.news, News::Panicked) =>
                    {
                        return Err(PlayError::Panicked);
                    }
                    Incoming::Event(event) => {
                        let effects = self.update(event);
                        if let Next::Quit = self.execute(effects) {
                            return Ok(None);
                        }
                    }
                }
                next = incoming.try_recv().ok();
            }
        }
    }

    fn update(&mut self, event: Event) -> Vec<Effect> {
        self.app.now = self.began.elapsed();
        self.app.update(event)
    }

    /// Does what follows; what follows from that is done too.
    fn execute(&mut self, mut effects: Vec<Effect>) -> Next {
        while !effects.is_empty() {
            let mut news = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Quit => return Next::Quit,
                    effect => news.extend(self.one(effect)),
                }
            }
            effects = Vec::new();
            for event in news {
                effects.extend(self.update(event));
            }
        }
        Next::Go
    }

    /// Does one thing, and says what came of it if that is of interest.
    fn one(&mut self, effect: Effect) -> Option<Event> {
        match effect {
            Effect::Ask(request) => self.worker.ask(*request),
            Effect::Interrupt => self.worker.interrupt(),
            Effect::Write { game_number, change } => {
                self.keeper.ask(Job::Write { game_number, change });
            }
            Effect::Watch(game) => self.keeper.ask(Job::Watch(game)),
            Effect::Continue => self.keeper.ask(Job::Latest),
            Effect::Save { path, replace, text } => {
                return Some(Event::Told(match self.saved.save(path, replace, &text) {
                    Ok(told) => Message::Good(told),
                    Err(error) => Message::Bad(error),
                }));
            }
            Effect::Load { path, number } => {
                let session = files::load(&path, number).map(Box::new);
                return Some(Event::Opened { session });
            }
            Effect::Train { training, steps } => {
                let incoming = self.incoming.clone();
                let send = move |news| drop(incoming.send(Incoming::Event(Event::Training(news))));
                self.training = Some(Running::start(training, steps, send));
            }
            Effect::StopTraining => {
                if let Some(running) = &self.training {
                    running.stop();
                }
            }
            // The app has kept these to itself.
            Effect::ShowMenu | Effect::ShowHelp | Effect::Quit => {}
        }
        None
    }
}
