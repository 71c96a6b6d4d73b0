//! The tree of a search: moves and counts, no boards.

use quoridor_core::{Move, MoveSet, Player, Position, SquareSet};
use quoridor_engine::ln;
use quoridor_engine::random::Random;

use super::proof::Proof;

/// A move in the tree, and how the games that went through it ended.
///
/// Twenty bytes: a player that makes all children of every leaf it meets has some fifteen million
/// of them after 120,000 simulations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Where its children begin, if it has any. They lie side by side, so that to compare them is
    /// to read on.
    first_child: u32,
    /// How many simulations went through it.
    pub(super) visits: u32,
    /// How many of them were won by the player who made the move.
    pub(super) wins: u32,
    /// The proof for the position after the move.
    pub(super) proof: Option<Proof>,
    /// The move, by its index: one byte instead of two.
    mv: u8,
    /// How many children it has; none until it is expanded.
    children: u8,
    /// How many of its children have been tried: always the first ones.
    tried: u8,
}

impl Node {
    const fn new(mv: Move, proof: Option<Proof>) -> Self {
        Self { first_child: 0, visits: 0, wins: 0, proof, mv: mv.index(), children: 0, tried: 0 }
    }

    /// The move that leads here.
    pub(super) fn mv(&self) -> Move {
        Move::from_index(self.mv).expect("a node holds the index of a move")
    }

    /// Whether its children have been made.
    pub(super) const fn is_expanded(&self) -> bool {
        self.children > 0
    }
}

/// The index of a node.
pub(super) type NodeId = usize;

/// The node of the position that the search began with.
pub(super) const ROOT: NodeId = 0;

/// All nodes, in one list that never grows beyond its bound.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// How many nodes there may be.
    bound: usize,
}

impl Tree {
    /// An empty tree with a limit in bytes.
    pub(super) fn new(memory: usize) -> Self {
        Self { nodes: Vec::new(), bound: (memory / size_of::<Node>()).min(u32::MAX as usize) }
    }

    /// Starts again with a position and the moves to choose from. These get their nodes even where
    /// the bound is smaller: without them there is nothing to choose.
    pub(super) fn begin(&mut self, position: &Position, choices: MoveSet) {
        self.nodes.clear();
        self.nodes.push(Node::new(Move::Pass, None));
        self.make_children(ROOT, position, choices);
    }

