//! Time controls, limits and adjudication of matches.

use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use quoridor_arena::{Control, DrawRule, ResignRule, Rules, Timeouts};
use quoridor_core::{Adjudication, Seats};
use quoridor_engine::Limits;
use quoridor_store::TimeControl;

use crate::failure::Failure;

/// The rules of a match. Without limits, players use those of their own options.
#[derive(Args)]
pub(crate) struct RulesArguments {
    /// Time control: seconds for all moves, plus the increment in seconds, like 10+0.1
    #[arg(long, value_name = "SECONDS+SECONDS")]
    tc: Option<TimeControl>,

    /// Time per move in milliseconds
    #[arg(long, value_name = "MS",
          value_parser = clap::value_parser!(u64).range(1..=MOST_MILLISECONDS))]
    movetime: Option<u64>,

    /// Nodes per move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Search depth in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Simulations per move
    #[arg(long, value_name = "N")]
    simulations: Option<u64>,

    /// Time margin: grace period in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 50,
          value_parser = clap::value_parser!(u64).range(..=MOST_MILLISECONDS))]
    timemargin: u64,

    /// Timeout in seconds of an engine whose time is not limited
    #[arg(long, value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(1..=MOST_MILLISECONDS / 1000))]
    patience: u64,

    /// Draw after N plies; 0 for never
    #[arg(long, value_name = "N", default_value_t = Adjudication::STANDARD.max_plies.unwrap_or(0))]
    maxplies: usize,

    /// Draw after N repetitions; 0 for never
    #[arg(long, value_name = "N",
          default_value_t = Adjudication::STANDARD.repetitions.unwrap_or(0))]
    repetition: usize,

    /// Draw from move number MOVE on, after MOVES moves of each player scored within ±SCORE, like
    /// 34,8,0.2
    #[arg(long, value_name = "MOVE,MOVES,SCORE")]
    draw: Option<DrawRule>,

    /// Resign after MOVES moves scored ≤ −SCORE, like 3,6.5
    #[arg(long, value_name = "MOVES,SCORE")]
    resign: Option<ResignRule>,
}

/// A year: little enough to be added to a point in time.
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
                "--resign is for two players only: with {seats}, the others play on"
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
