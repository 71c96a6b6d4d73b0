//! A position is searched, deeper and deeper.

use std::time::{Duration, Instant};

use quoridor_core::Game;
use quoridor_engine::{Agent, Limits, Progress, Watch};
use serde_json::{Value, json};

use super::analyst::analyst;
use crate::compute::{Signal, Work};
use crate::problem::Problem;
use crate::socket::Outbox;
use crate::words::{decision_words, of_south, value_words};

/// An analysis of a position.
pub(super) struct Search {
    id: u64,
    game: Game,
    agent: Box<dyn Agent>,
    depth: Option<u32>,
    /// What is left of its time.
    time: Duration,
    told: Told,
    outbox: Outbox,
}

/// What was said before the search was interrupted. When it goes on, it begins anew (with a full
/// table, so quickly): what the client knows is not said again.
#[derive(Clone, Copy, Default)]
struct Told {
    depth: u32,
    rank: usize,
    nodes: u64,
    time: Duration,
}

impl Search {
    pub(super) fn new(
        id: u64,
        game: Game,
        player: Option<&str>,
        lines: usize,
        depth: Option<u32>,
        time: Duration,
        outbox: Outbox,
    ) -> Result<Self, Problem> {
        let agent = analyst(player, game.position(), lines)?;
        Ok(Self { id, game, agent, depth, time, told: Told::default(), outbox })
    }
}

impl Work for Search {
    fn run(&mut self, signal: &Signal) -> bool {
        let Self { id, game, agent, depth, time, told, outbox } = self;
        let (before, begin) = (*told, Instant::now());
        let limits = Limits { time: Some(*time), depth: *depth, ..Limits::NONE };
        let mut report = |progress: &Progress| {
            if !signal.is_cancelled() && (progress.depth, progress.rank) > (told.depth, told.rank) {
                (told.depth, told.rank) = (progress.depth, progress.rank);
                outbox.mention(&progress_words(*id, game, progress, &before));
            }
        };
        let decision = agent.choose(game, &limits, &mut Watch::new(signal.stop(), &mut report));
        *time = time.saturating_sub(begin.elapsed());
        told.nodes += decision.nodes;
        told.time += begin.elapsed();
        if signal.is_cancelled() {
            return true;
        }
        if signal.is_stopped() && !time.is_zero() {
            return false;
        }
        let position = game.position();
        let terms = agent.explain(position);
        let words = decision_words(&decision, &terms, position.turn(), position.seats());
        outbox.say(&json!({ "type": "done", "id": id, "stopped": false, "decision": words }));
        true
    }
}

fn progress_words(id: u64, game: &Game, progress: &Progress, before: &Told) -> Value {
    let position = game.position();
    let (nodes, time) = (before.nodes + progress.nodes, before.time + progress.time);
    json!({
        "type": "progress",
        "id": id,
        "depth": progress.depth,
        "rank": progress.rank,
        "value": value_words(progress.value),
        "south": of_south(progress.value, position.turn(), position.seats()).map(value_words),
        "text": progress.value.to_string(),
        "line": progress.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "nodes": nodes,
        "speed": (nodes as f64 / time.as_secs_f64().max(0.001)) as u64,
        "ms": time.as_millis() as u64,
    })
}
