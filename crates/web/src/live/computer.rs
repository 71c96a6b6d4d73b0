//! Computer players at the board.

use std::time::Duration;

use quoridor_core::{Game, Variant};
use quoridor_engine::{Agent, Decision, Limits, Spec, Term, Watch};
use quoridor_session::opponents;
use tokio::sync::mpsc;

use crate::compute::{Signal, Work};
use crate::problem::Problem;

/// The largest table of one player, and the most memory of its tree, in MiB: many games run at
/// once.
const LARGEST: u64 = 256;

/// The most threads of one player: the machine is shared.
const MOST_THREADS: u64 = 8;

/// The player of a spec, if it can play a variant and does not want too much.
pub(crate) fn check_spec(text: &str, variant: Variant) -> Result<Spec, Problem> {
    let wrong = |problem: &dyn std::fmt::Display| {
        let shown: String = text.chars().take(60).collect();
        Problem::bad(format_args!("computer '{}': {problem}", shown.escape_debug()))
    };
    let spec: Spec = text.parse().map_err(|error| wrong(&error))?;
    // Building it would tell strangers which files exist.
    if spec.names_file() {
        return Err(wrong(&"files of the server cannot be named here: leave that option out"));
    }
    for (option, most) in [("hash", LARGEST), ("memory", LARGEST), ("threads", MOST_THREADS)] {
        let set = spec.value(option).filter(|_| spec.is_set(option));
        let value = set.and_then(|value| value.parse().ok());
        if value.is_some_and(|value: u64| value > most) {
            return Err(wrong(&format_args!("{option} is at most {most} here")));
        }
    }
    spec.supports(variant).map_err(|error| wrong(&error))?;
    Ok(spec)
}

/// Makes a player that does not take more memory than many of them have beside each other.
fn build(spec: &Spec) -> Result<Box<dyn Agent>, Problem> {
    let mut spec = spec.clone();
    // Below the highest level few positions are looked at.
    let hash = if spec.value("level").is_some_and(|level| level != "10") { "1" } else { "16" };
    for (option, modest) in [("hash", hash), ("memory", "256")] {
        if spec.value(option).is_some() && !spec.is_set(option) {
            spec = spec.with(option, modest).map_err(Problem::bad)?;
        }
    }
    spec.build().map_err(Problem::bad)
}

/// A computer player at the board.
pub(super) struct Computer {
    agent: Box<dyn Agent>,
    spec: Spec,
}

impl Computer {
    pub(super) fn new(text: &str) -> Result<Self, Problem> {
        let spec: Spec = text.parse().map_err(Problem::bad)?;
        Ok(Self { agent: build(&spec)?, spec })
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
            let decision = computer.agent.choose(&self.game, &self.limits, &mut watch);
            let terms = computer.agent.explain(self.game.position());
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
