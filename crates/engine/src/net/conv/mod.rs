//! A convolutional network that evaluates positions: a policy over the moves and a value.
//!
//! The input is [`Planes`]: features of every square, seen by the player to move. A tower of
//! residual blocks of 3×3 convolutions follows; from its output one head makes a logit for every
//! move ([`policy_index`]), the other the logit of the expected score. docs/training.md has the
//! features, the shape, the arithmetic and the file in full; `python/train` trains such networks.
//!
//! **The same on every machine.** Weights and activations are 8-bit integers and sums are 32-bit
//! integers. Between layers a sum becomes an 8-bit activation by single-precision operations that
//! IEEE 754 rounds in one way only. So the vector units of different processors ([`Kernel`]),
//! portable Rust and PyTorch all give the same bits.

mod distances;
mod features;
mod file;
mod kernel;
mod layer;
mod network;
mod planes;
mod policy;

pub use features::{
    GameFeatures, PlaneBytes, write_action_mask, write_board_features, write_features,
};
pub use file::{read, read_file, write};
pub use kernel::Kernel;
pub use layer::{Conv, Dense};
pub use network::{Network, Output, Scratch, Shape};
pub use planes::Planes;
pub use policy::{POLICY_SIZE, policy_index, policy_places};
