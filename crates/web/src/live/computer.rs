//! Computer players at the board.

use std::time::Duration;

use quoridor_core::Game;
use quoridor_engine::{Decision, Limits, Spec, Term, Watch};
use quoridor_service::{Player, Players, Signal, Work};
use quoridor_session::opponents;
use tokio::sync::mpsc;

use crate::address::Address;
use crate::problem::Problem;
use crate::resources::Resources;

/// A computer player at the board.
pub(super) struct Computer {
    player: Player,
    spec: Spec,
}

impl Computer {
    /// Builds a player on account of an address.
    pub(super) fn new(
        text: &str,
        resources: &Resources,
        address: Address,
    ) -> Result<Self, Problem> {
        let spec: Spec = text.parse().map_err(Problem::bad)?;
        // Below the highest level few positions are looked at.
        let hash = if spec.value("level").is_some_and(|level| level != "10") { 1 } else { 16 };
        Ok(Self { player: resources.of(address).build(&spec, hash)?, spec })
    }

    /// The limits that it is told, and the time after which it is stopped.
    pub(super) fn limits(&self, clock: Option<(Duration, Duration)>) -> (Limits, Duration) {
        opponents::thinking_time(&self.spec, clock)
    }
}

/// A question to a computer player: which move?
pub(super) struct Thinking {
    computer: Option<Computer>,
    game: Game,
    limits: Limits,
    question: u64,
    replies: mpsc::UnboundedSender<Reply>,
    is_answered: bool,
}

/// The outcome of a question.
pub(super) struct Reply {
    /// The question: replies to earlier ones are ignored.
    pub(super) question: u64,
    /// The move; `None` if the player was never asked, or failed.
    pub(super) found: Option<Found>,
}

/// A move that was found.
pub(super) struct Found {
    /// The player, which is free again.
    pub(super) computer: Computer,
    pub(super) decision: Decision,
    /// The terms of its evaluation of the position, if that is a weighted sum.
    pub(super) terms: Vec<Term>,
}

impl Thinking {
    pub(super) fn new(
        computer: Computer,
        game: Game,
        limits: Limits,
        question: u64,
        replies: mpsc::UnboundedSender<Reply>,
    ) -> Self {
        Self { computer: Some(computer), game, limits, question, replies, is_answered: false }
    }

    /// The actor ignores replies that it no longer wants.
    fn answer(&self, found: Option<Found>) {
        let _ = self.replies.send(Reply { question: self.question, found });
    }
}

impl Work for Thinking {
    fn run(&mut self, signal: &Signal) -> bool {
        if let Some(mut computer) = self.computer.take() {
            let mut report = |_: &_| {};
            let mut watch = Watch::new(signal.stop(), &mut report);
            let decision = computer.player.agent.choose(&self.game, &self.limits, &mut watch);
            let terms = computer.player.agent.explain(self.game.position());
            self.answer(Some(Found { computer, decision, terms }));
            self.is_answered = true;
        }
        true
    }
}

/// A player that was never asked, or failed, is reported too.
impl Drop for Thinking {
    fn drop(&mut self) {
        if !self.is_answered {
            self.answer(None);
        }
    }
}
