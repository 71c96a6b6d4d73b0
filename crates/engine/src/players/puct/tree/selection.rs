//! Selection: the way of a simulation down to a leaf.

use quoridor_core::{Move, Position};

use super::{Edge, Leaf, NO_NODE, Node, NodeId, NodeState, Tree, draw_value, shared_key};
use crate::players::puct::Settings;
use crate::players::puct::proof::Proof;

impl Tree {
    /// Goes down from the root to a leaf. `seen` has the hashes of the positions since the last
    /// wall of the game, the root's last.
    pub(in crate::players::puct) fn select(
        &mut self,
        root: &Position,
        seen: &[u64],
        settings: &Settings,
    ) -> Leaf {
        let mut path = Vec::with_capacity(32);
        path.push(self.root);
        self.hashes.clear();
        self.hashes.extend_from_slice(seen);
        let mut history = seen.iter().fold(0, |sum: u64, hash| sum.wrapping_add(*hash));
        let is_full = self.is_full();
        let (mut position, mut id) = (*root, self.root);
        loop {
            let best = match self.node(id).state {
                NodeState::Pending => return Leaf::Busy,
                NodeState::Draw | NodeState::Proved(_) if id != self.root => None,
                _ => self.best_edge(id, is_full, settings),
            };
            let Some(edge) = best else {
                self.visit(&path);
                return Leaf::Known;
            };
            let Edge { mv, child, visits, .. } = self.edges[edge];
            position.play_unchecked(mv);
            let hash = position.hash();
            history = if matches!(mv, Move::Wall(_)) { hash } else { history.wrapping_add(hash) };
            if child == NO_NODE {
                return self.select_new(path, edge, &position, history, settings);
            }
            path.push(child);
            self.remember(hash, child);
            if self.node(child).visits > visits {
                // Others came to it: what they found counts as well as another look.
                self.back_up(&path);
                return Leaf::Known;
            }
            self.hashes.push(hash);
            id = child;
        }
    }

    /// Ends the way down with an edge that was not tried before.
    fn select_new(
        &mut self,
        mut path: Vec<NodeId>,
        edge: usize,
        position: &Position,
        history: u64,
        settings: &Settings,
    ) -> Leaf {
        let hash = position.hash();
        if self.is_repetition(position) {
            let child = self.add_child(edge, history);
            path.push(child);
            let value = draw_value(&path, settings);
            self.node_mut(child).evaluate(NodeState::Draw, value);
            self.visit(&path);
            return Leaf::Known;
        }
        let shared = self.known.get(&shared_key(hash, history)).copied();
        if let Some(shared) = shared.filter(|&id| self.node(id).history == history) {
            self.edges[edge].child = shared;
            path.push(shared);
            self.back_up(&path);
            return Leaf::Known;
        }
        let child = self.add_child(edge, history);
        path.push(child);
        if let Some(&known) = self.known.get(&hash) {
            // A proof uses no draw. On this path it could fail only by a position that was there
            // twice already.
            let Node { state, own, .. } = *self.node(known);
            self.node_mut(child).evaluate(state, own);
            if !matches!(state, NodeState::Proved(_)) {
                self.copy_edges(known, child);
                self.remember(hash, child);
            }
            self.visit(&path);
            return Leaf::Known;
        }
        for &id in &path {
            self.node_mut(id).pending += 1;
        }
        Leaf::New { path, position: *position }
    }

    /// A new node after an edge, with the history that it has there.
    fn add_child(&mut self, edge: usize, history: u64) -> NodeId {
        let child = self.nodes.len() as NodeId;
        self.nodes.push(Node::new(history));
        self.edges[edge].child = child;
        child
    }

    /// Whether a new leaf counts as a draw: the position was there before. A player who can win at
    /// once does so instead of repeating it, unless this is the third time, which ends the game.
    fn is_repetition(&self, position: &Position) -> bool {
        let hash = position.hash();
        match self.hashes.iter().filter(|&&before| before == hash).count() {
            0 => false,
            1 => !position.legal_steps().intersects(position.goals(position.turn())),
            _ => true,
        }
    }

    /// The edge with the highest upper confidence bound, as its index among all edges; `None` if
    /// there is none to follow. A full tree follows the edges that were tried before.
    ///
    /// Edges are in the order of the policy and untried ones have the same value, so the first that
    /// was not tried is the best of those: nothing after it was tried.
    fn best_edge(&self, id: NodeId, is_full: bool, settings: &Settings) -> Option<usize> {
        let node = self.node(id);
        let visits = f64::from(node.visits + node.pending);
        let bonus = settings.exploration * visits.max(1.0).sqrt();
        let (mut best, mut best_score) = (None, f64::NEG_INFINITY);
        let mut tried_policy = 0.0;
        for (number, edge) in self.edges(id).iter().enumerate() {
            let prior = f64::from(edge.prior);
            let score = match self.child(edge) {
                Some(child) => {
                    tried_policy += prior;
                    if matches!(child.state, NodeState::Proved(Proof::Win(_))) {
                        // It loses. It is followed only if there is nothing else, to prove the
                        // node: all moves may have been refuted on other paths.
                        f64::NEG_INFINITY
                    } else {
                        let (done, pending) = (f64::from(edge.visits), f64::from(child.pending));
                        // A pending visit counts as a loss (virtual loss).
                        let value = (-child.mean() * done - pending) / (done + pending).max(1.0);
                        value + bonus * prior / (1.0 + done + pending)
                    }
                }
                None if is_full => break,
                None => {
                    let value = node.mean() - settings.first_play_urgency * tried_policy.sqrt();
                    value + bonus * prior
                }
            };
            if best.is_none() || score > best_score {
                (best, best_score) = (Some(node.first_edge as usize + number), score);
            }
            if edge.child == NO_NODE {
                break;
            }
        }
        best
    }
}
