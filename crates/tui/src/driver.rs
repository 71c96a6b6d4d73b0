//! The loop: waits for something to happen, changes what is on, does what follows, and draws.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::event;
use ratatui::layout::Size;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::desk::{Desk, Resumed};
use crate::keeper::StoreKeeper;
use crate::state::{App, Effect, Event, Message};
use crate::terminal::TakenTerminal;
use crate::view::{self, Look};
use crate::worker::{News, Worker};
use crate::{PlayError, Settings, Start};

/// While somebody thinks, the screen is drawn so often.
const TICK: Duration = Duration::from_millis(100);

/// Whatever the loop waits for.
enum Incoming {
    Event(Event),
    /// SIGTERM and its like.
    Signal(i32),
    /// The terminal is gone.
    NoInput(io::Error),
}

/// Plays in the terminal until the person has had enough.
///
/// # Errors
/// What there was to begin with cannot be read; there is no terminal; a player or the store has
/// panicked.
pub fn run(start: Start, settings: Settings) -> Result<(), PlayError> {
    let Settings { look, shelf, pace, store } = settings;
    let mut desk = Desk::new(shelf);
    let first = start.open(&desk)?;
    let latest = desk.latest().ok().map(|resumed| describe(&resumed));
    let (sender, incoming) = mpsc::channel();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(PlayError::Terminal)?;
    let mut taken = TakenTerminal::take().map_err(PlayError::Terminal)?;
    let size = taken.size().map_err(PlayError::Terminal)?;
    let reports = sender.clone();
    let send = move |report| drop(reports.send(Incoming::Event(Event::Report(report))));
    let troubles = sender.clone();
    let tell = move |error| drop(troubles.send(Incoming::Event(Event::Told(Message::Bad(error)))));
    let mut driver = Driver {
        app: App::new(size, pace, latest),
        desk: &mut desk,
        worker: Worker::start(send),
        keeper: StoreKeeper::start(store, tell),
        look,
    };
    let of_signals = sender.clone();
    thread::spawn(move || {
        signals.forever().try_for_each(|signal| of_signals.send(Incoming::Signal(signal)))
    });
    thread::spawn(move || read_input(&sender));
    let mut effects = Vec::new();
    if let Some((session, resumed)) = first {
        effects = driver.app.sit_down(session, resumed);
    }
    let ended = driver.play(effects, &incoming, &mut taken);
    drop(taken);
    // The last game reaches the store before the program ends, however it ends.
    drop(driver);
    match ended {
        // As if nobody had listened: whoever has sent it sees that it has worked.
        Ok(Some(signal)) => {
            signal_hook::low_level::emulate_default_handler(signal).map_err(PlayError::Terminal)
        }
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    }
}

/// What the game that was played last is, in a few words.
fn describe(resumed: &Resumed) -> String {
    let session = &resumed.session;
    let names: Vec<String> = session.occupants().values().map(ToString::to_string).collect();
    format!("{}, {} moves", names.join(" - "), session.game().moves().len())
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

struct Driver<'a> {
    app: App,
    desk: &'a mut Desk,
    worker: Worker,
    keeper: StoreKeeper,
    look: Look,
}

/// How the loop goes on.
enum Next {
    Go,
    Quit,
}

impl Driver<'_> {
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
                let effects = self.app.update(Event::Tick(passed));
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
                        let effects = self.app.update(event);
                        if let Next::Quit = self.execute(effects) {
                            return Ok(None);
                        }
                    }
                }
                next = incoming.try_recv().ok();
            }
        }
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
            effects = news.into_iter().flat_map(|event| self.app.update(event)).collect();
        }
        Next::Go
    }

    /// Does one thing, and says what came of it if that is of interest.
    fn one(&mut self, effect: Effect) -> Option<Event> {
        let bad = |error| Some(Event::Told(Message::Bad(error)));
        match effect {
            Effect::Ask(request) => {
                self.worker.ask(*request);
                None
            }
            Effect::Interrupt => {
                self.worker.interrupt();
                None
            }
            Effect::Keep { game_number, text } => {
                self.desk.keep(game_number, &text).err().and_then(bad)
            }
            Effect::Resume { game_number, path } => {
                self.desk.resume(game_number, path);
                None
            }
            Effect::Save { path, replace, text } => {
                Some(Event::Told(match self.desk.save(path, replace, &text) {
                    Ok(told) => Message::Good(told),
                    Err(error) => Message::Bad(error),
                }))
            }
            Effect::Load { path, number } => Some(Event::Opened {
                session: Desk::load(&path, number).map(Box::new),
                resumed: None,
            }),
            Effect::Continue => Some(match self.desk.latest() {
                Ok(Resumed { session, path }) => {
                    Event::Opened { session: Ok(Box::new(session)), resumed: Some(path) }
                }
                Err(error) => Event::Opened { session: Err(error), resumed: None },
            }),
            Effect::Store(game) => {
                self.keeper.take(*game);
                None
            }
            // The app has kept these to itself.
            Effect::ShowMenu | Effect::ShowHelp | Effect::Quit => None,
        }
    }
}
