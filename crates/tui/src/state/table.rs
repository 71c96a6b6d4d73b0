//! The game screen.

mod commands;

use std::time::Duration;

use quoridor_core::notation::Dialect;
use quoridor_core::{Direction, Move, Player};
use quoridor_engine::{Decision, Limits, Progress, Spec, Term};
use quoridor_store::MoveStats;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position as Point, Size};

use super::{Cursor, Effect, Mode};
use crate::layout::Layout;
use crate::occupant::Occupant;
use crate::opponents;
use crate::session::Session;
use crate::text::clean;
use crate::worker::{News, Report, Request};

/// A line that is typed may be so long.
const LONGEST_LINE: usize = 500;

/// Something to be told in one line.
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
    /// What is being typed.
    pub(crate) line: String,
    pub(crate) message: Option<Message>,
    pub(crate) thinking: Option<Thinking>,
    /// What was thought last.
    pub(crate) thoughts: Option<Thoughts>,
    /// The move that was advised for the position on the board.
    pub(crate) hint: Option<Move>,
    pub(crate) paused: bool,
    /// How many turns the history is scrolled back.
    pub(crate) scroll: usize,
    /// The only notation in which moves are read; otherwise standard and Hoľa's.
    dialect: Option<Dialect>,
    game_number: u64,
    requests: u64,
    pace: Duration,
}

/// Somebody is thinking.
#[derive(Clone, Debug)]
pub(crate) struct Thinking {
    id: u64,
    pub(crate) is_hint: bool,
    pub(crate) elapsed: Duration,
    pub(crate) progress: Option<Progress>,
    pub(crate) thoughts: Thoughts,
    /// What was decided, if it is not to be shown yet.
    answer: Option<(Decision, Duration)>,
}

/// What a player makes of a position.
#[derive(Clone, Debug)]
pub(crate) struct Thoughts {
    /// Who.
    pub(crate) name: String,
    /// For whom it was thought.
    pub(crate) player: Player,
    pub(crate) terms: Vec<Term>,
    /// What came of it, and how long it took.
    pub(crate) decided: Option<(Decision, MoveStats)>,
}

impl Table {
    pub(crate) fn new(session: Session, game_number: u64, pace: Duration) -> Self {
        let position = session.position();
        let cursor = Cursor::new(position.variant().size, position.pawn(position.turn()));
        // Whoever plays alone against computers sits in front of the board.
        let humans = session.occupants().iter().filter(|(_, occupant)| occupant.is_human());
        let humans: Vec<Player> = humans.map(|(player, _)| player).collect();
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
            session,
        }
    }

    /// Keeps the game if it has any moves.
    pub(crate) fn keep_if_begun(&self) -> Vec<Effect> {
        if self.session.game().moves().is_empty() { Vec::new() } else { vec![self.keep()] }
    }

    fn keep(&self) -> Effect {
        Effect::Keep { game_number: self.game_number, text: self.session.text() }
    }

    /// Asks the computer if it is its turn.
    pub(crate) fn go_on(&mut self) -> Vec<Effect> {
        let Occupant::Computer(spec) = self.session.to_move() else { return Vec::new() };
        if self.paused || self.session.reason().is_some() {
            return Vec::new();
        }
        let spec = spec.clone();
        vec![self.ask(spec, Some(self.session.position().turn()), Limits::NONE)]
    }

    fn ask(&mut self, spec: Spec, seat: Option<Player>, limits: Limits) -> Effect {
        self.requests += 1;
        let player = self.session.position().turn();
        let thoughts =
            Thoughts { name: opponents::label(&spec), player, terms: Vec::new(), decided: None };
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

    /// Whoever thinks need not any more.
    fn forget_thinking(&mut self) -> Vec<Effect> {
        if self.thinking.take().is_some() { vec![Effect::Interrupt] } else { Vec::new() }
    }

    pub(crate) fn tick(&mut self, time: Duration) -> Vec<Effect> {
        if let Some(thinking) = &mut self.thinking {
            thinking.elapsed += time;
        }
        self.answer_in_time()
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

    /// Takes the answer of whoever thought, unless it is too early to show it.
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
        match self.session.play_decision(&decision, time) {
            Ok(()) => self.after_move(),
            Err(reason) => {
                self.paused = true;
                self.message = Some(Message::Bad(format!("the computer wants {mv}, but {reason}")));
                Vec::new()
            }
        }
    }

    /// A move was made: it is kept, and the game goes on or is over.
    fn after_move(&mut self) -> Vec<Effect> {
        self.position_changed();
        self.message = self.session.verdict().map(Message::Good);
        let mut effects = vec![self.keep()];
        effects.extend(self.session.take_finished().map(|played| Effect::Store(Box::new(played))));
        effects.extend(self.go_on());
        effects
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
                self.scroll = (self.scroll + 5).min(self.session.game().moves().len())
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

    /// Leaves whatever was begun last: the message, the line, the wall, the thinking, the game.
    fn escape(&mut self, was_told: bool) -> Vec<Effect> {
        if !self.line.is_empty() {
            self.line.clear();
        } else if self.cursor.mode == Mode::Wall {
            self.cursor.toggle();
        } else if self.thinking.is_some() {
            return vec![Effect::Interrupt];
        } else if !was_told || self.session.reason().is_some() {
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
                self.scroll = (self.scroll + 1).min(self.session.game().moves().len())
            }
            (MouseEventKind::ScrollDown, _) => self.scroll = self.scroll.saturating_sub(1),
            _ => {}
        }
        Vec::new()
    }

    /// What Enter would play: what is pointed at, unless nothing but to pass is legal.
    pub(crate) fn chosen(&self) -> Move {
        if self.session.position().legal_moves().pass { Move::Pass } else { self.cursor.mv() }
    }

    /// A person makes a move.
    fn play(&mut self, mv: Move) -> Vec<Effect> {
        if let Some(waiting_for) = self.waiting_for() {
            return self.refuse(waiting_for);
        }
        match self.session.play(mv) {
            Ok(()) => {
                let mut effects = self.forget_thinking();
                effects.extend(self.after_move());
                self.cursor.mode = Mode::Pawn;
                effects
            }
            Err(reason) => self.refuse(format!("{mv}: {reason}")),
        }
    }

    /// Why no person can move now, if so.
    fn waiting_for(&self) -> Option<String> {
        let turn = self.session.position().turn();
        if self.session.reason().is_some() || self.session.to_move().is_human() {
            return None;
        }
        Some(format!("it is {turn}'s turn: {} is playing", self.session.to_move()))
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
