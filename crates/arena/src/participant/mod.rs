//! Who takes part in a game: players of the registry, and programs.

mod agent;
mod command_line;
mod connection;
mod entry;
mod info;
mod program;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quoridor_core::{Game, Move, Player, Position};
use quoridor_engine::Value;

use crate::control::Allowance;
use quoridor_store::Reason;

pub(crate) use agent::AgentParticipant;
pub use command_line::{CommandLine, ParseCommandLineError};
pub(crate) use connection::{Connection, Silence};
pub use entry::{Entrant, Entry, EntryError, entrants, mixed};
pub use program::Patience;
pub(crate) use program::{Program, position_command};

/// Somebody who plays games, one after the other.
pub trait Participant: Send {
    /// Another game begins, from a position on.
    ///
    /// # Errors
    /// The participant is not there any more.
    fn begin(&mut self, start: &Position, stop: &AtomicBool) -> Result<(), Fault>;

    /// Chooses a move for whoever is to move in a game that is not over. Soon after `stop` is set
    /// there is an answer, whatever it is.
    ///
    /// # Errors
    /// There is no move.
    fn choose(
        &mut self,
        game: &Game,
        allowance: &Allowance,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault>;
}

/// A move, and what was thought of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The move.
    pub mv: Move,
    /// How long it took.
    pub time: Duration,
    /// What the position is worth to whoever made the move.
    pub value: Option<Value>,
    /// How many moves it looked ahead.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
}

/// Why a participant gave no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// What it sent is no move, or not one that can be made: as it was sent.
    Illegal(String),
    /// It took too long, and then answered.
    Late,
    /// It ended, closed its output, or had to be cut off because it sent more than anybody could
    /// read.
    Disconnected,
    /// It gave no answer for much longer than its time.
    Stalled,
    /// It was stopped: nobody's fault.
    Interrupted,
}

impl Fault {
    /// Why a game is over in which a player did this; `None` if it is not over but broken off.
    pub(crate) fn reason(self, player: Player) -> Option<Reason> {
        match self {
            Self::Illegal(text) => Some(Reason::IllegalMove(player, text)),
            Self::Late => Some(Reason::LosesOnTime(player)),
            Self::Disconnected => Some(Reason::Disconnects(player)),
            Self::Stalled => Some(Reason::Stalls(player)),
            Self::Interrupted => None,
        }
    }
}
