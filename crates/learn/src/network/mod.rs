//! The networks of Michal Hoľa, *Artificial neural network as an opponent in Quoridor*, Comenius
//! University Bratislava 2016.
//!
//! - [`imitation`]: a network imitates `hola-2016-heuristic` (chapter 5, Figures 5.1 to 5.3). Its
//!   player is `hola-2016-nn`.
//! - [`q_learning`]: the same net as the Q-function of a player that learns from its own games
//!   (4.3). Its player is `hola-2016-qlnn`. He reports that it failed.
//! - [`trainer`]: their training; the passes and Adam are in `mlp`.
//!
//! # The thesis, and its open choices
//! 133 inputs, one hidden layer of 1000 logistic units, a linear output for each action, learning
//! rate 0.001; "for each state desired output was action executed by heuristic player"; games end
//! as a loss after 1000 actions. It does not say how weights begin, how they are changed, or how
//! large the desired output is. His published program (`mrkvost/quoridor`) does, and is followed
//! here: initial weights are normally distributed with a standard deviation of 0.01, truncated at
//! two of them, and biases are 0.01; the optimiser is Adam, the loss the mean square error over
//! batches of 1000 actions; the target is 100 for the action that was executed and 0 for all
//! others. (For one colour his program wants −100 and plays the least output; that is the same net
//! with a sign turned, and left out.) Its inputs are not those of the thesis: pawns are told by
//! their squares instead of by their squares' numbers. Both can be chosen, and the thesis's are the
//! ones that are meant where nothing is said.

pub mod evaluation;
pub mod imitation;
mod observations;
pub mod q_learning;
pub mod trainer;

use quoridor_literature::hola_2016::net::Encoding;

/// The file of the current weights of a run.
pub const WEIGHTS: &str = "net.weights";

/// Serialises an encoding by its name.
fn by_name<S: serde::Serializer>(encoding: &Encoding, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(encoding.name())
}
