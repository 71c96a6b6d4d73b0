//! The project's own player: a principal-variation search with exact knowledge of races.

mod evaluation;
mod ordering;
mod races;
mod score;
mod search;
mod table;
#[cfg(test)]
mod tests;

use quoridor_core::{Game, Move, Position, Variant};

use self::evaluation::Weights;
use self::ordering::Memory;
use self::races::Races;
use self::score::{INFINITE, Score, as_value, is_decided};
use self::search::{MAX_PLY, Pruning, Search, Task};
use self::table::{Bound, Table};
use crate::agent::{Agent, Unsupported, Watch, two_players_only};
use crate::decision::{Decision, Progress};
use crate::limits::{Budget, Limits};
use crate::registry::{AgentKind, OptionKind};

pub(crate) const KIND: AgentKind = AgentKind {
    name: "alphabeta",
    summary: "principal-variation search with a transposition table and exact races",
    options: &[
        OptionKind {
            name: "hash",
            default: "64",
            help: "mebibytes of the transposition table, 1-65536 and what the machine has",
        },
        OptionKind {
            name: "weights",
            default: Weights::DEFAULT,
            help: "for tuning: tempo, last wall, tenth wall, margin, boldness, late",
        },
        OptionKind { name: "time", default: "1", help: "seconds to think unless a limit is given" },
    ],
    build: |options| {
        let seconds: f64 = options.get_where("time", |seconds| (0.001..=86_400.0).contains(seconds))?;
        Ok(Box::new(AlphaBetaPlayer {
            table: Table::new(options.get_where("hash", |hash| (1..=65_536).contains(hash))?)
                .ok_or_else(|| options.bad("hash"))?,
            memory: Memory::new(),
            races: Races::default(),
            weights: Weights::new(options.list_within::<{ Weights::COUNT }>("weights", 10_000.0)?),
            default_limits: Limits::time(std::time::Duration::from_secs_f64(seconds)),
        }))
    },
};

/// The player.
#[derive(Debug)]
pub struct AlphaBetaPlayer {
    table: Table,
    memory: Memory,
    races: Races,
    weights: Weights,
    default_limits: Limits,
}

impl Agent for AlphaBetaPlayer {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        let limits = limits.without_simulations().or(self.default_limits);
        self.table.begin_search();
        self.memory.fade();
        let seen = game.since_last_wall();
        let mut search = Search {
            table: &self.table,
            memory: &mut self.memory,
            weights: &self.weights,
            budget: Budget::new(&limits),
            pruning: Pruning { is_on: true },
            // All but the root, which the search itself adds.
            path: seen[..seen.len() - 1].iter().map(Position::hash).collect(),
            races: &mut self.races,
            lists: Vec::new(),
        };
        search.deepen(game, &limits, watch)
    }

    fn supports(&self, variant: Variant) -> Result<(), Unsupported> {
        two_players_only(variant)
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.memory = Memory::new();
        self.races.clear();
    }
}

impl Search<'_> {
    /// Searches deeper and deeper, until a limit is reached or the game is decided.
    fn deepen(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        let position = game.position();
        let mut root: Vec<Move> = position.legal_moves().iter().collect();
        let mut decision = Decision::at_once(root[0]);
        let mut last: Score = 0;
        let deepest = limits.depth.unwrap_or(MAX_PLY).clamp(1, MAX_PLY);
        for depth in 1..=deepest {
            let Some((mv, score)) = self.aspire(game, &mut root, depth, last, watch) else { break };
            last = score;
            let line = self.line(game, mv);
            decision = Decision {
                mv,
                value: Some(as_value(score)),
                line,
                depth,
                nodes: self.budget.nodes(),
                root: Vec::new(),
            };
            let progress = Progress {
                depth,
                value: as_value(score),
                nodes: self.budget.nodes(),
                time: self.budget.elapsed(),
                line: decision.line.clone(),
            };
            watch.report(&progress);
            let half_gone = limits.time.is_some_and(|time| self.budget.elapsed() * 2 > time);
            if (is_decided(score) && depth >= 4) || root.len() == 1 || half_gone || self.budget.is_over(watch) {
                break;
            }
        }
        Decision { nodes: self.budget.nodes(), ..decision }
    }

    /// Searches the root with a window around the last score, and a wider one if that was wrong.
    fn aspire(
        &mut self,
        game: &Game,
        root: &mut [Move],
        depth: u32,
        last: Score,
        watch: &Watch<'_>,
    ) -> Option<(Move, Score)> {
        let mut width = 60;
        let (mut alpha, mut beta) = if depth < 4 { (-INFINITE, INFINITE) } else { (last - width, last + width) };
        loop {
            let (mv, score) = self.root(game, root, depth, alpha, beta, watch)?;
            if score <= alpha && alpha > -INFINITE {
                alpha = (alpha - width).max(-INFINITE);
            } else if score >= beta && beta < INFINITE {
                beta = (beta + width).min(INFINITE);
            } else {
                return Some((mv, score));
            }
            width *= 4;
        }
    }

    /// The best of the root's moves, which is brought to the front.
    fn root(
        &mut self,
        game: &Game,
        root: &mut [Move],
        depth: u32,
        first_alpha: Score,
        beta: Score,
        watch: &Watch<'_>,
    ) -> Option<(Move, Score)> {
        let mut alpha = first_alpha;
        let mut best = (root[0], -INFINITE);
        self.path.push(game.position().hash());
        for place in 0..root.len() {
            let mv = root[place];
            let mut next = *game.position();
            next.play_unchecked(mv);
            let depth = depth as i32 - 1;
            let wide = Task { depth, ply: 1, alpha: -beta, beta: -alpha, before: Some(mv) };
            let mut found = None;
            if place > 0 {
                let reduction = if self.pruning.is_on && place > 8 && depth > 2 { 1 + depth / 5 } else { 0 };
                let narrow = Task { depth: depth - reduction, alpha: -alpha - 1, ..wide };
                found = self.node(&next, narrow, watch);
                if reduction > 0 && found.is_some_and(|found| -found.score > alpha) {
                    found = self.node(&next, Task { depth, ..narrow }, watch);
                }
            }
            let is_settled = found.is_some_and(|found| -found.score <= alpha || -found.score >= beta);
            if !is_settled && !self.budget.is_spent() {
                found = self.node(&next, wide, watch);
            }
            let Some(found) = found.filter(|_| !self.budget.is_spent()) else {
                self.path.pop();
                return None;
            };
            let score = -found.score;
            if score > best.1 {
                best = (mv, score);
            }
            if score > alpha {
                root[..=place].rotate_right(1);
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        self.path.pop();
        Some(best)
    }

    /// What is expected to be played: the table's moves, as long as they are legal and nothing is repeated.
    fn line(&self, game: &Game, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = *game.position();
        let mut seen = vec![position.hash()];
        position.play_unchecked(first);
        while position.outcome().is_none() && !seen.contains(&position.hash()) && line.len() < MAX_PLY as usize {
            let Some(entry) = self.table.get(position.hash()).filter(|entry| entry.bound == Bound::Exact) else {
                break;
            };
            let Some(mv) = entry.mv.filter(|&mv| position.is_legal(mv)) else { break };
            seen.push(position.hash());
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }
}
