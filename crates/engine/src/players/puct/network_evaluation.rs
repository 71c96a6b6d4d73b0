//! What a network says of a position, without a search.

use std::sync::Arc;

use quoridor_core::{Move, Position};

use super::tree::Evaluation;
use super::{SHIPPED_NETWORK, official_board};
use crate::agent::Unsupported;
use crate::net::conv::{Kernel, Network, Planes, Scratch};

/// The outputs of the network for a position.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkEvaluation {
    /// The probability that the player to move wins.
    pub win_probability: f64,
    /// Every legal move with its probability by the policy, the likeliest first.
    pub policy: Vec<(Move, f64)>,
}

/// Evaluates a position that is not over.
///
/// # Errors
/// The network knows the official board for two only.
///
/// ```
/// use quoridor_core::Position;
/// use quoridor_engine::players::puct::evaluate;
///
/// let evaluation = evaluate(&Position::default()).unwrap();
/// assert_eq!(evaluation.policy.len(), 131);
/// assert!((evaluation.policy.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-4);
/// ```
pub fn evaluate(position: &Position) -> Result<NetworkEvaluation, Unsupported> {
    official_board(position.variant())?;
    Ok(NetworkEvaluator::new(shipped_network()).evaluate(position))
}

/// The network that `puct` ships with.
///
/// # Panics
/// If the program was built without it, as WebAssembly modules are, and nobody provided it.
pub fn shipped_network() -> Arc<Network> {
    Arc::clone(&SHIPPED_NETWORK)
}

/// A network that evaluates many positions, one after the other.
#[derive(Debug)]
pub struct NetworkEvaluator {
    network: Arc<Network>,
    scratch: Scratch,
}

impl NetworkEvaluator {
    /// An evaluator with a network.
    pub fn new(network: Arc<Network>) -> Self {
        let scratch = Scratch::new(&network, Kernel::fastest());
        Self { network, scratch }
    }

    /// Evaluates a position of the official board for two that is not over.
    pub fn evaluate(&mut self, position: &Position) -> NetworkEvaluation {
        let output = self.network.evaluate(&Planes::new(position), &mut self.scratch);
        let evaluation = Evaluation::new(position, &output.policy, output.value, 1.0, true);
        NetworkEvaluation {
            win_probability: f64::midpoint(evaluation.value(), 1.0),
            policy: evaluation.edges().map(|edge| (edge.mv, edge.prior.into())).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_core::Symmetry;

    /// With top and bottom exchanged, the position is the same to the other player: so are the
    /// outputs.
    #[test]
    fn an_evaluation_is_the_same_from_both_sides() {
        for text in ["e3 / - / e2 e8 / 9 10 / 2", "d4 f6 / e3 g2 / d3 g7 / 4 2 / 1"] {
            let position: Position = text.parse().unwrap();
            let turned = Symmetry::MirrorRotation.position(&position).unwrap();
            let (one, other) = (evaluate(&position).unwrap(), evaluate(&turned).unwrap());
            assert_eq!(one.win_probability, other.win_probability);
            let size = position.variant().size;
            let mut moves: Vec<(Move, f64)> = one
                .policy
                .iter()
                .map(|&(mv, share)| (Symmetry::MirrorRotation.mv(mv, size), share))
                .collect();
            let mut others = other.policy;
            for list in [&mut moves, &mut others] {
                list.sort_by_key(|(mv, _)| mv.index());
            }
            for (one, other) in moves.iter().zip(&others) {
                assert!(one.0 == other.0 && (one.1 - other.1).abs() < 1e-6, "{text}: {}", one.0);
            }
        }
    }

    #[test]
    fn other_boards_are_refused() {
        let small: Position = "- / - / c1 c5 / 3 3 / 1 / 5x5".parse().unwrap();
        assert!(evaluate(&small).unwrap_err().to_string().contains("9x9"));
    }
}
