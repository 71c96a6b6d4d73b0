//! The players of this crate.

pub mod alphabeta;
pub mod nnue;
pub mod puct;
pub mod random;
