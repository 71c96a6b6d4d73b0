//! Searches of computer players at the board.

use quoridor_core::{Game, Player};
use quoridor_engine::{Decision, Limits, Term, Watch};
use quoridor_service::live::Computer;
use quoridor_service::{Signal, Work};
use tokio::sync::mpsc;

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
    /// The seat that it plays.
    pub(super) seat: Player,
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
            let seat = self.game.position().turn();
            self.answer(Some(Found { seat, computer, decision, terms }));
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
