//! The trait of static evaluations.

use quoridor_core::Position;
use quoridor_engine::Term;

/// Gives positions a value.
pub trait Evaluator: Send {
    /// Called before each search with its root: what all leaves share is computed only once.
    fn begin_search(&mut self, _root: &Position) {}

    /// The value of a position that is not over, for the player to move; smaller than
    /// [`WIN`](crate::search::WIN) in absolute value.
    fn evaluate(&mut self, position: &Position) -> f64;

    /// The terms of a weighted sum that is the value; none if it is no such sum.
    fn terms(&self, _position: &Position) -> Vec<Term> {
        Vec::new()
    }

    /// A score above every evaluation. It is reported for a win that the search has found but not
    /// proved.
    fn unproved_win(&self) -> f64 {
        UNPROVED_WIN
    }
}

/// The score of an unproved win for evaluators whose evaluations are below it.
pub(crate) const UNPROVED_WIN: f64 = 1000.0;

impl<F: FnMut(&Position) -> f64 + Send> Evaluator for F {
    fn evaluate(&mut self, position: &Position) -> f64 {
        self(position)
    }
}
