//! Training of players: the papers' experiments and our own, each in a run folder.
//!
//! # Modules
//! - [`distil`]: positions with the evaluation of a network, for a smaller network to learn from.
//! - [`evaluation`]: the champion's evaluation networks, from self-play or stored games.
//! - [`evolution`]: genetic algorithms of three papers, and CMA-ES beside them.
//! - [`network`]: Hoľa's networks: imitation and Q-learning.
//! - [`perceptron`]: Glendenning's first attempt, and why it fails.
//! - [`games`]: the games that an experiment needs. [`depth`]: how deep they are searched.
//! - [`options`]: options of the command line, configs and reports, written once.
//! - [`self_play`]: games of a player against itself, as training data for networks.
//! - [`run_folder`]: checkpoints and tables; a run that was stopped or killed continues from them.

pub mod depth;
pub mod distil;
pub mod evaluation;
pub mod evolution;
pub mod games;
mod mlp;
pub mod network;
pub mod options;
mod parallel;
pub mod perceptron;
mod progress;
pub mod run_folder;
pub mod self_play;

pub use progress::{Progress, Stopped};
