//! The root of the search: iterative deepening with aspiration windows.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quoridor_core::{Game, Move, Position, Symmetry};

use super::knowledge::{Knowledge, Policy};
use super::score::{INFINITE, Score, as_value, is_decided, plies_to_end};
use super::search::{MAX_PLY, Node, Search};
use super::table::Bound;
use crate::agent::Watch;
use crate::decision::{Decision, Progress, RootMove};
use crate::few::sort_few;
use crate::limits::Limits;

/// A search of one position, by one thread.
pub(super) struct Deepening<'a, K: Knowledge> {
    search: Search<'a, K>,
    game: &'a Game,
    /// The moves, the best so far in front.
    root: Vec<Choice>,
    /// The number of best moves that get exact scores (MultiPV).
    lines: usize,
    /// The node count of the helper threads.
    elsewhere: Option<&'a AtomicU64>,
}

/// A move at the root.
#[derive(Clone, Copy, Debug)]
struct Choice {
    mv: Move,
    score: Score,
    nodes: u64,
}

impl<'a, K: Knowledge> Deepening<'a, K> {
    /// A search that has not begun.
    pub(super) fn new(search: Search<'a, K>, game: &'a Game, lines: usize) -> Self {
        let mut moves = distinct_moves(game.position());
        let policy = search.knowledge.policy(search.cache, game.position(), MAX_PLY as i32);
        if let Some(Policy { logits, .. }) = policy {
            moves.sort_by_key(|mv| Reverse(logits[usize::from(mv.index())]));
        }
        let root = moves.into_iter().map(|mv| Choice { mv, score: 0, nodes: 0 });
        Self { search, game, root: root.collect(), lines, elsewhere: None }
    }

    /// The same search, which reports the nodes of others together with its own.
    pub(super) fn with_help(self, elsewhere: &'a AtomicU64) -> Self {
        Self { elsewhere: Some(elsewhere), ..self }
    }

    /// The same search, but only of some of the moves.
    pub(super) fn of_moves(mut self, moves: impl Fn(Move) -> bool) -> Self {
        self.root.retain(|choice| moves(choice.mv));
        self
    }

