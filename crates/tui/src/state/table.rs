//! The game screen.

mod commands;

use std::time::Duration;

use quoridor_core::notation::Dialect;
use quoridor_core::{Direction, Move, Player};
use quoridor_engine::{Decision, Limits, Progress, Term};
use quoridor_players::Spec;
use quoridor_session::{
    Change, GameId, LiveGame, MoveStats, Occupant, Refusal, Session, StorageError, Update,
    opponents,
};
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position as Point, Size};

use super::{Cursor, Effect, Mode};
use crate::keeper::Watched;
use crate::layout::Layout;
use crate::opponents::shown;
use crate::text::clean;
use crate::worker::{News, Report, Request};

/// The longest line that can be typed.
const LONGEST_LINE: usize = 500;

/// News in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    Good(String),
    Bad(String),
}

/// A game that is being played.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) session: Session,
    pub(crate) cursor: Cursor,
    pub(crate) flipped: bool,
    /// The line that is being typed.
    pub(crate) line: String,
    pub(crate) message: Option<Message>,
    pub(crate) thinking: Option<Thinking>,
    /// The last computer player's thoughts.
    pub(crate) thoughts: Option<Thoughts>,
    /// The move that was advised for the position on the board.
    pub(crate) hint: Option<Move>,
    pub(crate) paused: bool,
    /// How many turns the history is scrolled back.
    pub(crate) scroll: usize,
    /// The only notation in which moves are read; otherwise standard and Hoľa's.
    dialect: Option<Dialect>,
    pub(super) game_number: u64,
    requests: u64,
    pace: Duration,
    /// The time, since any fixed moment.
    pub(super) now: Duration,
    /// The change that is being written.
    writing: Option<Change>,
}

/// Somebody is thinking.
#[derive(Clone, Debug)]
pub(crate) struct Thinking {
    id: u64,
    pub(crate) is_hint: bool,
    pub(crate) elapsed: Duration,
    pub(crate) progress: Option<Progress>,
    pub(crate) thoughts: Thoughts,
    /// The decision, if it is not to be shown yet.
    answer: Option<(Decision, Duration)>,
}

/// A player's view of a position.
#[derive(Clone, Debug)]
pub(crate) struct Thoughts {
    /// Who.
    pub(crate) name: String,
    /// For whom it was thought.
    pub(crate) player: Player,
    pub(crate) terms: Vec<Term>,
    /// The decision, and how long it took.
    pub(crate) decided: Option<(Decision, MoveStats)>,
}

impl Table {
    pub(crate) fn new(
        mut session: Session,
        game_number: u64,
        pace: Duration,
        now: Duration,
    ) -> Self {
        session.restart_turn(now);
        let position = session.position();
        let cursor = Cursor::new(position.variant().size, position.pawn(position.turn()));
        // A human who plays alone against computers sits in front of the board.
        let humans = session.humans();
        let pace = if humans.is_empty() { pace } else { Duration::ZERO };
        Self {
            cursor,
            flipped: humans == [Player::North],
            line: String::new(),
            message: None,
            thinking: None,
            thoughts: None,
            hint: None,
            paused: false,
            scroll: 0,
            dialect: None,
            game_number,
            requests: game_number << 32,
            pace,
            now,
            writing: None,
            session,
        }
    }

    /// The time that a player has left, if there is a clock.
    pub(crate) fn time_left(&self, player: Player) -> Option<Duration> {
        self.session.time_left(player, self.now)
    }

    /// Whether a change is being written: until then, nothing else happens.
    pub(crate) const fn is_writing(&self) -> bool {
        self.writing.is_some()
    }

    /// Asks to be told when the game is changed in another program.
    pub(super) fn watch(&self) -> Option<Effect> {
        let (game_number, stamp) = (self.game_number, self.session.live().stamp());
        self.session.id().map(|id| Effect::Watch(Watched { game_number, id, stamp }))
    }

    /// Writes a proposal; it happens when it is written.
    fn commit(&mut self, change: Change) -> Vec<Effect> {
        self.writing = Some(change.clone());
        vec![Effect::Write { game_number: self.game_number, change: Box::new(change) }]
    }

    /// A change was written, and happens; or it was not.
    pub(super) fn written(&mut self, written: Result<GameId, StorageError>) -> Vec<Effect> {
        let Some(change) = self.writing.take() else { return Vec::new() };
        match written {
            Ok(id) => {
                self.session.apply(change.clone(), id, self.now);
                self.changed(&change)
            }
            // The game as it is now follows.
            Err(StorageError::Changed) => Vec::new(),
            Err(error) => {
                // The computer would try again at once.
                self.paused |= !self.session.to_move().is_human();
                self.refuse(format!("not saved, so not played: {error}"))
            }
        }
    }

