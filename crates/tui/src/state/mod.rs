//! What is on, apart from any terminal: events change it and have effects, and the
//! [`view`](crate::view) draws it.

mod cursor;
mod menu;
mod new_game;
mod table;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use quoridor_store::PlayedGame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::layout::Size;

pub(crate) use self::cursor::{Cursor, Mode};
pub(crate) use self::menu::{Asked, Entry, Item, Menu, Page};
pub(crate) use self::new_game::{NewGame, Row};
pub(crate) use self::table::{Message, Table, Thoughts};

use crate::session::Session;
use crate::worker::{Report, Request};

/// Something that happens.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    Resize(Size),
    /// So much time has passed since the last.
    Tick(Duration),
    Report(Report),
    /// A game was read from a file; `resumed` if it is one of our own that is to go on in its file.
    Opened {
        session: Result<Box<Session>, String>,
        resumed: Option<PathBuf>,
    },
    /// What became of a save, or of anything else that was done: good or bad news for the person.
    Told(Message),
}

/// Something to be done outside.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Ask a computer player; whatever was asked before is of no interest any more.
    Ask(Box<Request>),
    /// Make it answer now.
    Interrupt,
    /// Keep the game on the shelf: a crash must not lose it.
    Keep {
        game_number: u64,
        text: String,
    },
    /// From now on a game is kept in this file.
    Resume {
        game_number: u64,
        path: PathBuf,
    },
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
    /// A game is over: it goes to the game store.
    Store(Box<PlayedGame>),
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

/// Everything.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) screen: Screen,
    pub(crate) menu: Menu,
    pub(crate) table: Option<Table>,
    pub(crate) help: bool,
    pub(crate) size: Size,
    /// How long each move of a game between computers is shown at least.
    pace: Duration,
    games: u64,
}

impl App {
    /// The menu. `latest` says what the game that was played last is, if there is one.
    pub(crate) fn new(size: Size, pace: Duration, latest: Option<String>) -> Self {
        let menu = Menu::new(latest);
        Self { screen: Screen::Menu, menu, table: None, help: false, size, pace, games: 0 }
    }

    /// A game begins or is taken up.
    pub(crate) fn sit_down(&mut self, session: Session, resumed: Option<PathBuf>) -> Vec<Effect> {
        // Whoever thinks about the game before need not any more.
        let mut effects = if self.is_busy() { vec![Effect::Interrupt] } else { Vec::new() };
        self.games += 1;
        let mut table = Table::new(session, self.games, self.pace);
        match resumed {
            Some(path) => effects.push(Effect::Resume { game_number: self.games, path }),
            None => effects.extend(table.keep_if_begun()),
        }
        effects.extend(table.go_on());
        self.table = Some(table);
        self.screen = Screen::Game;
        effects
    }

    /// Changes what is on, and says what is to be done about it.
    pub(crate) fn update(&mut self, event: Event) -> Vec<Effect> {
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
            Event::Opened { session: Ok(session), resumed } => self.sit_down(*session, resumed),
            Event::Opened { session: Err(error), .. } => {
                self.tell(Message::Bad(error));
                Vec::new()
            }
            Event::Told(message) => {
                self.tell(message);
                Vec::new()
            }
        };
        effects.into_iter().filter_map(|effect| self.take(effect)).collect()
    }

    /// Whether something is on the way that should be looked after even if nothing happens.
    pub(crate) fn is_busy(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.thinking.is_some())
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
            Some(menu::Action::Start(session)) => self.sit_down(*session, None),
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