    /// Searches from a depth on, until a limit is reached or the game is decided.
    pub(super) fn run(
        &mut self,
        limits: &Limits,
        first_depth: u32,
        watch: &mut Watch<'_>,
    ) -> Decision {
        let lines = self.lines.min(self.root.len());
        let mut decision = Decision::at_once(self.root[0].mv);
        let mut effort = Effort::default();
        let deepest = limits.depth.unwrap_or(MAX_PLY).clamp(1, MAX_PLY);
        'deeper: for depth in first_depth.min(deepest)..=deepest {
            // An easy move ends only between iterations before its time is over.
            self.search.budget.stretch(effort.share().max(1.0));
            for place in 0..lines {
                let best_before = self.root[place].mv;
                if self.aspire(place, depth, watch).is_none() {
                    // A better move of the unfinished iteration is used.
                    if place == 0 && self.root[0].mv != best_before {
                        decision.mv = self.root[0].mv;
                        decision.line = self.line(decision.mv);
                    }
                    break 'deeper;
                }
                watch.report(&self.progress(place, depth));
            }
            sort_few(&mut self.root[..lines], |one, other| other.score.cmp(&one.score));
            let Choice { mv, score, .. } = self.root[0];
            effort.finished(mv, score);
            decision = Decision {
                mv,
                value: Some(as_value(score)),
                line: self.line(mv),
                depth,
                ..decision
            };
            let is_settled = is_decided(score) && depth >= plies_to_end(score);
            let is_enough = effort.is_enough(self.search.budget.elapsed(), limits);
            if is_settled || self.root.len() == 1 || is_enough || self.search.budget.is_over(watch)
            {
                break;
            }
        }
        decision.nodes = self.nodes();
        decision.root = self.compared();
        decision
    }

    /// The moves that were compared, the best first.
    fn compared(&self) -> Vec<RootMove> {
        let lines = if self.lines > 1 { self.lines.min(self.root.len()) } else { 0 };
        let total = self.root.iter().map(|choice| choice.nodes).sum::<u64>().max(1) as f64;
        let compared = self.root[..lines].iter();
        compared
            .map(|&Choice { mv, score, nodes }| RootMove {
                mv,
                // It was searched, even if its result was known without another node.
                visits: nodes.max(1),
                value: as_value(score),
                prior: nodes as f64 / total,
            })
            .collect()
    }

    fn nodes(&self) -> u64 {
        self.search.budget.nodes() + self.elsewhere.map_or(0, |nodes| nodes.load(Ordering::Relaxed))
    }

    fn progress(&self, place: usize, depth: u32) -> Progress {
        let Choice { mv, score, .. } = self.root[place];
        Progress {
            depth,
            value: as_value(score),
            nodes: self.nodes(),
            time: self.search.budget.elapsed(),
            line: self.line(mv),
            rank: place + 1,
            fullness: Some(self.search.table.fullness()),
        }
    }

    /// Searches the root moves from a place in the list on with an aspiration window around the
    /// last score, and a wider one if the search fails high or low.
    fn aspire(&mut self, place: usize, depth: u32, watch: &Watch<'_>) -> Option<()> {
        let last = self.root[place].score;
        let mut width = 60;
        let is_narrow = depth >= 4 && !is_decided(last);
        let (mut alpha, mut beta) =
            if is_narrow { (last - width, last + width) } else { (-INFINITE, INFINITE) };
        loop {
            let score = self.best_from(place, depth, alpha, beta, watch)?;
            if score <= alpha && alpha > -INFINITE {
                alpha = (alpha - width).max(-INFINITE);
            } else if score >= beta && beta < INFINITE {
                beta = (beta + width).min(INFINITE);
            } else {
                return Some(());
            }
            width *= 4;
        }
    }

    /// The best score of the root's moves from a place in the list on; the move is brought to that
    /// place.
    pub(super) fn best_from(
        &mut self,
        first: usize,
        depth: u32,
        first_alpha: Score,
        beta: Score,
        watch: &Watch<'_>,
    ) -> Option<Score> {
        let mut alpha = first_alpha;
        let mut best = -INFINITE;
        for place in first..self.root.len() {
            let begin = self.search.budget.nodes();
            let found = self.score(place, place - first, depth, alpha, beta, watch);
            self.root[place].nodes += self.search.budget.nodes() - begin;
            let score = found?;
            best = best.max(score);
            // Of the moves that are not better only a bound is known.
            if score > alpha || place == first {
                self.root[place].score = score;
            }
            if score > alpha {
                self.root[first..=place].rotate_right(1);
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        Some(best)
    }

    /// The score of a root move, after `others` better ones.
    fn score(
        &mut self,
        place: usize,
        others: usize,
        depth: u32,
        alpha: Score,
        beta: Score,
        watch: &Watch<'_>,
    ) -> Option<Score> {
        let mv = self.root[place].mv;
        let mut next = *self.game.position();
        next.play_unchecked(mv);
        let depth = depth as i32 - 1;
        let wide = Node { depth, ply: 1, alpha: -beta, beta: -alpha, before: Some(mv) };
        let is_selective = self.search.pruning.is_on;
        let search = &mut self.search;
        search.path.push(self.game.position().hash());
        let mut search_root_move =
            |node: Node| search.search(&next, node, watch).map(|result| -result.score);
        let mut score = None;
        if others > 0 {
            let reduction = if is_selective && others > 8 && depth > 2 { 1 + depth / 5 } else { 0 };
            let null_window = Node { depth: depth - reduction, alpha: -alpha - 1, ..wide };
            score = search_root_move(null_window);
            if reduction > 0 && score.is_some_and(|score| score > alpha) {
                score = search_root_move(Node { depth, ..null_window });
            }
        }
        if others == 0 || score.is_some_and(|score| score > alpha && score < beta) {
            score = search_root_move(wide);
        }
        self.search.path.pop();
        score
    }

    /// The principal variation: the exact moves of the transposition table, up to a repetition.
    fn line(&self, first: Move) -> Vec<Move> {
        let mut line = vec![first];
        let mut position = *self.game.position();
        let mut seen = vec![position.hash()];
        position.play_unchecked(first);
        while position.outcome().is_none()
            && !seen.contains(&position.hash())
            && line.len() < MAX_PLY as usize
        {
            let entry = self.search.table.get(position.hash());
            let Some(entry) = entry.filter(|entry| entry.bound == Bound::Exact) else { break };
            let Some(mv) = entry.mv.filter(|&mv| position.is_legal(mv)) else { break };
            seen.push(position.hash());
            line.push(mv);
            position.play_unchecked(mv);
        }
        line
    }
}

/// The legal moves; of two that mirror each other in a position that is its own mirror image, only
/// one.
pub(super) fn distinct_moves(position: &Position) -> Vec<Move> {
    let is_symmetric =
        Symmetry::Mirror.position(position).is_some_and(|mirrored| mirrored == *position);
    let size = position.variant().size;
    let first_of_two =
        |mv: &Move| !is_symmetric || mv.index() <= Symmetry::Mirror.mv(*mv, size).index();
    position.legal_moves().iter().filter(first_of_two).collect()
}

/// Time management: how hard the move is to choose, judged by the iterations so far.
#[derive(Debug, Default)]
struct Effort {
    best: Option<(Move, Score)>,
    /// How many iterations in a row found the same move.
    agreed: u32,
    /// Whether the score fell in the last iteration.
    is_worse: bool,
}

impl Effort {
    /// An iteration is finished.
    fn finished(&mut self, mv: Move, score: Score) {
        let (agrees, is_worse) =
            self.best.map_or((false, false), |(last, value)| (last == mv, score < value - 40));
        self.agreed = if agrees { self.agreed + 1 } else { 0 };
        self.is_worse = is_worse;
        self.best = Some((mv, score));
    }

    /// The share of the usual time that the move is worth. Shares below 1 leave room for another
    /// iteration, which takes as long as all before together.
    const fn share(&self) -> f64 {
        match self.agreed {
            _ if self.is_worse => 1.5,
            0 => 1.2,
            1..=3 => 0.6,
            _ => 0.4,
        }
    }

    /// Whether to stop after an iteration, and save the time that is left.
    fn is_enough(&self, spent: Duration, limits: &Limits) -> bool {
        let time = limits.stretch.and_then(|_| limits.stretched_time(self.share()));
        time.is_some_and(|time| spent > time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(iterations: &[(&str, Score)]) -> Effort {
        let mut effort = Effort::default();
        for &(mv, score) in iterations {
            effort.finished(mv.parse().unwrap(), score);
        }
        effort
    }

    /// The shares, by hand: a move that was found again and again is easy, one that was just found
    /// or whose score has fallen by more than 40 is hard.
    #[test]
    fn hard_moves_get_more_time() {
        for (iterations, share) in [
            (&[("e2", 0)][..], 1.2),
            (&[("e2", 0), ("d2", 100)], 1.2),
            (&[("e2", 0), ("e2", 0)], 0.6),
            (&[("e2", 0), ("e2", 9), ("e2", 9), ("e2", -31)], 0.6),
            (&[("e2", 0), ("e2", 9), ("e2", 9), ("e2", -32)], 1.5),
            (&[("e2", 0), ("d2", -41)], 1.5),
            (&[("e2", 0), ("d2", -41), ("d2", -41)], 0.6),
            (&[("e2", 0); 5], 0.4),
        ] {
            let effort = after(iterations);
            assert_eq!(effort.share(), share, "{iterations:?}");
            let milliseconds = Duration::from_millis;
            let on_clock =
                Limits { stretch: Some(milliseconds(1_300)), ..Limits::time(milliseconds(1_000)) };
            let most = milliseconds((share * 1_000.0) as u64).min(milliseconds(1_300));
            assert!(!effort.is_enough(most, &on_clock), "{iterations:?}");
            assert!(effort.is_enough(most + milliseconds(1), &on_clock), "{iterations:?}");
            // Nothing is saved if there is no clock.
            let fixed = Limits::time(milliseconds(1_000));
            assert!(!effort.is_enough(milliseconds(9_000), &fixed), "{iterations:?}");
        }
    }
}
