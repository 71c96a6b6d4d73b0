//! The state of the app, without a terminal: events change it and have effects, and the
//! [`view`](crate::view) draws it.

mod cursor;
mod menu;
mod new_game;
mod table;
#[cfg(test)]
mod tests;
mod training;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use quoridor_session::{Change, GameId, LiveGame, Session, StorageError};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::layout::Size;

pub(crate) use self::cursor::{Cursor, Mode};
pub(crate) use self::menu::{Asked, Entry, Item, Menu, Page};
pub(crate) use self::new_game::{NewGame, Row};
pub(crate) use self::table::{Message, Table, Thoughts};
pub(crate) use self::training::{Stage, TrainingPage, TrainingRow};

use crate::keeper::Watched;
use crate::training::{Training, TrainingNews};
use crate::worker::{Report, Request};

/// Something that happens.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    Resize(Size),
    /// This much time has passed since the last.
    Tick(Duration),
    Report(Report),
    Training(TrainingNews),
    /// A game was read.
    Opened {
        session: Result<Box<Session>, String>,
    },
    /// A change of a game was written, or not.
    Written {
        game_number: u64,
        written: Result<GameId, StorageError>,
    },
    /// A game was changed in another program: here it is.
    Elsewhere {
        game_number: u64,
        id: GameId,
        live: Box<LiveGame>,
    },
    /// The result of a save, or of anything else: good or bad news for the user.
    Told(Message),
}

impl Event {
    /// Whether it is a key or a click for the game, which waits while a change is being written.
    const fn is_input(&self) -> bool {
        match self {
            Self::Key(KeyEvent { code: KeyCode::Char('c'), modifiers, .. }) => {
                !modifiers.contains(KeyModifiers::CONTROL)
            }
            Self::Key(_) | Self::Mouse(_) | Self::Paste(_) => true,
            _ => false,
        }
    }
}

/// Something to be done outside.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Ask a computer player; earlier questions are dropped.
    Ask(Box<Request>),
    /// Make it answer now.
    Interrupt,
    /// Write a change of the game; it happens when it is written.
    Write {
        game_number: u64,
        change: Box<Change>,
    },
    /// Tell when the game is changed in another program.
    Watch(Watched),
    /// Write a file that was asked for.
    Save {
        path: Option<PathBuf>,
        replace: bool,
        text: String,
    },
    /// Read a game from a file.
    Load {
        path: PathBuf,
        number: usize,
    },
    /// Read the game that was played last.
    Continue,
    /// Train a player.
    Train {
        training: Arc<dyn Training>,
        steps: u64,
    },
    StopTraining,
    ShowMenu,
    ShowHelp,
    Quit,
}

/// Which screen is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    Menu,
    Game,
}

/// The whole state.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) screen: Screen,
    pub(crate) menu: Menu,
    pub(crate) table: Option<Table>,
    pub(crate) help: bool,
    pub(crate) size: Size,
    /// The time, since any fixed moment.
    pub(crate) now: Duration,
    /// How long each move of a game between computers is shown at least.
    pace: Duration,
    games: u64,
    /// Keys and clicks that wait until the last change is written.
    held: Vec<Event>,
}

impl App {
    /// The menu. `latest` describes the game that was played last, if there is one.
    pub(crate) fn new(size: Size, pace: Duration, latest: Option<String>) -> Self {
        let menu = Menu::new(latest);
        Self {
            screen: Screen::Menu,
            menu,
            table: None,
            help: false,
            size,
            now: Duration::ZERO,
            pace,
            games: 0,
            held: Vec::new(),
        }
    }

    /// The same with a training in the menu.
    pub(crate) fn offering(mut self, training: Option<Arc<dyn Training>>) -> Self {
        self.menu.training = training;
        self
    }

    /// A game begins or is continued.
    pub(crate) fn sit_down(&mut self, session: Session) -> Vec<Effect> {
        // Nobody need think about the last game any more.
        let is_thinking = self.table.as_ref().is_some_and(|table| table.thinking.is_some());
        let mut effects = if is_thinking { vec![Effect::Interrupt] } else { Vec::new() };
        self.games += 1;
        let mut table = Table::new(session, self.games, self.pace, self.now);
        effects.extend(table.watch());
        effects.extend(table.go_on());
        self.table = Some(table);
        self.screen = Screen::Game;
        effects
    }

