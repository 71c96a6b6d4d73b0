//! The judgement of a network alone, without a search.

use std::sync::Arc;

use quoridor_core::{Move, Position};

use super::tree::Judgement;
use super::{SHIPPED_NETWORK, official_board};
use crate::agent::Unsupported;
use crate::net::conv::{Kernel, Network, Planes, Scratch};

/// The outputs of the network for a position.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkJudgement {
    /// The probability that the player to move wins.
    pub win_probability: f64,
    /// Every legal move with its probability by the policy, the likeliest first.
    pub policy: Vec<(Move, f64)>,
}

/// Judges a position that is not over.
///
/// # Errors
/// The network knows the official board for two only.
///
/// ```
/// use quoridor_core::Position;
/// use quoridor_engine::players::puct::judge;
///
/// let judgement = judge(&Position::default()).unwrap();
/// assert_eq!(judgement.policy.len(), 131);
/// assert!((judgement.policy.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-4);
/// ```
pub fn judge(position: &Position) -> Result<NetworkJudgement, Unsupported> {
    official_board(position.variant())?;
    Ok(Judge::new(shipped_network()).judge(position))
}

/// The network that `puct` ships with.
///
/// # Panics
/// If the program was built without it, as WebAssembly modules are, and nobody provided it.
pub fn shipped_network() -> Arc<Network> {
    Arc::clone(&SHIPPED_NETWORK)
}

/// A network that judges many positions, one after the other.
#[derive(Debug)]
pub struct Judge {
    network: Arc<Network>,
    scratch: Scratch,
}

impl Judge {
    /// A judge with a network.
    pub fn new(network: Arc<Network>) -> Self {
        let scratch = Scratch::new(&network, Kernel::fastest());
        Self { network, scratch }
    }

    /// Judges a position of the official board for two that is not over.
    pub fn judge(&mut self, position: &Position) -> NetworkJudgement {
        let output = self.network.evaluate(&Planes::new(position), &mut self.scratch);
        let judgement = Judgement::new(position, &output.policy, output.value, 1.0, true);
        NetworkJudgement {
            win_probability: f64::midpoint(judgement.value(), 1.0),
            policy: judgement.edges().map(|edge| (edge.mv, edge.prior.into())).collect(),
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
    fn a_position_is_judged_alike_from_both_sides() {
        for text in ["e3 / - / e2 e8 / 9 10 / 2", "d4 f6 / e3 g2 / d3 g7 / 4 2 / 1"] {
            let position: Position = text.parse().unwrap();
            let turned = Symmetry::MirrorRotation.position(&position).unwrap();
            let (one, other) = (judge(&position).unwrap(), judge(&turned).unwrap());
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
        assert!(judge(&small).unwrap_err().to_string().contains("9x9"));
    }
}
