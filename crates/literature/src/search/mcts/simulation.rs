//! One simulation: select, expand, play out, back up.

use quoridor_core::{Player, Position};
use quoridor_engine::random::Random;

use super::tree::{NodeId, ROOT};
use super::{Expansion, Mcts, Playout};

/// A node that a simulation goes through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    node: NodeId,
    /// The player to move.
    turn: Player,
}

impl<P: Playout> Mcts<P> {
    /// Does one simulation. The root must be expanded and its result open.
    pub(super) fn simulate(&mut self, root: &Position, random: &mut Random) {
        let mut position = *root;
        self.path.clear();
        self.path.push(Visit { node: ROOT, turn: root.turn() });
        let leaf = self.descend(&mut position, random);
        let winner = match self.tree.node(leaf).proof {
            Some(proof) => Some(proof.winner()),
            None => self.playout.play_out(&position, random),
        };
        self.back_up(winner);
    }

    /// Goes down from the root to the node whose game is to be played out, or whose result is
    /// known; expands where the tree ends.
    fn descend(&mut self, position: &mut Position, random: &mut Random) -> NodeId {
        let mut node = ROOT;
        loop {
            node = self.go_on(node, position, random);
            let here = self.tree.node(node);
            if here.proof.is_some() {
                return node;
            }
            if here.is_expanded() {
                continue;
            }
            let is_new = here.visits == 0;
            if (self.settings.expansion == Expansion::OneChild && is_new)
                || !self.tree.expand(node, position)
            {
                return node;
            }
            // A step that wins may have been found.
            return if self.tree.node(node).proof.is_some() {
                node
            } else {
                self.go_on(node, position, random)
            };
        }
    }

    /// Goes on to one of a node's children.
    fn go_on(&mut self, node: NodeId, position: &mut Position, random: &mut Random) -> NodeId {
        let child =
            self.tree.choose_child(node, self.settings.reward, self.settings.exploration, random);
        position.play_unchecked(self.tree.node(child).mv());
        self.path.push(Visit { node: child, turn: position.turn() });
        child
    }

    /// Counts the result in every node on the way, and carries proofs up as far as they go.
    fn back_up(&mut self, winner: Option<Player>) {
        let mut proved =
            self.path.last().is_some_and(|last| self.tree.node(last.node).proof.is_some());
        for index in (0..self.path.len()).rev() {
            let Visit { node, turn } = self.path[index];
            if index + 1 < self.path.len() {
                proved = proved && self.tree.prove(node, turn);
            }
            let node = self.tree.node_mut(node);
            node.visits += 1;
            if index > 0 && winner == Some(self.path[index - 1].turn) {
                node.wins += 1;
            }
        }
    }
}