    /// The game was changed in another program.
    pub(super) fn reload(&mut self, id: GameId, live: LiveGame) -> Vec<Effect> {
        self.session = Session::stored(id, live, self.now);
        self.writing = None;
        self.thoughts = None;
        let mut effects = self.forget_thinking();
        self.position_changed();
        self.message =
            Some(Message::Good("the game was continued elsewhere: here it is".to_owned()));
        effects.extend(self.go_on());
        effects
    }

    /// Asks the computer if it is its turn.
    pub(crate) fn go_on(&mut self) -> Vec<Effect> {
        if let Some(end) = self.session.propose_end() {
            return self.commit(end);
        }
        let Occupant::Computer { spec } = self.session.to_move() else { return Vec::new() };
        if self.paused || self.session.is_over() {
            return Vec::new();
        }
        let spec: Spec = match spec.parse() {
            Ok(spec) => spec,
            // The registry may have changed since the game began.
            Err(error) => {
                self.paused = true;
                return self.refuse(error.to_string());
            }
        };
        let turn = self.session.turn();
        let clock = self.session.clocks().zip(self.time_left(turn));
        let clock = clock.map(|(clocks, left)| (left, clocks.control().increment));
        let limits = match clock {
            Some(_) => opponents::thinking_time(&spec, clock).0,
            None => Limits::NONE,
        };
        vec![self.ask(spec, Some(turn), limits)]
    }

    fn ask(&mut self, spec: Spec, seat: Option<Player>, limits: Limits) -> Effect {
        self.requests += 1;
        let (player, label) = (self.session.turn(), opponents::label(&spec.to_string()));
        let thoughts = Thoughts { name: label, player, terms: Vec::new(), decided: None };
        let (id, is_hint) = (self.requests, seat.is_none());
        self.thinking = Some(Thinking {
            id,
            is_hint,
            elapsed: Duration::ZERO,
            progress: None,
            thoughts,
            answer: None,
        });
        let (game_number, game) = (self.game_number, self.session.game().clone());
        Effect::Ask(Box::new(Request { id, game_number, seat, spec, game, limits }))
    }

    /// Stops the computer player that is thinking.
    fn forget_thinking(&mut self) -> Vec<Effect> {
        if self.thinking.take().is_some() { vec![Effect::Interrupt] } else { Vec::new() }
    }

    pub(crate) fn tick(&mut self, time: Duration) -> Vec<Effect> {
        if let Some(thinking) = &mut self.thinking {
            thinking.elapsed += time;
        }
        match self.session.propose_flag_fall(self.now) {
            Some(change) if !self.is_writing() => {
                let mut effects = self.forget_thinking();
                effects.extend(self.commit(change));
                effects
            }
            _ => self.answer_in_time(),
        }
    }

