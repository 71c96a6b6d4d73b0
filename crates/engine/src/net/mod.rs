//! Neural networks: the convolutional network of `puct`, and what all networks share.
//!
//! **The same on every machine.** All arithmetic is integers, or plain single precision in a fixed
//! order: nothing is fused or rearranged, and the exponential is our own. So a network gives the
//! same bits, and its player the same move, on any machine with IEEE arithmetic.

pub mod container;
pub mod conv;
mod logistic;
pub mod outputs;

pub use logistic::{exponential, logistic};
