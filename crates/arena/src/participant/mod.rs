//! Participants of games: players of the registry, and external engines.

mod agent;
mod command_line;
#[cfg(unix)]
mod connection;
#[cfg(not(unix))]
#[path = "connection_unsupported.rs"]
mod connection;
mod entry;
mod info;
mod program;

use std::sync::atomic::AtomicBool;

use quoridor_core::{Game, Move, Player, Position};
use quoridor_store::{MoveStats, Reason};

use crate::control::Allowance;

pub(crate) use agent::AgentParticipant;
pub use command_line::{CommandLine, ParseCommandLineError};
pub(crate) use connection::Connection;
pub use entry::{Entrant, Entry, EntryError, entrants};
pub use program::Timeouts;
pub(crate) use program::{Program, position_command};

/// Why no line was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), expect(dead_code, reason = "no connection is ever made"))]
pub(crate) enum ReceiveError {
    /// The program has ended or closed its side.
    Closed,
    /// It sends too much.
    Flood,
    /// Nothing came in time.
    TimeOut,
    /// The match was interrupted.
    Interrupted,
}

/// A player of games, one after the other.
pub trait Participant: Send {
    /// Prepares for a new game from a position.
    ///
    /// # Errors
    /// The participant has ended.
    fn begin(&mut self, start: &Position, stop: &AtomicBool) -> Result<(), Fault>;

    /// Chooses a move for the player to move in a game that is not over, and returns soon after
    /// `stop` is set. The statistics have no clock: the participant does not know it.
    ///
    /// # Errors
    /// There is no move.
    fn choose(
        &mut self,
        game: &Game,
        allowance: &Allowance,
        stop: &AtomicBool,
    ) -> Result<(Move, MoveStats), Fault>;
}

/// Why a participant gave no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It sent an illegal move, or no move: the text as it was sent.
    Illegal(String),
    /// It answered after its time was over.
    Late,
    /// It ended, closed its output, or flooded it.
    Disconnected,
    /// It did not answer for much longer than its time.
    Stalled,
    /// The game was interrupted: not a fault of the participant.
    Interrupted,
}

impl Fault {
    /// The end of a game in which a player did this; `None` if the game was interrupted.
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
