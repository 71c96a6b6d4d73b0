//! A player of the registry, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quoridor_core::{Game, Move, Position};
use quoridor_engine::{Agent, Decision, Watch};

use crate::control::Allowance;
use crate::participant::{Fault, Participant};
use quoridor_store::MoveStats;

/// A player of the registry.
pub(crate) struct AgentParticipant {
    agent: Box<dyn Agent>,
}

impl AgentParticipant {
    pub(crate) fn new(agent: Box<dyn Agent>) -> Self {
        Self { agent }
    }
}

impl Participant for AgentParticipant {
    fn begin(&mut self, _start: &Position, _stop: &AtomicBool) -> Result<(), Fault> {
        self.agent.new_game();
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        allowance: &Allowance,
        stop: &AtomicBool,
    ) -> Result<(Move, MoveStats), Fault> {
        let limits = allowance.limits_with_clock(game.position().turn());
        let begin = Instant::now();
        // A player that panics is a program that has crashed: it loses the game, and the match goes
        // on.
        let chosen = catch_unwind(AssertUnwindSafe(|| {
            self.agent.choose(game, &limits, &mut Watch::new(stop, &mut |_| {}))
        }));
        let time = begin.elapsed();
        if stop.load(Ordering::Relaxed) {
            return Err(Fault::Interrupted);
        }
        let Decision { mv, value, depth, nodes, .. } = chosen.map_err(|_| Fault::Disconnected)?;
        Ok((mv, MoveStats { time, clock: None, value, depth, nodes }))
    }
}
