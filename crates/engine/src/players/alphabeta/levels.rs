//! Levels: plausible moves, but not always the best.
//!
//! A weaker player looks less far ahead and misjudges what it sees. It considers what people
//! consider: to go on, or to stand in the opponent's way. It never overlooks that it can win at
//! once, and never goes back and forth.

use quoridor_core::{Game, MoveSet};

use super::deepening::Deepening;
use super::knowledge::Source;
use super::{AlphaBetaPlayer, Shared};
use crate::agent::Watch;
use crate::decision::{Decision, Value};
use crate::limits::{Budget, Limits};
use crate::registry::HIGHEST_LEVEL;
use crate::repetition::moves_without_repetition;

/// The limits of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// The node limit.
    nodes: u64,
    /// The depth limit.
    depth: u32,
    /// The standard deviation of the error in the score of each root move, in hundredths of a step.
    misjudges: f64,
    /// The probability of a search of depth 1.
    slips: f64,
}

/// From level one on.
const LEVELS: [Level; HIGHEST_LEVEL - 1] = [
    Level { nodes: 2_000, depth: 1, misjudges: 400.0, slips: 0.5 },
    Level { nodes: 2_000, depth: 1, misjudges: 170.0, slips: 0.3 },
    Level { nodes: 4_000, depth: 2, misjudges: 110.0, slips: 0.2 },
    Level { nodes: 4_000, depth: 2, misjudges: 50.0, slips: 0.1 },
    Level { nodes: 8_000, depth: 3, misjudges: 40.0, slips: 0.05 },
    Level { nodes: 500, depth: 64, misjudges: 0.0, slips: 0.0 },
    Level { nodes: 2_500, depth: 64, misjudges: 0.0, slips: 0.0 },
    Level { nodes: 12_500, depth: 64, misjudges: 0.0, slips: 0.0 },
    Level { nodes: 62_500, depth: 64, misjudges: 0.0, slips: 0.0 },
];

impl Level {
    /// The limits of a level; none at the highest.
    pub(super) fn of(level: usize) -> Option<&'static Self> {
        LEVELS.get(level - 1)
    }

    fn limits(&self, limits: &Limits) -> Limits {
        Limits {
            nodes: Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            ..*limits
        }
    }
}

impl<S: Source> AlphaBetaPlayer<S> {
    /// Plays at a level.
    pub(super) fn choose_at(
        &mut self,
        level: &Level,
        game: &Game,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Decision {
        if let Some(win) = Decision::win_at_once(game.position()) {
            return win;
        }
        let limits = level.limits(limits);
        if level.misjudges == 0.0 {
            return self.choose_best(game, &limits, self.lines, watch);
        }
        let depth = if self.random.chance(level.slips) { Some(1) } else { limits.depth };
        let plausible = plausible_moves(game);
        let knowledge = self.source.knowledge();
        let shared = Shared { table: &self.table, knowledge, tuning: self.tuning, game };
        let search = shared.search(&mut self.threads[0], Budget::new(&limits));
        let deepening =
            Deepening::new(search, game, usize::MAX).of_moves(|mv| plausible.contains(mv));
        let mut decision = { deepening }.run(&Limits { depth, ..limits }, 1, watch);
        let judged = decision
            .root
            .iter()
            .map(|root| (as_score(root.value) + level.misjudges * self.random.normal(), root));
        if let Some((_, chosen)) = judged.max_by(|(one, _), (other, _)| one.total_cmp(other)) {
            (decision.mv, decision.value, decision.line) =
                (chosen.mv, Some(chosen.value), vec![chosen.mv]);
        }
        decision
    }
}

/// The moves that people consider: steps forward, and walls across the opponent's shortest path.
fn plausible_moves(game: &Game) -> MoveSet {
    let position = game.position();
    let (player, opponent) = (position.turn(), position.turn().opposite());
    let field = position.distance_field(player);
    let legal = moves_without_repetition(game);
    let ahead = legal.steps & field.within(position.distance(player));
    MoveSet {
        steps: if ahead.is_empty() { legal.steps } else { ahead },
        walls: legal.walls & position.shortest_path(opponent).walls_across(),
        ..legal
    }
}

/// A value in hundredths of a step.
fn as_score(value: Value) -> f64 {
    match value {
        Value::Steps(score) | Value::Score(score) => 100.0 * score,
        Value::WinIn(plies) => 10_000.0 - f64::from(plies),
        Value::LossIn(plies) => f64::from(plies) - 10_000.0,
        Value::Chance(chance) => chance,
    }
}
