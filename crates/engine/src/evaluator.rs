//! What a position is worth.

use quoridor_core::Position;

/// Gives positions a value.
pub trait Evaluator: Send {
    /// What a position that is not over is worth to whoever is to move; smaller than
    /// [`WIN`](crate::search::WIN) either way.
    fn evaluate(&mut self, position: &Position) -> f64;
}

impl<F: FnMut(&Position) -> f64 + Send> Evaluator for F {
    fn evaluate(&mut self, position: &Position) -> f64 {
        self(position)
    }
}
