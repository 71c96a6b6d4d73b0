//! The menu: what to play, and the form for a new game.

use std::path::PathBuf;
use std::sync::Arc;

use quoridor_session::Session;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::layout::Size;

use super::{Effect, Message, NewGame, Row, Stage, TrainingPage, TrainingRow};
use crate::command::Command;
use crate::layout::menu_row;
use crate::text::clean;
use crate::training::{Training, TrainingNews};

/// Something to choose on the first page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Back,
    Continue,
    AgainstComputer,
    Together,
    Watch,
    Train,
    Load,
    Save,
    Help,
    Quit,
}

impl Item {
    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Back => "Back to the game",
            Self::Continue => "Continue the last game",
            Self::AgainstComputer => "Play against the computer",
            Self::Together => "Play together: two, three or four",
            Self::Watch => "Watch bots play",
            Self::Train => "Train a network",
            Self::Load => "Load a game",
            Self::Save => "Save the game",
            Self::Help => "Keys and commands",
            Self::Quit => "Quit",
        }
    }
}

/// Which page is open.
#[derive(Clone, Debug)]
pub(crate) enum Page {
    Main,
    NewGame(Box<NewGame>),
    Training(TrainingPage),
}

/// A line that is being typed.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) asked: Asked,
    pub(crate) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    FileToLoad,
    FileToSave,
    Value(Row),
}

/// The choice.
#[derive(Debug)]
pub(crate) enum Action {
    /// Go back to the game.
    Back,
    Start(Box<Session>),
    Save(Option<PathBuf>),
    Effect(Effect),
}

#[derive(Clone, Debug)]
pub(crate) struct Menu {
    pub(crate) page: Page,
    pub(crate) selected: usize,
    pub(crate) entry: Option<Entry>,
    pub(crate) message: Option<Message>,
    /// The game that was played last.
    pub(crate) latest: Option<String>,
    has_game: bool,
    pub(crate) training: Option<Arc<dyn Training>>,
}

impl Menu {
    pub(crate) fn new(latest: Option<String>) -> Self {
        Self {
            page: Page::Main,
            selected: 0,
            entry: None,
            message: None,
            latest,
            has_game: false,
            training: None,
        }
    }

    /// Shows the first page; with a game on the table, there is a way back to it.
    pub(crate) fn open(&mut self, has_game: bool) {
        let (latest, training) = (self.latest.take(), self.training.take());
        *self = Self { has_game, training, ..Self::new(latest) };
    }

