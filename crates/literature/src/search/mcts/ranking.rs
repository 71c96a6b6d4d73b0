//! Which move is best, after the search.

use std::cmp::Reverse;

use quoridor_core::{Move, Player, Position};
use quoridor_engine::{RootMove, Value, sort_few};

use super::tree::{Node, NodeId, ROOT, Tree};

impl Tree {
    /// The moves at the root, the best first.
    pub(super) fn root_moves(&self, mover: Player) -> Vec<RootMove> {
        let mut nodes: Vec<&Node> = self.children(ROOT).map(|child| self.node(child)).collect();
        sort_few(&mut nodes, |one, other| merit(other, mover).cmp(&merit(one, mover)));
        // UCT has no opinion before the first simulation.
        let prior = 1.0 / nodes.len() as f64;
        let root_move = |node: &Node| RootMove {
            mv: node.mv(),
            visits: node.visits.into(),
            value: value(node, mover),
            prior,
        };
        nodes.into_iter().map(root_move).collect()
    }

    /// The principal variation: the best move, the best answer, and so on as far as the tree goes.
    pub(super) fn line(&self, root: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *root;
        let mut id = ROOT;
        while let Some(best) = self.best_child(id, position.turn()) {
            let node = self.node(best);
            // The move that is chosen begins the line, even if those that were tried all lose and
            // it was not.
            if id != ROOT && node.visits == 0 && node.proof.is_none() {
                break;
            }
            line.push(node.mv());
            position.play_unchecked(node.mv());
            id = best;
        }
        line
    }

    fn best_child(&self, id: NodeId, mover: Player) -> Option<NodeId> {
        self.children(id).max_by_key(|&child| merit(self.node(child), mover))
    }
}

/// How good a move is for the player who makes it. The order of the kinds is their rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Merit {
    /// It loses; the longer it takes the better.
    Lost { plies: u16, first: Reverse<u8> },
    /// The more simulations it has won the better, then the more it was tried. (A move that wins
    /// often is tried often, so that the one with the most wins is almost always the one with the
    /// most visits.)
    Open { wins: u32, visits: u32, first: Reverse<u8> },
    /// It wins; the sooner the better.
    Won { plies: Reverse<u16>, first: Reverse<u8> },
}

/// Of moves that are as good as each other the one with the lowest index counts as the better one,
/// so that there is always one best.
fn merit(node: &Node, mover: Player) -> Merit {
    let first = Reverse(node.mv().index());
    match node.proof {
        Some(proof) if proof.winner() == mover => {
            Merit::Won { plies: Reverse(proof.plies()), first }
        }
        Some(proof) => Merit::Lost { plies: proof.plies(), first },
        None => Merit::Open { wins: node.wins, visits: node.visits, first },
    }
}

/// The value of a move for the player who makes it: proved, or the share of simulations that it
/// won.
fn value(node: &Node, mover: Player) -> Value {
    match node.proof {
        Some(proof) if proof.winner() == mover => Value::WinIn(u32::from(proof.plies()) + 1),
        Some(proof) => Value::LossIn(u32::from(proof.plies()) + 1),
        None => Value::Chance(f64::from(node.wins) / f64::from(node.visits.max(1))),
    }
}
