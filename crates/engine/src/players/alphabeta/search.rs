//! The search: principal variations first, deeper and deeper.

use quoridor_core::{Move, Position};

use super::evaluation::Evaluation;
use super::ordering::{Candidate, Hints, Memory, Picker};
use super::races::Races;
use super::score::{
    DRAW, INFINITE, LEAST_WIN, Score, draw_at, from_table, loss_in, to_table, win_in,
};
use super::table::{Bound, Entry, Table};
use super::tuning::Tuning;
use crate::agent::Watch;
use crate::limits::Budget;
use crate::run::unstoppable_run;
use crate::search::logarithm::ln;

/// The deepest that the search goes.
pub(super) const MAX_PLY: u32 = 120;

/// From which depth on it pays to solve a race that is not solved yet: that takes as long as a
/// hundred nodes.
const MIN_DEPTH_OF_RACE: i32 = 2;

/// From which depth on it pays to solve the race of a position in which only one player has walls.
const MIN_DEPTH_OF_ONE_SIDED_RACE: i32 = 6;

/// Which parts of the search are on: all of them, except in tests that compare it with plain
/// minimax.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pruning {
    pub(super) is_on: bool,
}

/// One thread's search.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub(super) table: &'a Table,
    pub(super) memory: &'a mut Memory,
    pub(super) evaluation: &'a Evaluation,
    pub(super) tuning: Tuning,
    pub(super) budget: Budget,
    pub(super) pruning: Pruning,
    /// The hashes of the positions since the last wall before the root, and of those on the way
    /// from the root to the node at hand.
    pub(super) path: Vec<u64>,
    pub(super) races: &'a mut Races,
    /// The lists of candidates of each ply, kept so that they need not be made again.
    pub(super) lists: Vec<Vec<Candidate>>,
    /// The moves that were searched in each node on the way from the root, one node after the
    /// other.
    pub(super) tried: Vec<Move>,
}

/// A score, and on how much of the path from the root it depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) score: Score,
    /// The highest place in the path whose repetition the score rests on; `usize::MAX` if on none.
    /// What rests on a place above a node is true on this path only, and must not be remembered for
    /// others.
    rests_on: usize,
}

impl Found {
    const fn firm(score: Score) -> Self {
        Self { score, rests_on: usize::MAX }
    }
}

/// The window and depth that a node is searched with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) depth: i32,
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The move that led here; `None` after a null move.
    pub(super) before: Option<Move>,
}