    /// The items of the first page.
    pub(crate) fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        if self.has_game {
            items.push(Item::Back);
        } else if self.latest.is_some() {
            items.push(Item::Continue);
        }
        items.extend([Item::AgainstComputer, Item::Together, Item::Watch]);
        items.extend(self.training.is_some().then_some(Item::Train));
        items.push(Item::Load);
        if self.has_game {
            items.push(Item::Save);
        }
        items.extend([Item::Help, Item::Quit]);
        items
    }

    /// How many rows the page has.
    pub(crate) fn len(&self) -> usize {
        match &self.page {
            Page::Main => self.items().len(),
            Page::NewGame(form) => form.rows().len(),
            Page::Training(page) => page.rows().len(),
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Action> {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return None;
        }
        self.message = None;
        if self.entry.is_some() {
            return self.key_of_entry(key.code);
        }
        let rows = self.len();
        match key.code {
            KeyCode::Up => self.selected = (self.selected + rows - 1) % rows,
            KeyCode::Down | KeyCode::Tab => self.selected = (self.selected + 1) % rows,
            KeyCode::Left => self.cycle(false),
            KeyCode::Right => self.cycle(true),
            KeyCode::Enter | KeyCode::Char(' ') => return self.choose(),
            KeyCode::Esc => return self.back(),
            KeyCode::Char('?') | KeyCode::F(1) => return Some(Action::Effect(Effect::ShowHelp)),
            KeyCode::Char('q') if matches!(self.page, Page::Main) => {
                return Some(Action::Effect(Effect::Quit));
            }
            _ => {}
        }
        None
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, size: Size) -> Option<Action> {
        if self.entry.is_some() {
            return None;
        }
        let row = menu_row(size, self.len(), mouse.row)?;
        let was_selected = self.selected == row;
        self.selected = row;
        if mouse.kind != crate::CLICK {
            return None;
        }
        self.message = None;
        match self.row() {
            // A value goes on to the next.
            Some(row) if self.form_mut().is_some_and(|form| form.value(row).is_some()) => {
                if was_selected {
                    self.cycle(true);
                }
                None
            }
            _ => self.choose(),
        }
    }

    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(entry) = &mut self.entry {
            entry.text.push_str(&clean(text));
        }
    }

    fn form_mut(&mut self) -> Option<&mut NewGame> {
        match &mut self.page {
            Page::Main | Page::Training(_) => None,
            Page::NewGame(form) => Some(form),
        }
    }

    /// The row of the form that is selected.
    fn row(&self) -> Option<Row> {
        match &self.page {
            Page::Main | Page::Training(_) => None,
            Page::NewGame(form) => form.rows().get(self.selected).copied(),
        }
    }

    fn cycle(&mut self, forward: bool) {
        if let (Some(TrainingRow::Length), Page::Training(page)) =
            (self.training_row(), &mut self.page)
        {
            page.cycle(forward);
        }
        if let (Some(row), Some(form)) = (self.row(), self.form_mut()) {
            form.cycle(row, forward);
            self.stay_at(row);
        }
    }

    /// More players have more rows: the one that was selected still is.
    fn stay_at(&mut self, row: Row) {
        let place =
            self.form_mut().and_then(|form| form.rows().iter().position(|&other| other == row));
        self.selected = place.unwrap_or(self.selected);
    }

    /// The row of the training's page that is selected.
    fn training_row(&self) -> Option<TrainingRow> {
        let Page::Training(page) = &self.page else { return None };
        page.rows().get(self.selected).copied()
    }

    fn back(&mut self) -> Option<Action> {
        match &self.page {
            Page::Training(TrainingPage { stage: Stage::Running(_), .. }) => {
                Some(Action::Effect(Effect::StopTraining))
            }
            Page::NewGame(_) | Page::Training(_) => {
                self.page = Page::Main;
                self.selected = 0;
                None
            }
            Page::Main => self.has_game.then_some(Action::Back),
        }
    }

    fn choose(&mut self) -> Option<Action> {
        if let Some(row) = self.training_row() {
            return self.choose_in_training(row);
        }
        let Page::NewGame(form) = &self.page else { return self.choose_item() };
        match self.row()? {
            Row::Start => match form.start() {
                Ok(session) => return Some(Action::Start(Box::new(session))),
                Err(error) => self.message = Some(Message::Bad(error)),
            },
            Row::Back => return self.back(),
            row => {
                let text = form.value(row).unwrap_or_default();
                self.entry = Some(Entry { asked: Asked::Value(row), text });
            }
        }
        None
    }

    fn choose_in_training(&mut self, row: TrainingRow) -> Option<Action> {
        let Page::Training(page) = &mut self.page else { return None };
        match (row, &page.stage) {
            (TrainingRow::Length, _) => page.cycle(true),
            (TrainingRow::Start, _) => {
                self.selected = 0;
                return Some(Action::Effect(page.start()));
            }
            (TrainingRow::Play, Stage::Done(player)) => match NewGame::against(player) {
                Ok(form) => self.fill_in(form),
                Err(error) => self.message = Some(Message::Bad(error)),
            },
            (TrainingRow::Stop | TrainingRow::Back | TrainingRow::Play, _) => return self.back(),
        }
        None
    }

    /// Takes news of the training.
    pub(crate) fn hear(&mut self, news: TrainingNews) {
        if let Page::Training(page) = &mut self.page {
            self.message = page.hear(news).map(Message::Bad);
            self.selected = self.selected.min(page.rows().len() - 1);
        }
    }

    fn choose_item(&mut self) -> Option<Action> {
        let ask = |asked| Some(Entry { asked, text: String::new() });
        match self.items().get(self.selected)? {
            Item::Back => return Some(Action::Back),
            Item::Continue => return Some(Action::Effect(Effect::Continue)),
            Item::AgainstComputer => self.fill_in(NewGame::against_computer()),
            Item::Together => self.fill_in(NewGame::together()),
            Item::Watch => self.fill_in(NewGame::watch()),
            Item::Train => {
                let page = TrainingPage::new(Arc::clone(self.training.as_ref()?));
                self.page = Page::Training(page);
                self.selected = 0;
            }
            Item::Load => self.entry = ask(Asked::FileToLoad),
            Item::Save => self.entry = ask(Asked::FileToSave),
            Item::Help => return Some(Action::Effect(Effect::ShowHelp)),
            Item::Quit => return Some(Action::Effect(Effect::Quit)),
        }
        None
    }

    fn fill_in(&mut self, form: NewGame) {
        self.page = Page::NewGame(Box::new(form));
        self.selected = 0;
    }

    fn key_of_entry(&mut self, code: KeyCode) -> Option<Action> {
        let entry = self.entry.as_mut()?;
        match code {
            KeyCode::Char(character) => entry.text.push(character),
            KeyCode::Backspace => drop(entry.text.pop()),
            KeyCode::Esc => self.entry = None,
            KeyCode::Enter => {
                let Entry { asked, text } = self.entry.take()?;
                return self.answer(asked, &text);
            }
            _ => {}
        }
        None
    }

    fn answer(&mut self, asked: Asked, text: &str) -> Option<Action> {
        let result = match asked {
            Asked::Value(row) => {
                let result = self.form_mut().map_or(Ok(()), |form| form.set(row, text));
                self.stay_at(row);
                result
            }
            Asked::FileToSave => {
                let text = text.trim();
                return Some(Action::Save((!text.is_empty()).then(|| text.into())));
            }
            Asked::FileToLoad => match Command::read(&format!("load {text}")) {
                Ok(Command::Load { path, number }) => {
                    return Some(Action::Effect(Effect::Load { path, number }));
                }
                Ok(_) => Ok(()),
                Err(error) => Err(error),
            },
        };
        self.message = result.err().map(Message::Bad);
        None
    }
}
