//! Which move is best, after the search.

use std::cmp::{Ordering, Reverse};

use quoridor_core::Move;

use super::proof::Proof;
use super::tree::{Edge, NodeId, NodeState, Tree};
use crate::decision::{RootMove, Value};
use crate::few::sort_few;

impl Tree {
    /// The moves at the root, the best first.
    pub(super) fn root_moves(&self) -> Vec<RootMove> {
        let mut edges = self.edges(self.root()).to_vec();
        sort_few(&mut edges, |one, other| self.compare(other, one));
        let root_move = |edge: &Edge| RootMove {
            mv: edge.mv,
            visits: edge.visits.into(),
            value: self.value(edge),
            prior: edge.prior.into(),
        };
        edges.iter().map(root_move).collect()
    }

    /// The visits of the moves at the root that are not proved to lose. A refuted move keeps the
    /// visits that it had, but is ranked last, so it is not the one to be overtaken.
    pub(super) fn candidates(&self) -> Vec<u32> {
        let visits = |edge: &Edge| match self.rank(edge) {
            Rank::Lost(_) => None,
            Rank::Open(visits) => Some(visits),
            Rank::Won(_) => Some(u32::MAX),
        };
        self.edges(self.root()).iter().filter_map(visits).collect()
    }

    /// The value of a move for the player who makes it. A move that was not tried is worth what the
    /// network says of the position, whatever is known of other moves.
    fn value(&self, edge: &Edge) -> Value {
        let chance = |mean: f64| Value::Chance((1.0 + mean) / 2.0);
        match self.child(edge) {
            Some(child) => match child.proof() {
                Some(proof) => proof.for_the_mover(),
                None => chance(-child.mean()),
            },
            None => chance(self.node(self.root()).own),
        }
    }

    /// The line that is expected after a move at the root.
    pub(super) fn line(&self, first: Move) -> Vec<Move> {
        self.line_and_end(first).0
    }

    /// The line that is expected after a move at the root, and the node that it leads to.
    fn line_and_end(&self, first: Move) -> (Vec<Move>, NodeId) {
        let (mut line, mut end) = (vec![first], self.root());
        let mut next = self.edges(self.root()).iter().find(|edge| edge.mv == first);
        while let Some(edge) = next.filter(|edge| self.child(edge).is_some()) {
            end = edge.child;
            next = self.best_tried(end);
            line.extend(next.map(|edge| edge.mv));
        }
        (line, end)
    }

    /// Whether the principal variation has so many plies, or cannot grow: its end is known exactly,
    /// or the tree is full.
    pub(super) fn is_searched_to(&self, plies: usize) -> bool {
        let best = self.edges(self.root()).iter().max_by(|one, other| self.compare(one, other));
        let Some(best) = best else { return true };
        let (line, end) = self.line_and_end(best.mv);
        line.len() >= plies
            || matches!(self.node(end).state, NodeState::Draw | NodeState::Proved(_))
            || self.is_full()
    }

    fn best_tried(&self, id: NodeId) -> Option<&Edge> {
        let tried = self.edges(id).iter().filter(|edge| self.child(edge).is_some());
        tried.max_by(|one, other| self.compare(one, other))
    }

    /// Which of two moves is better for the player who makes it: one that wins, the sooner the
    /// better; then by visits; one that loses last, the later the better. Of equals, the one that
    /// the policy likes better.
    fn compare(&self, one: &Edge, other: &Edge) -> Ordering {
        self.rank(one).cmp(&self.rank(other)).then(one.prior.total_cmp(&other.prior))
    }

    fn rank(&self, edge: &Edge) -> Rank {
        match self.child(edge).map(|child| (child.state, edge.visits)) {
            Some((NodeState::Proved(Proof::Loss(plies)), _)) => Rank::Won(Reverse(plies)),
            Some((NodeState::Proved(Proof::Win(plies)), _)) => Rank::Lost(plies),
            Some((_, visits)) => Rank::Open(visits),
            None => Rank::Open(0),
        }
    }
}

/// The order of the kinds is their rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Lost(u16),
    Open(u32),
    Won(Reverse<u16>),
}

#[cfg(test)]
mod tests {
    use quoridor_core::{Game, Position};

    use super::*;
    use crate::net::conv::POLICY_SIZE;
    use crate::players::puct::Settings;
    use crate::players::puct::exact::Exact;
    use crate::players::puct::tree::{Evaluation, Leaf};

    /// The first move, which the policy likes best, is evaluated as good again and again, until a
    /// reply is found that wins: it is no candidate any more, and another move is ahead.
    #[test]
    fn a_refuted_leader_is_no_candidate() {
        let settings = Settings { exploration: 0.5, ..Settings::default() };
        let game = Game::default();
        let root = game.position();
        let mut policy = [0.0; POLICY_SIZE];
        let first = crate::net::conv::policy_places(root.turn())
            [usize::from("e2".parse::<Move>().unwrap().index())];
        policy[usize::from(first)] = 6.0;
        let evaluation =
            |position: &Position, logit: f32| Evaluation::new(position, &policy, logit, 1.0, true);
        let mut tree = Tree::new(usize::MAX);
        assert!(tree.begin(&game, &settings));
        tree.expand(&[tree.root()], root, &evaluation(root, 0.0));
        let select = |tree: &mut Tree| {
            loop {
                match tree.select(root, &[], &settings) {
                    Leaf::New { path, position } => return (path, position),
                    Leaf::Known => {}
                    Leaf::Busy => panic!("there is no other thread"),
                }
            }
        };
        for _ in 0..300 {
            let (path, position) = select(&mut tree);
            // Good for the player at the root after the first move, bad after every other one.
            let is_first = path[1] == tree.edges(tree.root())[0].child;
            let is_own_turn = path.len() % 2 == 1;
            let logit = if is_first == is_own_turn { 2.0 } else { -2.0 };
            tree.expand(&path, &position, &evaluation(&position, logit));
        }
        let most = |tree: &Tree| tree.candidates().into_iter().max();
        let before = tree.candidates();
        assert!(before[0] > 200 && before.len() == tree.edges(tree.root()).len(), "{before:?}");
        assert_eq!(most(&tree), Some(before[0]));
        // The next reply to the first move is proved to win.
        loop {
            let (path, position) = select(&mut tree);
            if path.len() == 3 && path[1] == tree.edges(tree.root())[0].child {
                tree.settle(&path, Exact::Proved(Proof::Loss(4)), &settings);
                break;
            }
            tree.expand(&path, &position, &evaluation(&position, 0.0));
        }
        let after = tree.candidates();
        assert_eq!(after.len(), before.len() - 1);
        assert!(most(&tree) < Some(before[0]), "{after:?}");
        assert_ne!(tree.root_moves()[0].mv, "e2".parse().unwrap());
    }
}