impl Search<'_> {
    /// The score of a position; `None` if the budget is spent.
    pub(super) fn node(
        &mut self,
        position: &Position,
        task: Task,
        watch: &Watch<'_>,
    ) -> Option<Found> {
        if !self.budget.take_node(watch) {
            return None;
        }
        let Task { depth, ply, mut alpha, mut beta, before } = task;
        let fetched = self.table.fetch(position.hash());
        if position.winner().is_some() {
            return Some(Found::firm(loss_in(ply)));
        }
        if let Some(place) = self.path.iter().position(|&hash| hash == position.hash()) {
            let score = if self.pruning.is_on { draw_at(ply) } else { DRAW };
            return Some(Found { score, rests_on: place });
        }
        let player = position.turn();
        if position.legal_steps().intersects(position.goals(player)) {
            return Some(Found::firm(win_in(ply + 1)));
        }
        if let Some(score) = self.exact(position, depth, ply) {
            return Some(Found::firm(score));
        }
        // Nothing found below can be better than to win at once, or worse than to lose after the
        // next move.
        alpha = alpha.max(loss_in(ply + 2));
        beta = beta.min(win_in(ply + 3));
        if alpha >= beta {
            return Some(Found::firm(alpha));
        }

        let is_pv = beta - alpha > 1;
        let remembered = fetched.entry();
        if let Some(entry) = remembered
            // Deeper is better, but not what minimax would say.
            && (i32::from(entry.depth) == depth || (i32::from(entry.depth) > depth && self.pruning.is_on))
            && !is_pv
        {
            let score = from_table(entry.score, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if cuts {
                return Some(Found::firm(score));
            }
        }

        let (own, other) = (position.distance(player), position.distance(player.opposite()));
        let rough = self.evaluation.roughly(position, own, other);
        let clear = self.tuning.lazy_eval_margin;
        let is_clear = self.pruning.is_on && (rough - clear >= beta || rough + clear <= alpha);
        let evaluation = if is_clear { rough } else { self.evaluation.of(position) };
        if depth <= 0 || ply >= MAX_PLY {
            return Some(Found::firm(evaluation));
        }
        if self.pruning.is_on && !is_pv && before.is_some() {
            if depth <= 3
                && evaluation - self.tuning.rfp_margin * depth >= beta
                && own > 1
                && other > 2
            {
                return Some(Found::firm(evaluation));
            }
            if let Some(found) = self.null_move(position, task, evaluation, watch)? {
                return Some(found);
            }
        }
        self.path.push(position.hash());
        let found =
            self.moves(position, Task { alpha, beta, ..task }, remembered, evaluation, watch);
        self.path.pop();
        found
    }

    /// Whether even to do nothing is too good: `Some(None)` if not. Only where doing nothing is
    /// surely no advantage: while both have walls, and the pawns are not in contact.
    fn null_move(
        &mut self,
        position: &Position,
        task: Task,
        evaluation: Score,
        watch: &Watch<'_>,
    ) -> Option<Option<Found>> {
        let player = position.turn();
        let contact =
            position.pawn(player).column().abs_diff(position.pawn(player.opposite()).column())
                + position.pawn(player).row().abs_diff(position.pawn(player.opposite()).row())
                <= 3;
        let both_have_walls =
            position.walls_left(player) > 1 && position.walls_left(player.opposite()) > 1;
        if task.depth < 3 || contact || !both_have_walls || evaluation < task.beta {
            return Some(None);
        }
        let mut next = *position;
        next.play_unchecked(Move::Pass);
        self.path.push(position.hash());
        let depth = task.depth - 3 - task.depth / 4;
        let below =
            Task { depth, ply: task.ply + 1, alpha: -task.beta, beta: 1 - task.beta, before: None };
        let found = self.node(&next, below, watch);
        self.path.pop();
        let found = found?;
        Some(
            (-found.score >= task.beta)
                .then_some(Found { score: task.beta, rests_on: found.rests_on }),
        )
    }

    fn moves(
        &mut self,
        position: &Position,
        task: Task,
        remembered: Option<Entry>,
        evaluation: Score,
        watch: &Watch<'_>,
    ) -> Option<Found> {
        let mut picker = Picker::new(self.take_list(task.ply));
        let hints = Hints {
            table: remembered.and_then(|entry| entry.mv),
            before: task.before,
            ply: task.ply as usize,
        };
        let first = self.tried.len();
        let found = self.each_move(position, task, &mut picker, &hints, evaluation, watch);
        self.tried.truncate(first);
        self.lists[task.ply as usize] = picker.into_list();
        found
    }

    fn each_move(
        &mut self,
        position: &Position,
        task: Task,
        picker: &mut Picker,
        hints: &Hints,
        evaluation: Score,
        watch: &Watch<'_>,
    ) -> Option<Found> {
        let Task { depth, ply, mut alpha, beta, before } = task;
        let is_pv = beta - alpha > 1;
        let (mut best, mut best_move) = (Found::firm(-INFINITE), None);
        let first = self.tried.len();
        while let Some(Candidate { mv, is_forcing, .. }) = picker.next(position, self.memory, hints)
        {
            let tried = self.tried.len() - first;
            if self.pruning.is_on
                && best_move.is_some()
                && best.score > -LEAST_WIN
                && self.is_hopeless(depth, tried, evaluation, alpha)
            {
                picker.without_quiet();
                if !is_forcing && matches!(mv, Move::Wall(_)) {
                    break;
                }
            }
            let mut next = *position;
            next.play_unchecked(mv);
            let below = Task {
                depth: depth - 1,
                ply: ply + 1,
                alpha: -beta,
                beta: -alpha,
                before: Some(mv),
            };
            let reduction = if self.pruning.is_on {
                reduction(depth, tried, is_forcing, is_pv, self.tuning.lmr_divisor)
            } else {
                0
            };
            let mut found = None;
            if tried > 0 {
                // A look with the smallest window, and less deep for moves that do not promise
                // much: is it better at all?
                let narrow =
                    Task { depth: depth - 1 - reduction, alpha: -alpha - 1, beta: -alpha, ..below };
                found = Some(self.node(&next, narrow, watch)?);
                if reduction > 0 && found.is_some_and(|found| -found.score > alpha) {
                    found = Some(self.node(&next, Task { depth: depth - 1, ..narrow }, watch)?);
                }
            }
            let found = match found {
                Some(found) if -found.score <= alpha || -found.score >= beta => found,
                _ => self.node(&next, below, watch)?,
            };
            let score = -found.score;
            best.rests_on = best.rests_on.min(found.rests_on);
            if score > best.score {
                best.score = score;
                best_move = Some(mv);
            }
            if score >= beta {
                self.memory.reward(position, ply as usize, depth, before, mv, &self.tried[first..]);
                break;
            }
            alpha = alpha.max(score);
            self.tried.push(mv);
        }
        // What rests on this position itself, or on one below, is true whatever the path here was.
        if best.rests_on >= self.path.len() - 1 {
            best.rests_on = usize::MAX;
            let bound = match best.score {
                score if score >= beta => Bound::AtLeast,
                score if score > task.alpha => Bound::Exact,
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

    /// Whether a quiet wall this late in the list of a shallow node is not worth a look.
    fn is_hopeless(&self, depth: i32, tried: usize, evaluation: Score, alpha: Score) -> bool {
        let enough = 3.0 + self.tuning.lmp_base * f64::from(depth * depth);
        depth <= 4
            && (tried as f64 >= enough || evaluation + self.tuning.futility_margin * depth <= alpha)
    }

    /// The score of a position in which at least one hand is empty, if it can be told without a
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
        // Whoever alone has walls wins if it wins even without them.
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

/// How much less deep a late move is looked at first.
fn reduction(depth: i32, tried: usize, is_forcing: bool, is_pv: bool, boldness: f64) -> i32 {
    if depth < 3 || tried < 3 {
        return 0;
    }
    let by_depth = ln(depth.unsigned_abs()) * ln(tried as u32) / boldness;
    let reduction = by_depth as i32 + 1 - i32::from(is_forcing) - i32::from(is_pv);
    reduction.clamp(0, depth - 2)
}
