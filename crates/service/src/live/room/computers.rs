//! The computer players of a game.

use std::time::Duration;

use quoridor_core::Player;
use quoridor_engine::{Decision, Term};
use quoridor_json::DecisionJson;
use quoridor_session::{Occupant, Reason};

use super::{Due, Effect, Question, Room};
use crate::problem::Problem;

/// When a computer player that could not be built is tried again.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// The most moves of a computer player's search that are told.
const MOVES_TOLD: usize = 10;

impl Room {
    /// Asks the computer player to move, if it is one's turn and the game goes on. Whether it was
    /// asked.
    pub(super) fn ask_if_due(&mut self, now: Duration) -> bool {
        let is_due = !self.is_paused
            && self.pace_left(now).is_zero()
            && self.ask_again.is_none_or(|again| now >= again);
        is_due && self.ask(now)
    }

    /// Asks the computer player to move, paused or not. Nothing is computed for a game that nobody
    /// watches.
    pub(super) fn ask(&mut self, now: Duration) -> bool {
        if self.is_thinking
            || self.session.is_over()
            || self.connections.is_empty()
            || self.due(now).is_some()
        {
            return false;
        }
        let seat = self.session.turn();
        let Occupant::Computer { spec } = self.session.to_move() else { return false };
        let spec = spec.clone();
        let clock = self.session.clocks().and_then(|clocks| {
            Some((self.session.time_left(seat, now)?, clocks.control().increment))
        });
        self.questions += 1;
        self.is_thinking = true;
        let (number, game) = (self.questions, self.session.game().clone());
        self.effects.push_back(Effect::Ask(Question { number, seat, spec, game, clock }));
        true
    }

    pub(super) fn stop_thinking(&mut self) {
        self.is_thinking = false;
        self.questions += 1;
    }

    /// The computer player that was asked cannot be built: there is no memory for it now, or the
    /// registry has changed since the game began. Whether that is news.
    pub fn could_not_ask(&mut self, problem: &Problem, now: Duration) -> bool {
        self.is_thinking = false;
        let is_news = self.ask_again.replace(now + ASK_AGAIN).is_none();
        if is_news {
            self.tell_problem(self.connections.everybody(), None, problem);
        }
        self.tell_update(self.connections.everybody(), now);
        is_news
    }

    /// A computer player has answered, or failed.
    pub(super) fn decide(
        &mut self,
        question: u64,
        answer: Option<(Decision, Vec<Term>)>,
        now: Duration,
    ) {
        if !self.is_thinking || question != self.questions {
            return;
        }
        self.is_thinking = false;
        let turn = self.session.turn();
        let Some((decision, terms)) = answer else {
            let change = self.session.propose_forfeit(turn, Reason::Disconnects(turn));
            self.due = Some(Due { change, inside: None });
            return;
        };
        let time = self.session.thinking_time(now);
        // It is refused only if its time is over, which is due then.
        let Ok(change) = self.session.propose_decision(&decision, time, now) else { return };
        let inside = (!self.session.has_human()).then(|| {
            let seats = self.session.position().seats();
            let mut inside = DecisionJson::new(&decision, &terms, turn, seats);
            inside.root.truncate(MOVES_TOLD);
            Box::new(inside)
        });
        self.due = Some(Due { change, inside });
    }

    /// The time until the next move may be made: none where a human waits.
    pub(super) fn pace_left(&self, now: Duration) -> Duration {
        if self.session.has_human() || self.session.plies() == 0 {
            Duration::ZERO
        } else {
            self.pace.saturating_sub(now.saturating_sub(self.moved))
        }
    }

    /// Whether it is the turn of a computer player that does not think, because nobody watches.
    pub(super) fn is_unwatched_computers_turn(&self) -> bool {
        self.connections.is_empty() && !self.session.to_move().is_human()
    }

    /// The player whose clock is running: not that of a computer player that does not think.
    pub(super) fn running_clock(&self) -> Option<Player> {
        self.session.running_clock().filter(|_| !self.is_unwatched_computers_turn())
    }
}
