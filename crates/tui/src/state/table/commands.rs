//! Commands that are typed at the game screen.

use quoridor_core::notation::Dialect;
use quoridor_engine::Limits;
use quoridor_session::{Change, Refusal, opponents};

use super::{Effect, Table};
use crate::command::{Command, read_move};

impl Table {
    /// Does what was typed.
    pub(super) fn run(&mut self, line: &str) -> Vec<Effect> {
        match Command::read(line) {
            Err(error) => self.refuse(error),
            Ok(Command::Move(text)) => self.typed_move(&text),
            Ok(Command::Undo) => self.undo(),
            Ok(Command::Redo) => self.redo(),
            Ok(Command::Save { path, replace }) => {
                vec![Effect::Save { path, replace, text: self.session.text() }]
            }
            Ok(Command::Load { path, number }) => vec![Effect::Load { path, number }],
            Ok(Command::Hint) => self.ask_for_hint(),
            Ok(Command::Flip) => {
                self.flipped = !self.flipped;
                Vec::new()
            }
            Ok(Command::Resign) => self.resign(),
            Ok(Command::Help) => vec![Effect::ShowHelp],
            Ok(Command::Stop) if self.thinking.is_some() => vec![Effect::Interrupt],
            Ok(Command::Stop) => self.refuse("no computer player is thinking"),
            Ok(Command::Pause) => self.pause(),
            Ok(Command::Notation(dialect)) => {
                self.dialect = dialect;
                let names = dialect.map_or("standard notation and Hoľa's", Dialect::name);
                self.tell(format!("moves are read in {names}"))
            }
            Ok(Command::Menu) => vec![Effect::ShowMenu],
            Ok(Command::Quit) => vec![Effect::Quit],
        }
    }

    fn typed_move(&mut self, text: &str) -> Vec<Effect> {
        if let Some(waiting_for) = self.waiting_for() {
            return self.refuse(waiting_for);
        }
        match read_move(text, self.session.position(), self.dialect) {
            Ok(mv) => self.play(mv),
            Err(error) => self.refuse(error),
        }
    }

    fn undo(&mut self) -> Vec<Effect> {
        let proposed = self.session.propose_undo();
        // Computers among themselves would play the same again at once.
        self.paused |= proposed.is_ok() && !self.session.has_human();
        self.change(proposed)
    }

    fn redo(&mut self) -> Vec<Effect> {
        let proposed = self.session.propose_redo();
        self.change(proposed)
    }

    /// Goes to another position without a move of a player.
    fn change(&mut self, proposed: Result<Change, Refusal>) -> Vec<Effect> {
        match proposed {
            Ok(change) => {
                let mut effects = self.forget_thinking();
                self.thoughts = None;
                effects.extend(self.commit(change));
                effects
            }
            Err(refusal) => self.refuse(refusal.to_string()),
        }
    }

    fn ask_for_hint(&mut self) -> Vec<Effect> {
        if let Some(verdict) = self.session.verdict() {
            return self.refuse(format!("the game is over: {verdict}"));
        }
        if let Some(waiting_for) = self.waiting_for() {
            return self.refuse(waiting_for);
        }
        match opponents::adviser(self.session.position().variant()) {
            Some(spec) => vec![self.ask(spec, None, Limits::time(opponents::HINT_TIME))],
            None => self.refuse("no player here gives hints for this variant"),
        }
    }

    fn resign(&mut self) -> Vec<Effect> {
        if let Some(waiting_for) = self.waiting_for() {
            return self.refuse(waiting_for);
        }
        let turn = self.session.turn();
        match self.session.propose_resignation(&[turn], Some(turn)) {
            Ok(change) => {
                let mut effects = self.forget_thinking();
                effects.extend(self.commit(change));
                effects
            }
            Err(refusal) => self.refuse(refusal.to_string()),
        }
    }

    pub(super) fn pause(&mut self) -> Vec<Effect> {
        if self.paused {
            self.paused = false;
            return self.go_on();
        }
        self.paused = true;
        self.forget_thinking()
    }
}
