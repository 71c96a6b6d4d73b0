//! The search of the thesis (sections 2.4.2 and 3.4): iterative-deepening alpha-beta negamax with
//! her modifications.
//!
//! 1. A move that wins at once is played without any search.
//! 2. The *principal variation* of each iteration is kept, as (state, move, value) triplets. In a
//!    state that the variation of the iteration before passed through, the move that was best then
//!    is searched first.
//! 3. No loops: a child that is the same as one of its parents, grandparents and so on is pruned.
//! 4. No iteration begins that could not be completed in time: the search stops once an iteration
//!    has looked at about as many leaves as a tree of two moves can have, 133².
//!
//! As everywhere in iterative deepening, only the last *completed* iteration counts. What the
//! thesis does not say, and what is done here:
//! - Moves are searched steps first, then walls, each in the order of their names; of equally good
//!   moves the first one is played.
//! - A win is better the sooner it comes, and a loss the later. Once either is proved, deeper
//!   iterations could not change it, and none follows.
//! - A state whose children are all pruned as loops is evaluated like a leaf; so is one where every
//!   other child loses, since a player who can go round in a circle has not lost.
//! - Where not all moves were to be chosen from (`no-repeat`), that all of them lose is no proof.
//! - Without a single completed iteration the first move is played.

use quoridor_core::{Move, MoveSet, Position};
use quoridor_engine::{Budget, Decision, Limits, Watch};

use crate::evaluator::Evaluator;
use crate::search::WIN;
use crate::search::alpha_beta::as_proof;
use crate::search::deepening::{Iteration, deepen};

/// The leaves of a tree of two moves, each of at most 133 (128 fences and 5 steps): when to stop
/// deepening.
pub const CUTOFF: u64 = 133 * 133;

/// One step of a principal variation.
#[derive(Clone, Copy, Debug)]
struct Triplet {
    state: Position,
    mv: Move,
    /// The value of the state for the player who makes the move.
    value: f64,
}

/// The search.
#[derive(Clone, Debug)]
pub struct GlendenningSearch<E> {
    evaluator: E,
    cutoff: u64,
}

impl<E: Evaluator> GlendenningSearch<E> {
    /// A search that stops deepening after an iteration with at least `cutoff` leaves.
    pub const fn new(evaluator: E, cutoff: u64) -> Self {
        Self { evaluator, cutoff }
    }

    /// The evaluator.
    pub const fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Chooses among some moves in a game for two that is not over; there must be at least one.
    pub fn choose(
        &mut self,
        position: &Position,
        choices: MoveSet,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Decision {
        if let Some(win) = Decision::win_at_once(position) {
            return Decision { depth: 1, ..win };
        }
        self.evaluator.begin_search(position);
        let has_all_choices = choices == position.legal_moves();
        let first = choices.iter().next().expect("there is a move to choose");
        let mut variation: Vec<Triplet> = Vec::new();
        deepen(first, limits, watch, |depth, budget, watch| {
            let mut tree = Tree {
                evaluator: &mut self.evaluator,
                budget,
                watch,
                previous: &variation,
                parents: Vec::new(),
                leaves: 0,
            };
            let mut best = Vec::new();
            tree.best(position, choices, depth, (f64::NEG_INFINITY, f64::INFINITY), &mut best)?;
            let is_last = tree.leaves >= self.cutoff;
            variation = best;
            Some(Iteration {
                value: as_proof(variation[0].value, true, has_all_choices),
                line: variation.iter().map(|triplet| triplet.mv).collect(),
                is_last,
            })
        })
    }
}

/// One iteration: the search to one depth.
struct Tree<'a, 'w, E> {
    evaluator: &'a mut E,
    budget: &'a mut Budget,
    watch: &'a Watch<'w>,
    /// The principal variation of the iteration before.
    previous: &'a [Triplet],
    /// The states on the way from where the search began.
    parents: Vec<Position>,
    /// The number of leaves visited.
    leaves: u64,
}

impl<E: Evaluator> Tree<'_, '_, E> {
    /// The value of a state for the player to move, exact if it lies inside the window of alpha and
    /// beta and a bound otherwise; `None` if the budget is spent. If it is exact, `line` is set to
    /// the principal variation from here.
    fn negamax(
        &mut self,
        state: &Position,
        depth: u32,
        window: (f64, f64),
        line: &mut Vec<Triplet>,
    ) -> Option<f64> {
        if !self.budget.take_node(self.watch) {
            return None;
        }
        if state.winner().is_some() {
            // The player who moved last has won.
            self.leaves += 1;
            return Some(self.parents.len() as f64 - WIN);
        }
        if depth == 0 {
            return Some(self.leaf(state));
        }
        self.best(state, state.legal_moves(), depth, window, line)
    }

    /// The value of the best of some moves.
    fn best(
        &mut self,
        state: &Position,
        moves: MoveSet,
        depth: u32,
        (mut alpha, beta): (f64, f64),
        line: &mut Vec<Triplet>,
    ) -> Option<f64> {
        self.parents.push(*state);
        let best_before =
            self.previous.iter().find(|triplet| triplet.state == *state).map(|triplet| triplet.mv);
        let others = moves.iter().filter(|mv| Some(*mv) != best_before);
        let mut best = f64::NEG_INFINITY;
        let mut below = Vec::new();
        let mut has_loop = false;
        for mv in best_before.into_iter().chain(others) {
            let mut child = *state;
            child.play_unchecked(mv);
            if self.is_loop(mv, &child) {
                has_loop = true;
                continue;
            }
            below.clear();
            let value = -self.negamax(&child, depth - 1, (-beta, -alpha), &mut below)?;
            best = best.max(value);
            if value > alpha {
                alpha = value;
                line.clear();
                line.push(Triplet { state: *state, mv, value });
                line.append(&mut below);
            }
            if alpha >= beta {
                break;
            }
        }
        self.parents.pop();
        if best == f64::NEG_INFINITY || (has_loop && best < -WIN / 2.0) {
            line.clear();
            return Some(self.leaf(state));
        }
        Some(best)
    }

    /// Whether a move leads back to a state that the search has come through. Only a step can.
    fn is_loop(&self, mv: Move, child: &Position) -> bool {
        matches!(mv, Move::Step(_)) && self.parents.contains(child)
    }

    fn leaf(&mut self, state: &Position) -> f64 {
        self.leaves += 1;
        self.evaluator.evaluate(state)
    }
}

#[cfg(test)]
mod tests;
