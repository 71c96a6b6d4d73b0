//! Features for an efficiently updatable neural network: Y. Nasu, *Efficiently updatable
//! neural-network-based evaluation functions for computer shogi* (2018). `quoridor learn distil`
//! writes them for training.

mod features;

pub use self::features::{Features, seen, view};
