//! The networks: inputs, actions, forward pass and files.
//!
//! Training (in `quoridor-learn`) and play use the same [`Encoding`], the same [`Action`]s and the
//! same logistic function, so that the two cannot drift. Each sum of single-precision numbers has
//! one accumulator and takes its terms in a fixed order, so a network gives the same bits on every
//! machine.

mod action;
mod encoding;
mod file;
mod mlp;

pub use action::Action;
pub use encoding::{Encoding, Inputs, UnknownEncoding};
pub use file::{NotFinite, read, write};
pub use mlp::Mlp;
