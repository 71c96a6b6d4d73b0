//! Searches that any player can use.

pub mod alpha_beta;
pub(crate) mod deepening;
pub mod mcts;
pub mod table;

/// A won game, minus the moves that it takes: more than any evaluation.
pub const WIN: f64 = 1e9;
