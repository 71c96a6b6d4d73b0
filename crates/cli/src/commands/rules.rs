//! What is agreed on before games: how long players may think, and when a game is over that the
//! rules would let go on.

use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quoridor_arena::{Control, DrawRule, ResignRule, Rules, Timeouts};
use quoridor_core::{Adjudication, Seats};
use quoridor_engine::Limits;
use quoridor_store::TimeControl;

use crate::failure::Failure;

/// The rules of a match. Without any limit every player takes its own.
#[derive(Args)]
pub(crate) struct RulesArguments {
    /// A clock for each player: seconds, and seconds added after each move
    #[arg(long, value_name = "SECONDS+SECONDS")]
    tc: Option<TimeControl>,

    /// The time for each move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=MOST_MILLISECONDS))]
    movetime: Option<u64>,

    /// The positions that a player may look at for each move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// The moves that a player may look ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// The games that a player may play out for each move
    #[arg(long, value_name = "N")]
    simulations: Option<u64>,

    /// The milliseconds that an answer may come late
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(..=MOST_MILLISECONDS))]
    timemargin: u64,

    /// The seconds that a program's answer is waited for where nothing limits its time
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=MOST_MILLISECONDS / 1000))]
    patience: u64,

    /// A game of so many moves of all players is a draw; 0 for never
    #[arg(long, value_name = "N", default_value_t = Adjudication::STANDARD.max_plies.unwrap_or(0))]
    maxplies: usize,

    /// A position that is there so many times is a draw; 0 for never
    #[arg(long, value_name = "N", default_value_t = Adjudication::STANDARD.repetitions.unwrap_or(0))]
    repetition: usize,

    /// A draw from a move number on, when so many moves of each player had values within a score of
    /// zero, like 34,8,0.2
    #[arg(long, value_name = "MOVE,MOVES,SCORE")]
    draw: Option<DrawRule>,

    /// A player has lost when so many of its moves had values at most minus a score, like 3,6.5
    #[arg(long, value_name = "MOVES,SCORE")]
    resign: Option<ResignRule>,
}

/// A year: nobody waits longer, and it may be added to a point in time.
pub(super) const MOST_MILLISECONDS: u64 = 365 * 24 * 60 * 60 * 1000;

impl RulesArguments {
    pub(crate) fn timeouts(&self) -> Timeouts {
        Timeouts { answer: Duration::from_secs(self.patience), ..Timeouts::default() }
    }

    pub(crate) fn control(&self) -> Control {
        let Self { nodes, depth, simulations, .. } = *self;
        let limits = Limits {
            time: self.movetime.map(Duration::from_millis),
            nodes,
            depth,
            simulations,
            ..Limits::NONE
        };
        Control { limits, clock: self.tc }
    }

    pub(crate) fn rules(&self, seats: Seats) -> Result<Rules, Failure> {
        if self.resign.is_some() && seats != Seats::Two {
            return Err(Failure::usage(anyhow!(
                "--resign is for two players: with {seats}, the others play on"
            )));
        }
        let unless_zero = |count: usize| (count > 0).then_some(count);
        Ok(Rules {
            margin: Duration::from_millis(self.timemargin),
            adjudication: Adjudication {
                max_plies: unless_zero(self.maxplies),
                repetitions: unless_zero(self.repetition),
            },
            draw: self.draw,
            resign: self.resign,
        })
    }
}
