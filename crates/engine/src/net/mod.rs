//! Small neural networks that choose a move: what they are told of a position, what they answer,
//! and the files that their weights are kept in.
//!
//! Training (in `quoridor-learn`) and play use the same [`Encoding`], the same [`Action`]s and the
//! same [`logistic`], so that the two cannot drift.
//!
//! **The same on every machine.** All arithmetic is plain single precision in a fixed order: each
//! sum has one accumulator and takes its terms in the order of their numbers, sums of different
//! outputs run beside each other in the vector units, nothing is fused or rearranged, and the
//! exponential is our own. So a net gives the same bits, and its player the same move, on any
//! machine with IEEE arithmetic.

mod action;
pub(crate) mod container;
pub mod conv;
mod encoding;
mod file;
pub(crate) mod logistic;
mod mlp;
pub mod outputs;
pub mod shipped;

pub use action::Action;
pub use encoding::{Encoding, Inputs, UnknownEncoding};
pub use file::{LARGEST_FILE, NotFinite, WeightsError, read, write};
pub use logistic::logistic;
pub use mlp::Mlp;