    /// Changes the state, and says what is to be done about it.
    pub(crate) fn update(&mut self, event: Event) -> Vec<Effect> {
        if let Some(table) = &mut self.table {
            table.now = self.now;
        }
        let waits = self.table.as_ref().is_some_and(Table::is_writing);
        if waits && event.is_input() {
            self.held.push(event);
            return Vec::new();
        }
        let mut effects = self.happen(event);
        // Input that was typed meanwhile applies to the state after the change.
        while !self.held.is_empty() && !self.table.as_ref().is_some_and(Table::is_writing) {
            let event = self.held.remove(0);
            effects.extend(self.happen(event));
        }
        effects
    }

    fn happen(&mut self, event: Event) -> Vec<Effect> {
        let effects = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            Event::Key(KeyEvent {
                code: KeyCode::Char('c'),
                modifiers: KeyModifiers::CONTROL,
                ..
            }) => {
                vec![Effect::Quit]
            }
            Event::Key(_) | Event::Mouse(MouseEvent { kind: crate::CLICK, .. }) if self.help => {
                self.help = false;
                Vec::new()
            }
            Event::Key(key) => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => self.paste(&text),
            Event::Resize(size) => {
                self.size = size;
                Vec::new()
            }
            Event::Tick(time) => {
                self.table.as_mut().map_or_else(Vec::new, |table| table.tick(time))
            }
            Event::Report(report) => {
                self.table.as_mut().map_or_else(Vec::new, |table| table.report(report))
            }
            Event::Training(news) => {
                self.menu.hear(news);
                Vec::new()
            }
            Event::Opened { session: Ok(session) } => self.sit_down(*session),
            Event::Opened { session: Err(error) } => {
                self.tell(Message::Bad(error));
                Vec::new()
            }
            Event::Written { game_number, written } => match &mut self.table {
                Some(table) if table.game_number == game_number => table.written(written),
                _ => Vec::new(),
            },
            Event::Elsewhere { game_number, id, live } => match &mut self.table {
                Some(table) if table.game_number == game_number => table.reload(id, *live),
                _ => Vec::new(),
            },
            Event::Told(message) => {
                self.tell(message);
                Vec::new()
            }
        };
        effects.into_iter().filter_map(|effect| self.take(effect)).collect()
    }

    /// Whether time changes something on the screen.
    pub(crate) fn is_busy(&self) -> bool {
        self.table.as_ref().is_some_and(|table| {
            table.thinking.is_some() || table.session.running_clock().is_some()
        })
    }

    /// Keeps to itself what is about itself.
    fn take(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::ShowMenu => {
                self.screen = Screen::Menu;
                self.menu.open(self.table.is_some());
                None
            }
            Effect::ShowHelp => {
                self.help = true;
                None
            }
            effect => Some(effect),
        }
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        match (self.screen, &mut self.table) {
            (Screen::Game, Some(table)) => table.key(key),
            _ => {
                let action = self.menu.key(key);
                self.act(action)
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        match (self.screen, &mut self.table) {
            (Screen::Game, Some(table)) => table.mouse(mouse, self.size),
            _ => {
                let action = self.menu.mouse(mouse, self.size);
                self.act(action)
            }
        }
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        match (self.screen, &mut self.table) {
            (Screen::Game, Some(table)) => table.paste(text),
            _ => self.menu.paste(text),
        }
        Vec::new()
    }

    fn tell(&mut self, message: Message) {
        match (self.screen, &mut self.table) {
            (Screen::Game, Some(table)) => table.message = Some(message),
            _ => self.menu.message = Some(message),
        }
    }

    /// Does what was chosen in the menu.
    fn act(&mut self, action: Option<menu::Action>) -> Vec<Effect> {
        match action {
            None => Vec::new(),
            Some(menu::Action::Back) => {
                self.screen = Screen::Game;
                Vec::new()
            }
            Some(menu::Action::Start(session)) => self.sit_down(*session),
            Some(menu::Action::Save(path)) => match &self.table {
                Some(table) => {
                    vec![Effect::Save { path, replace: false, text: table.session.text() }]
                }
                None => Vec::new(),
            },
            Some(menu::Action::Effect(effect)) => vec![effect],
        }
    }
}