    /// A node.
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// A node, to change it.
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    /// The children of a node.
    pub(super) fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = &self.nodes[id];
        let first = node.first_child as usize;
        first..first + usize::from(node.children)
    }

    /// Makes the children of a node, whose position this is and whose game is not over; `false` if
    /// there is no room left for them.
    ///
    /// Where a step wins at once, it becomes the only child: no other move matters.
    pub(super) fn expand(&mut self, id: NodeId, position: &Position) -> bool {
        let mut moves = position.legal_moves();
        let winning = moves.steps & position.goals(position.turn());
        if let Some(step) = winning.first() {
            moves = MoveSet { steps: SquareSet::of(step), ..MoveSet::EMPTY };
        }
        if self.nodes.len() + moves.len() > self.bound {
            return false;
        }
        self.make_children(id, position, moves);
        true
    }

    fn make_children(&mut self, id: NodeId, position: &Position, moves: MoveSet) {
        let first = self.nodes.len();
        self.reserve(moves.len());
        let mover = position.turn();
        let winning = position.goals(mover);
        self.nodes.extend(moves.steps.iter().map(|square| {
            let proof = winning.contains(square).then_some(Proof::over(mover));
            Node::new(Move::Step(square), proof)
        }));
        moves.walls.iter().for_each(|wall| self.nodes.push(Node::new(Move::Wall(wall), None)));
        if moves.pass {
            self.nodes.push(Node::new(Move::Pass, None));
        }
        let node = &mut self.nodes[id];
        node.first_child = first as u32;
        node.children = moves.len() as u8;
        node.tried = 0;
        if moves.steps.intersects(winning) {
            node.proof = Some(Proof::new(mover, 1));
        }
    }

    /// Makes room for more nodes: twice as much each time, as a list does, but never beyond the
    /// bound.
    fn reserve(&mut self, more: usize) {
        let needed = self.nodes.len() + more;
        if needed > self.nodes.capacity() {
            let wanted = (2 * needed).min(self.bound).max(needed);
            self.nodes.reserve_exact(wanted - self.nodes.len());
        }
    }

    /// The child to go on with: one that has not been tried yet, at random; or, if all have been,
    /// the one that UCT chooses.
    ///
    /// The children that have been tried are kept in front of the others, so neither kind is ever
    /// searched for.
    pub(super) fn choose_child(
        &mut self,
        id: NodeId,
        reward: f64,
        exploration: f64,
        random: &mut Random,
    ) -> NodeId {
        let node = &mut self.nodes[id];
        let (first, tried, children) =
            (node.first_child as usize, usize::from(node.tried), usize::from(node.children));
        if tried == children {
            return self.best_by_uct(id, reward, exploration);
        }
        node.tried += 1;
        // An untried child has no children yet, so that nothing else points to it.
        self.nodes.swap(first + tried, first + tried + random.below(children - tried));
        first + tried
    }

    /// The child with the highest upper confidence bound, reward · wins / visits + c √(ln t /
    /// visits), of those whose result is still open. The first of several that are equal.
    fn best_by_uct(&self, id: NodeId, reward: f64, exploration: f64) -> NodeId {
        // √(ln t) is the same for all children, and what is left of the formula takes one root and
        // one division.
        let scale = exploration * ln(self.nodes[id].visits).sqrt();
        let children = self.children(id);
        let first = children.start;
        let mut best: Option<(f64, NodeId)> = None;
        for (offset, child) in self.nodes[children].iter().enumerate() {
            if child.proof.is_some() {
                continue;
            }
            let visits = f64::from(child.visits);
            let bound = (reward * f64::from(child.wins) + scale * visits.sqrt()) / visits;
            if best.is_none_or(|(highest, _)| bound > highest) {
                best = Some((bound, first + offset));
            }
        }
        best.map_or_else(|| self.least_visited(id), |(_, child)| child)
    }

    /// One of three or four players may have only moves that are proved to lose, but to different
    /// opponents: nothing is left to learn, and they take turns.
    fn least_visited(&self, id: NodeId) -> NodeId {
        self.children(id).min_by_key(|&child| self.nodes[child].visits).unwrap_or(id)
    }

    /// Proves what can be proved of a node from its children; says whether something was.
    pub(super) fn prove(&mut self, id: NodeId, mover: Player) -> bool {
        let children = self.nodes[self.children(id)].iter().map(|child| child.proof);
        let proof = Proof::of_position(mover, children);
        self.nodes[id].proof = proof;
        proof.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node>(), 20);
    }

    #[test]
    fn never_more_than_the_bound() {
        let position = Position::default();
        let memory = 100_000;
        let mut tree = Tree::new(memory);
        tree.begin(&position, position.legal_moves());
        let mut next = position;
        next.play_unchecked(tree.node(1).mv());
        let expanded = (1..).take_while(|&id| tree.expand(id, &next)).count();
        // 5,000 nodes: the root, its 131 children, and 131 or so for each that is expanded.
        assert_eq!(expanded, (5_000 - 132) / next.legal_moves().len());
        assert!(tree.nodes.capacity() * size_of::<Node>() <= memory);
    }

    #[test]
    fn every_child_is_tried_once_before_any_is_tried_twice() {
        let position = Position::default();
        let mut tree = Tree::new(1 << 20);
        tree.begin(&position, position.legal_moves());
        let mut random = Random::new(1);
        let tried: MoveSet = (0..131)
            .map(|_| {
                let child = tree.choose_child(ROOT, 1.0, 1.0, &mut random);
                tree.node_mut(child).visits += 1;
                tree.node_mut(ROOT).visits += 1;
                tree.node(child).mv()
            })
            .collect();
        assert_eq!(tried, position.legal_moves());
    }

    /// By hand: three children with 3 of 4, 1 of 2 and 0 of 1 wins, so t = 7 and ln t = 1.9459.
    /// With c = 1 the bounds are 0.75 + 0.6975 = 1.4475, 0.5 + 0.9864 = 1.4864 and 1.3950; with c =
    /// ½ they are 1.0987, 0.9932 and 0.6975; with c = 2: 2.1450, 2.4728 and 2.7900.
    #[test]
    fn the_highest_bound_is_chosen() {
        let position: Position = "- / - / e2 e9 / 0 0 / 1".parse().unwrap();
        let mut moves = position.legal_moves();
        moves.steps = moves.steps.iter().take(3).collect();
        let mut tree = Tree::new(1 << 20);
        tree.begin(&position, moves);
        for (id, (wins, visits)) in (1..).zip([(3, 4), (1, 2), (0, 1)]) {
            *tree.node_mut(id) = Node { visits, wins, ..*tree.node(id) };
        }
        tree.node_mut(ROOT).visits = 7;
        let best = |exploration| tree.best_by_uct(ROOT, 1.0, exploration);
        assert_eq!([best(0.5), best(1.0), best(2.0)], [1, 2, 3]);
        // Ten times the reward and ten times c are the same.
        assert_eq!(tree.best_by_uct(ROOT, 10.0, 20.0), 3);
        // Moves that are proved lost are skipped.
        tree.node_mut(2).proof = Some(Proof::new(Player::North, 4));
        assert_eq!(tree.best_by_uct(ROOT, 1.0, 1.0), 1);
    }
}
