//! The networks: what they are told of a position, what they answer, and their files.
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
pub use file::{LARGEST_FILE, NotFinite, WeightsError, read, write};
pub use mlp::Mlp;
