//! The recursive part of the principal variation search. docs/search.md describes the techniques.

use quoridor_core::{Move, Position};

use super::knowledge::Knowledge;
use super::ordering::{Candidate, Hints, History, Picker};
use super::races::Races;
use super::score::{
    DRAW, INFINITE, LEAST_WIN, Score, draw_at, from_table, loss_in, to_table, win_in,
};
use super::table::{Bound, Entry, Table};
use super::tuning::Tuning;
use crate::agent::Watch;
use crate::limits::Budget;
use crate::logarithm::ln;
use crate::run::unstoppable_run;

/// The largest distance from the root in plies.
pub(super) const MAX_PLY: u32 = 120;

/// The smallest depth at which solving a race pays: it takes as long as a hundred nodes.
const MIN_DEPTH_OF_RACE: i32 = 2;

/// The smallest depth at which solving the race pays if only one player has walls.
const MIN_DEPTH_OF_ONE_SIDED_RACE: i32 = 6;

/// Whether the search prunes: always, except in tests that compare it with plain minimax.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pruning {
    pub(super) is_on: bool,
}

/// One thread's search.
#[derive(Debug)]
pub(super) struct Search<'a, K: Knowledge> {
    pub(super) table: &'a Table,
    pub(super) history: &'a mut History,
    pub(super) knowledge: &'a K,
    /// What the knowledge keeps from position to position.
    pub(super) cache: &'a mut K::Cache,
    pub(super) tuning: Tuning,
    pub(super) budget: Budget,
    pub(super) pruning: Pruning,
    /// The hashes of the positions since the last wall before the root, then of those from the root
    /// to the current node: a position among them is a repetition.
    pub(super) path: Vec<u64>,
    pub(super) races: &'a mut Races,
    /// The move lists of each ply, kept to be reused.
    pub(super) lists: Vec<Vec<Candidate>>,
    /// The moves searched so far in each node from the root to the current one, concatenated.
    pub(super) tried: Vec<Move>,
}

/// A score, and how much of the path from the root it depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchResult {
    pub(super) score: Score,
    /// The first place in the path whose repetition the score rests on; `usize::MAX` if on none. A
    /// score that rests on a place above its node is valid on this path only and must not go into
    /// the transposition table (the graph history interaction problem).
    rests_on: usize,
}

impl SearchResult {
    const fn anywhere(score: Score) -> Self {
        Self { score, rests_on: usize::MAX }
    }
}

/// The depth and window that a position is searched with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The previous move; `None` after a null move.
    pub(super) before: Option<Move>,
}

