//! The trait of all computer players.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quoridor_core::{Game, Position, Seats, Variant};

use crate::clock::Moment;
use crate::decision::{Decision, Progress, Term};
use crate::limits::Limits;

/// A player: given a game, it chooses a move.
///
/// Under a limit of nodes, depth or simulations the choice depends on nothing but the agent's
/// options, the game and the moves it has chosen before in this game: not on the machine, nor on
/// what else runs there.
pub trait Agent: Send {
    /// Chooses a move for the player to move.
    ///
    /// The game must not be over, and the agent's kind must
    /// [support](crate::AgentKind::supports) its variant. Limits that an agent has no use for are
    /// ignored (a random player has no depth); without limits it takes the ones that its options
    /// name.
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision;

    /// Explains the static evaluation of a position for the player to move: the terms of a weighted
    /// sum, or the best moves with the network's outputs; empty for players that have neither.
    ///
    /// Its kind must support the position's variant.
    fn explain(&self, _position: &Position) -> Vec<Term> {
        Vec::new()
    }

    /// Forgets the game so far: another one begins.
    fn new_game(&mut self) {}

    /// Gets the slow part of the set-up done, such as touching the memory of a table, so that the
    /// first search need not.
    fn prepare(&mut self) {}
}

/// Stops a search, and receives its reports.
pub struct Watch<'a> {
    stop: &'a AtomicBool,
    report: &'a mut dyn FnMut(&Progress),
    /// The moment from which a time counts after which the search ends.
    deadline: Option<(Moment, Duration)>,
}

impl<'a> Watch<'a> {
    /// A search that ends soon after `stop` is set, and reports on its way.
    pub fn new(stop: &'a AtomicBool, report: &'a mut dyn FnMut(&Progress)) -> Self {
        Self { stop, report, deadline: None }
    }

    /// The same, but the search also ends this long from now: for programs without threads, where
    /// nobody can set the flag meanwhile.
    #[must_use]
    pub fn at_most(self, time: Duration) -> Self {
        Self { deadline: Some((Moment::now(), time)), ..self }
    }

    /// Whether the search is to end now.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|(begin, time)| begin.elapsed() >= time)
    }

    /// Says how far the search has come.
    pub fn report(&mut self, progress: &Progress) {
        (self.report)(progress);
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// Chooses a move without anybody stopping or watching.
pub fn choose_alone(agent: &mut dyn Agent, game: &Game, limits: &Limits) -> Decision {
    agent.choose(game, limits, &mut Watch::new(&AtomicBool::new(false), &mut |_| {}))
}

/// An agent cannot play a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The variant.
    pub variant: Variant,
    /// The variants that the agent plays.
    pub can: &'static str,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot play {}: it plays {}", self.variant, self.can)
    }
}

impl std::error::Error for Unsupported {}

/// For agents that play every variant.
///
/// # Errors
/// Never.
pub fn any_variant(_variant: Variant) -> Result<(), Unsupported> {
    Ok(())
}

/// For agents that play games for two only.
///
/// # Errors
/// The variant has more players.
pub fn two_players_only(variant: Variant) -> Result<(), Unsupported> {
    if variant.seats == Seats::Two {
        Ok(())
    } else {
        Err(Unsupported { variant, can: "games for two" })
    }
}