    pub(crate) fn report(&mut self, report: Report) -> Vec<Effect> {
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.id == report.id)
        else {
            return Vec::new();
        };
        match report.news {
            News::Terms(terms) => thinking.thoughts.terms = terms,
            // Of several lines, the best is shown.
            News::Progress(progress) if progress.rank > 1 => {}
            News::Progress(progress) => thinking.progress = Some(progress),
            News::Decided(decision, time) => thinking.answer = Some((decision, time)),
            News::Failed(error) => {
                self.thinking = None;
                self.paused = true;
                self.message = Some(Message::Bad(error));
            }
            // The terminal's loop ends the program.
            News::Panicked => {}
        }
        self.answer_in_time()
    }

    /// Takes the answer of the computer player, unless it is too early to show it.
    fn answer_in_time(&mut self) -> Vec<Effect> {
        let pace = self.pace;
        let is_due =
            |thinking: &mut Thinking| thinking.answer.is_some() && thinking.elapsed >= pace;
        let Some(mut thinking) = self.thinking.take_if(is_due) else { return Vec::new() };
        let Some((decision, time)) = thinking.answer.take() else { return Vec::new() };
        let Decision { mv, value, depth, nodes, .. } = decision;
        let thought = MoveStats { time, clock: None, value, depth, nodes };
        self.thoughts =
            Some(Thoughts { decided: Some((decision.clone(), thought)), ..thinking.thoughts });
        if thinking.is_hint {
            self.hint = Some(mv);
            self.message = Some(Message::Good(format!("hint: {mv}")));
            return Vec::new();
        }
        match self.session.propose_decision(&decision, time, self.now) {
            Ok(change) => self.commit(change),
            Err(refusal) => {
                self.paused = true;
                self.refuse(refusal.to_string())
            }
        }
    }

    /// A change has happened: the game goes on or is over.
    fn changed(&mut self, change: &Change) -> Vec<Effect> {
        self.position_changed();
        self.message = self.session.verdict().map(Message::Good);
        if let Update::Play { exits, .. } = &change.update
            && let (Some(exit), None) = (exits.last(), &self.message)
        {
            self.message = Some(Message::Good(format!("{}: the others play on", exit.reason)));
        }
        self.go_on()
    }

    fn position_changed(&mut self) {
        let position = self.session.position();
        self.cursor.square = position.pawn(position.turn());
        self.hint = None;
        self.scroll = 0;
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Vec::new();
        }
        let was_told = self.message.take();
        match key.code {
            KeyCode::Enter if self.line.trim().is_empty() => return self.play(self.chosen()),
            KeyCode::Enter => {
                let line = std::mem::take(&mut self.line);
                return self.run(&line);
            }
            KeyCode::Esc => return self.escape(was_told.is_some()),
            KeyCode::Tab => self.cursor.toggle(),
            KeyCode::Up => self.step(Direction::Up),
            KeyCode::Down => self.step(Direction::Down),
            KeyCode::Left => self.step(Direction::Left),
            KeyCode::Right => self.step(Direction::Right),
            KeyCode::PageUp => {
                self.scroll = (self.scroll + 5).min(self.session.plies());
            }
            KeyCode::PageDown => self.scroll = self.scroll.saturating_sub(5),
            KeyCode::Backspace => drop(self.line.pop()),
            KeyCode::F(1) => return vec![Effect::ShowHelp],
            KeyCode::Char(character) => return self.character(character),
            _ => {}
        }
        Vec::new()
    }

    /// Letters are typed, but for those that do something on an empty line.
    fn character(&mut self, character: char) -> Vec<Effect> {
        match character {
            '?' if self.line.is_empty() => return vec![Effect::ShowHelp],
            'r' if self.line.is_empty() && self.cursor.mode == Mode::Wall => self.cursor.turn(),
            ' ' if self.line.is_empty() && !self.session.has_human() => return self.pause(),
            _ if self.line.len() < LONGEST_LINE && !(character == ' ' && self.line.is_empty()) => {
                self.line.push(character);
            }
            _ => {}
        }
        Vec::new()
    }

    pub(crate) fn paste(&mut self, text: &str) {
        self.line.extend(clean(text).chars().take(LONGEST_LINE.saturating_sub(self.line.len())));
    }

    /// Leaves the last thing that was begun: the message, the line, the wall, the thinking, the
    /// game.
    fn escape(&mut self, was_told: bool) -> Vec<Effect> {
        if !self.line.is_empty() {
            self.line.clear();
        } else if self.cursor.mode == Mode::Wall {
            self.cursor.toggle();
        } else if self.thinking.is_some() {
            return vec![Effect::Interrupt];
        } else if !was_told || self.session.is_over() {
            return vec![Effect::ShowMenu];
        }
        Vec::new()
    }

    /// A step of the cursor, in a direction of the screen.
    fn step(&mut self, direction: Direction) {
        self.cursor.step(if self.flipped { direction.reversed() } else { direction });
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, size: Size) -> Vec<Effect> {
        let place = Layout::new(size, self.session.position().variant(), self.flipped)
            .map(|layout| layout.board);
        let spot = place.ok().and_then(|place| place.spot(Point { x: mouse.column, y: mouse.row }));
        match (mouse.kind, spot) {
            (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(spot)) => {
                self.message = None;
                self.cursor.point(spot);
            }
            (MouseEventKind::Down(MouseButton::Left), Some(spot)) => {
                self.cursor.point(spot);
                return self.play(self.cursor.mv());
            }
            (MouseEventKind::Down(MouseButton::Right), _) => self.cursor.turn(),
            (MouseEventKind::ScrollUp, _) => {
                self.scroll = (self.scroll + 1).min(self.session.plies());
            }
            (MouseEventKind::ScrollDown, _) => self.scroll = self.scroll.saturating_sub(1),
            _ => {}
        }
        Vec::new()
    }

    /// The move that Enter plays: the one under the cursor, unless only a pass is legal.
    pub(crate) fn chosen(&self) -> Move {
        if self.session.position().legal_moves().pass { Move::Pass } else { self.cursor.mv() }
    }

    /// A human makes a move.
    fn play(&mut self, mv: Move) -> Vec<Effect> {
        if let Some(waiting_for) = self.waiting_for() {
            return self.refuse(waiting_for);
        }
        match self.session.propose_move(mv, self.now) {
            Ok(change) => {
                let mut effects = self.forget_thinking();
                effects.extend(self.commit(change));
                self.cursor.mode = Mode::Pawn;
                effects
            }
            Err(Refusal::Illegal(reason)) => self.refuse(format!("{mv}: {reason}")),
            Err(refusal) => self.refuse(refusal.to_string()),
        }
    }

    /// Why no human can move now, if so.
    fn waiting_for(&self) -> Option<String> {
        let turn = self.session.position().turn();
        if self.session.is_over() || self.session.to_move().is_human() {
            return None;
        }
        Some(format!("it is {turn}'s turn: {} is playing", shown(self.session.to_move())))
    }

    fn refuse(&mut self, why: impl Into<String>) -> Vec<Effect> {
        self.message = Some(Message::Bad(why.into()));
        Vec::new()
    }

    fn tell(&mut self, what: impl Into<String>) -> Vec<Effect> {
        self.message = Some(Message::Good(what.into()));
        Vec::new()
    }
}