impl<K: Knowledge> Search<'_, K> {
    /// Searches a position; `None` if the budget is spent.
    pub(super) fn search(
        &mut self,
        position: &Position,
        node: Node,
        watch: &Watch<'_>,
    ) -> Option<SearchResult> {
        if !self.budget.take_node(watch) {
            return None;
        }
        let Node { depth, ply, mut alpha, mut beta, before } = node;
        let fetched = self.table.fetch(position.hash());
        if position.winner().is_some() {
            return Some(SearchResult::anywhere(loss_in(ply)));
        }
        if let Some(place) = self.path.iter().position(|&hash| hash == position.hash()) {
            let score = if self.pruning.is_on { draw_at(ply) } else { DRAW };
            return Some(SearchResult { score, rests_on: place });
        }
        let player = position.turn();
        if position.legal_steps().intersects(position.goals(player)) {
            return Some(SearchResult::anywhere(win_in(ply + 1)));
        }
        if let Some(score) = self.exact(position, depth, ply) {
            return Some(SearchResult::anywhere(score));
        }
        // Mate-distance pruning. The player to move cannot win with this move: it loses at ply + 2
        // or wins at ply + 3 at the earliest.
        alpha = alpha.max(loss_in(ply + 2));
        beta = beta.min(win_in(ply + 3));
        if alpha >= beta {
            return Some(SearchResult::anywhere(alpha));
        }

        let is_pv = beta - alpha > 1;
        let entry = fetched.entry();
        if let Some(entry) = entry
            // A deeper entry is better, but not the value of plain minimax at this depth.
            && (i32::from(entry.depth) == depth
                || (i32::from(entry.depth) > depth && self.pruning.is_on))
            && !is_pv
        {
            let score = from_table(entry.score, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if cuts {
                return Some(SearchResult::anywhere(score));
            }
        }

        let (own, other) = (position.distance(player), position.distance(player.opposite()));
        let rough = self.knowledge.rough_score(position, own, other);
        let margin = self.tuning.lazy_eval_margin;
        let is_lazy = self.pruning.is_on && (rough - margin >= beta || rough + margin <= alpha);
        let evaluation = if is_lazy { rough } else { self.knowledge.score(self.cache, position) };
        if depth <= 0 || ply >= MAX_PLY {
            return Some(SearchResult::anywhere(evaluation));
        }
        if self.pruning.is_on && !is_pv && before.is_some() {
            if depth <= 3
                && evaluation - self.tuning.rfp_margin * depth >= beta
                && own > 1
                && other > 2
            {
                return Some(SearchResult::anywhere(evaluation));
            }
            if let Some(result) = self.null_move(position, node, evaluation, watch)? {
                return Some(result);
            }
        }
        self.path.push(position.hash());
        let result = self.moves(position, Node { alpha, beta, ..node }, entry, evaluation, watch);
        self.path.pop();
        result
    }

    /// Null-move pruning: `Some(None)` if it does not apply or fails low. Zugzwang is ruled out
    /// only while both players have walls and the pawns are not close.
    fn null_move(
        &mut self,
        position: &Position,
        node: Node,
        evaluation: Score,
        watch: &Watch<'_>,
    ) -> Option<Option<SearchResult>> {
        let player = position.turn();
        let contact =
            position.pawn(player).column().abs_diff(position.pawn(player.opposite()).column())
                + position.pawn(player).row().abs_diff(position.pawn(player.opposite()).row())
                <= 3;
        let both_have_walls =
            position.walls_left(player) > 1 && position.walls_left(player.opposite()) > 1;
        if node.depth < 3 || contact || !both_have_walls || evaluation < node.beta {
            return Some(None);
        }
        let mut next = *position;
        next.play_unchecked(Move::Pass);
        self.path.push(position.hash());
        let depth = node.depth - 3 - node.depth / 4;
        let below =
            Node { depth, ply: node.ply + 1, alpha: -node.beta, beta: 1 - node.beta, before: None };
        let result = self.search(&next, below, watch);
        self.path.pop();
        let result = result?;
        Some(
            (-result.score >= node.beta)
                .then_some(SearchResult { score: node.beta, rests_on: result.rests_on }),
        )
    }

    fn moves(
        &mut self,
        position: &Position,
        node: Node,
        entry: Option<Entry>,
        evaluation: Score,
        watch: &Watch<'_>,
    ) -> Option<SearchResult> {
        let mut picker = Picker::new(self.take_list(node.ply));
        let hints = Hints {
            table: entry.and_then(|entry| entry.mv),
            before: node.before,
            ply: node.ply as usize,
            depth: node.depth,
        };
        let first = self.tried.len();
        let result = self.each_move(position, node, &mut picker, &hints, evaluation, watch);
        self.tried.truncate(first);
        self.lists[node.ply as usize] = picker.into_list();
        result
    }

    fn each_move(
        &mut self,
        position: &Position,
        node: Node,
        picker: &mut Picker,
        hints: &Hints,
        evaluation: Score,
        watch: &Watch<'_>,
    ) -> Option<SearchResult> {
        let Node { depth, ply, mut alpha, beta, before } = node;
        let is_pv = beta - alpha > 1;
        let (mut best, mut best_move) = (SearchResult::anywhere(-INFINITE), None);
        let first = self.tried.len();
        while let Some(Candidate { mv, is_forcing, extra_reduction, is_unlikely, .. }) =
            picker.next(position, self.history, hints, self.knowledge, self.cache)
        {
            let tried = self.tried.len() - first;
            if self.pruning.is_on && best_move.is_some() && best.score > -LEAST_WIN {
                if is_unlikely {
                    continue;
                }
                if self.prunes_quiet_walls(depth, tried, evaluation, alpha) {
                    picker.skip_quiet_walls();
                    if !is_forcing && matches!(mv, Move::Wall(_)) {
                        continue;
                    }
                }
            }
            let mut next = *position;
            next.play_unchecked(mv);
            let below = Node {
                depth: depth - 1,
                ply: ply + 1,
                alpha: -beta,
                beta: -alpha,
                before: Some(mv),
            };
            let reduction = if self.pruning.is_on {
                let more = i32::from(extra_reduction) - i32::from(is_forcing) - i32::from(is_pv);
                reduction(depth, tried, more, self.tuning.lmr_divisor)
            } else {
                0
            };
            let mut result = None;
            if tried > 0 {
                // Null-window search, with late-move reductions.
                let null_window =
                    Node { depth: depth - 1 - reduction, alpha: -alpha - 1, beta: -alpha, ..below };
                result = Some(self.search(&next, null_window, watch)?);
                if reduction > 0 && result.is_some_and(|result| -result.score > alpha) {
                    result = Some(self.search(
                        &next,
                        Node { depth: depth - 1, ..null_window },
                        watch,
                    )?);
                }
            }
            let result = match result {
                Some(result) if -result.score <= alpha || -result.score >= beta => result,
                _ => self.search(&next, below, watch)?,
            };
            let score = -result.score;
            best.rests_on = best.rests_on.min(result.rests_on);
            if score > best.score {
                best.score = score;
                best_move = Some(mv);
            }
            if score >= beta {
                self.history.reward(
                    position,
                    ply as usize,
                    depth,
                    before,
                    mv,
                    &self.tried[first..],
                );
                break;
            }
            alpha = alpha.max(score);
            self.tried.push(mv);
        }
        // A repetition of this position or of one below it does not depend on the path to here.
        if best.rests_on >= self.path.len() - 1 {
            best.rests_on = usize::MAX;
            let bound = match best.score {
                score if score >= beta => Bound::AtLeast,
                score if score > node.alpha => Bound::Exact,
                _ => Bound::AtMost,
            };
            let entry = Entry {
                score: to_table(best.score, ply),
                depth: depth.clamp(0, 255) as u8,
                bound,
                mv: best_move,
            };
            self.table.put(position.hash(), entry);
        }
        Some(best)
    }

    /// Late-move pruning and futility pruning of quiet walls in shallow nodes.
    fn prunes_quiet_walls(
        &self,
        depth: i32,
        tried: usize,
        evaluation: Score,
        alpha: Score,
    ) -> bool {
        let enough = 3.0 + self.tuning.lmp_base * f64::from(depth * depth);
        depth <= 4
            && (tried as f64 >= enough || evaluation + self.tuning.futility_margin * depth <= alpha)
    }

    /// The score of a position in which a player has no walls left, if it is known without a
    /// search.
    fn exact(&mut self, position: &Position, depth: i32, ply: u32) -> Option<Score> {
        let (player, opponent) = (position.turn(), position.turn().opposite());
        let can_be_hindered = position.walls_left(opponent) > 0;
        let can_hinder = position.walls_left(player) > 0;
        if can_be_hindered && can_hinder {
            return None;
        }
        if self.pruning.is_on {
            if !can_be_hindered && let Some(plies) = unstoppable_run(position, player) {
                return Some(win_in(ply + plies));
            }
            if !can_hinder && let Some(plies) = unstoppable_run(position, opponent) {
                return Some(loss_in(ply + plies));
            }
        }
        if can_be_hindered == can_hinder
            && (depth >= MIN_DEPTH_OF_RACE || !self.pruning.is_on || self.races.knows(position))
        {
            return Some(self.races.score(position, ply));
        }
        // The only player with walls wins if it wins the race even without them.
        if can_be_hindered != can_hinder
            && self.pruning.is_on
            && depth >= MIN_DEPTH_OF_ONE_SIDED_RACE
        {
            let score = self.races.score(position, ply);
            if (can_hinder && score > LEAST_WIN) || (can_be_hindered && score < -LEAST_WIN) {
                return Some(score);
            }
        }
        None
    }

    fn take_list(&mut self, ply: u32) -> Vec<Candidate> {
        let ply = ply as usize;
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        std::mem::take(&mut self.lists[ply])
    }
}

/// Late-move reductions: by how many plies the first search of a late move is shallower.
fn reduction(depth: i32, tried: usize, more: i32, divisor: f64) -> i32 {
    if depth < 3 || tried < 3 {
        return 0;
    }
    let by_depth = ln(depth.unsigned_abs()) * ln(tried as u32) / divisor;
    (by_depth as i32 + 1 + more).clamp(0, depth - 2)
}
