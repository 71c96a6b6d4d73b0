//! The tree: nodes, and the moves from each in the order of the policy.
//!
//! A position that is reached on several paths is one node if the positions since the last wall are
//! the same on them, too: a repetition depends on those. So strictly it is a graph, without cycles
//! (J. Czech, P. Korus, K. Kersting, *Improving AlphaZero using Monte-Carlo graph search*, ICAPS
//! 2021). What a node is worth follows from its own evaluation and what its children are worth now,
//! weighted by the simulations that went to each from here.
//!
//! When the game goes on, a node below becomes the root at once; what is no longer below the root
//! is garbage until its memory is needed ([`compaction`]).

mod compaction;
mod evaluation;
mod selection;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use quoridor_core::{Game, Move, Position};

pub(super) use self::evaluation::Evaluation;
use super::Settings;
use super::exact::Exact;
use super::proof::Proof;
use crate::few::sort_few;
use crate::logarithm::ln;
use crate::random::Random;

/// The index of a node.
pub(super) type NodeId = u32;

/// No node yet.
pub(super) const NO_NODE: NodeId = NodeId::MAX;

/// The bytes of an entry of the hash map, at its usual load.
const KNOWN_BYTES: usize = 32;

/// More moves than most positions have.
const USUAL_MOVES: usize = 132;

/// A move that can be made in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) mv: Move,
    pub(super) prior: f32,
    pub(super) child: NodeId,
    /// Simulations that took this edge; the child may have been reached through others, too.
    pub(super) visits: u32,
}

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeState {
    /// A thread is evaluating it.
    Pending,
    /// It was evaluated; it has edges unless the tree was full.
    Open,
    /// A repetition, or a drawn race.
    Draw,
    Proved(Proof),
}

/// A position, with the positions since the last wall before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    first_edge: u32,
    edges: u32,
    /// One, and the visits of the edges; at the end of a line, how many simulations ended there.
    pub(super) visits: u32,
    /// How many simulations are on their way through it.
    pending: u32,
    /// The value of its own evaluation, for the player to move, from -1 to 1.
    pub(super) own: f64,
    /// The mean of that value and those of the children, by the visits of the edges.
    mean: f64,
    /// Stands for the positions since the last wall, this one included: the sum of their hashes.
    history: u64,
    pub(super) state: NodeState,
}

impl Node {
    const fn new(history: u64) -> Self {
        Self {
            first_edge: 0,
            edges: 0,
            visits: 0,
            pending: 0,
            own: 0.0,
            mean: 0.0,
            history,
            state: NodeState::Pending,
        }
    }

    /// The mean value for the player to move.
    pub(super) fn mean(&self) -> f64 {
        match self.state {
            NodeState::Proved(proof) => proof.value(),
            NodeState::Draw | NodeState::Open | NodeState::Pending => self.mean,
        }
    }

    /// Gives it a value that does not come from children.
    const fn evaluate(&mut self, state: NodeState, value: f64) {
        (self.state, self.own, self.mean) = (state, value, value);
    }

    pub(super) const fn proof(&self) -> Option<Proof> {
        match self.state {
            NodeState::Proved(proof) => Some(proof),
            _ => None,
        }
    }
}

/// A leaf that a simulation came to.
#[derive(Debug)]
pub(super) enum Leaf {
    /// It has to be evaluated; the path leads to it, its own id last.
    New { path: Vec<NodeId>, position: Position },
    /// The simulation is over: the value was known.
    Known,
    /// Another thread is evaluating it.
    Busy,
}

/// The tree.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    root: NodeId,
    /// Whether there are nodes that are not below the root.
    has_garbage: bool,
    /// Whether a compaction was interrupted: the next search starts again, so that no two searches
    /// lose their time to the same compaction.
    was_interrupted: bool,
    /// Evaluated nodes that this search has come to, by the hash of their position and by that of
    /// their position and history: they serve other paths to it (see [`Tree::remember`]).
    known: HashMap<u64, NodeId, BuildHasherDefault<HashOfHash>>,
    /// The most bytes that it may use.
    most_bytes: usize,
    /// The game at the root.
    game: Option<Game>,
    /// The hashes on the path of the simulation; kept for its memory.
    hashes: Vec<u64>,
}

impl Tree {
    /// An empty tree with a limit on its memory, in bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            root: 0,
            has_garbage: false,
            was_interrupted: false,
            known: HashMap::default(),
            most_bytes: bytes,
            game: None,
            hashes: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.known.clear();
        (self.root, self.has_garbage, self.was_interrupted) = (0, false, false);
        self.game = None;
    }

    pub(super) const fn root(&self) -> NodeId {
        self.root
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The moves from a node, in the order of the policy.
    pub(super) fn edges(&self, id: NodeId) -> &[Edge] {
        let Node { first_edge, edges, .. } = *self.node(id);
        &self.edges[first_edge as usize..][..edges as usize]
    }

    fn edges_mut(&mut self, id: NodeId) -> &mut [Edge] {
        let Node { first_edge, edges, .. } = *self.node(id);
        &mut self.edges[first_edge as usize..][..edges as usize]
    }

    /// The node after a move, if it was tried.
    pub(super) fn child(&self, edge: &Edge) -> Option<&Node> {
        (edge.child != NO_NODE).then(|| self.node(edge.child))
    }

    /// How full the tree is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.bytes() as u128 * 1000 / self.most_bytes.max(1) as u128).min(1000) as u32
    }

    /// The bytes that it uses.
    fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.edges.len() * size_of::<Edge>()
            + self.known.len() * KNOWN_BYTES
    }

    /// Whether it has no room for another node with its moves.
    pub(super) fn is_full(&self) -> bool {
        self.has_no_room_for(USUAL_MOVES)
    }

    fn has_no_room_for(&self, edges: usize) -> bool {
        let more = size_of::<Node>() + edges * size_of::<Edge>() + 2 * KNOWN_BYTES;
        let is_full = self.bytes().saturating_add(more) > self.most_bytes;
        // Places of edges are numbers of 32 bits: enough for 64 GiB of them.
        is_full || self.edges.len() + edges > u32::MAX as usize
    }

    /// Makes a game's position the root; what was found below it before is kept if the game went on
    /// from the last root. With noise nothing is kept, nor with contempt if the other player is to
    /// move: draws had another value then. Whether the root has still to be evaluated.
    ///
    /// Nothing is copied here, however large the tree is: a search has to answer at once if it is
    /// stopped at once.
    pub(super) fn begin(&mut self, game: &Game, settings: &Settings) -> bool {
        let last_turn = self.game.as_ref().map(|before| before.position().turn());
        let is_fresh = settings.noise > 0.0
            || settings.contempt > 0.0 && last_turn != Some(game.position().turn());
        let kept = if is_fresh || self.was_interrupted { None } else { self.place_of(game) };
        match kept {
            Some(id) if id != self.root => {
                (self.root, self.has_garbage) = (id, true);
                // Some of these nodes are garbage now.
                self.known.clear();
            }
            Some(_) => {}
            None => {
                self.clear();
                // Nothing asks for the history of the root.
                self.nodes.push(Node::new(0));
            }
        }
        self.game = Some(game.clone());
        kept.is_none()
    }

    /// Where the position of a game is in the tree, if the game went on from the root and the node
    /// can be searched.
    fn place_of(&self, game: &Game) -> Option<NodeId> {
        let before = self.game.as_ref()?;
        if game.start() != before.start() {
            return None;
        }
        let moves = game.moves().strip_prefix(before.moves())?;
        let mut id = self.root;
        for mv in moves {
            let edge = self.edges(id).iter().find(|edge| edge.mv == *mv)?;
            id = edge.child;
            if id == NO_NODE {
                return None;
            }
        }
        (self.node(id).edges > 0).then_some(id)
    }

    /// Records the network's evaluation of the root, with the noise of the settings. Moves that win
    /// at once are tried first, however little the policy likes them: else the search could end
    /// with the proof of a longer win before it tries them.
    pub(super) fn expand_root(
        &mut self,
        position: &Position,
        evaluation: &Evaluation,
        settings: &Settings,
        random: &mut Random,
    ) {
        self.expand(&[self.root], position, evaluation);
        if settings.noise > 0.0 {
            self.add_noise(settings.noise, random);
        }
        let wins = position.legal_steps() & position.goals(position.turn());
        if !wins.is_empty() {
            let wins_at_once = |edge: &Edge| matches!(edge.mv, Move::Step(to) if wins.contains(to));
            let edges = self.edges_mut(self.root);
            sort_few(edges, |one, other| wins_at_once(other).cmp(&wins_at_once(one)));
        }
    }

    /// Mixes noise into the policy of the root, which must have no children yet.
    fn add_noise(&mut self, share: f64, random: &mut Random) {
        let edges = self.edges_mut(self.root);
        // Exponential variates, to the fourth power: few of them are large, as in a Dirichlet
        // distribution of a small parameter.
        let mut draw = || {
            let variate = ln(u32::MAX) - ln((random.next() >> 32) as u32 | 1);
            variate * variate * variate * variate
        };
        let noise: Vec<f64> = edges.iter().map(|_| draw()).collect();
        let sum: f64 = noise.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        for (edge, noise) in edges.iter_mut().zip(noise) {
            edge.prior = ((1.0 - share) * f64::from(edge.prior) + share * noise / sum) as f32;
        }
        sort_by_prior(edges);
    }

    /// Records exact knowledge about a new leaf.
    pub(super) fn settle(&mut self, path: &[NodeId], exact: Exact, settings: &Settings) {
        let leaf = *path.last().expect("a path has its leaf");
        let (state, value) = match exact {
            Exact::Proved(proof) => (NodeState::Proved(proof), proof.value()),
            Exact::Draw => (NodeState::Draw, draw_value(path, settings)),
        };
        self.node_mut(leaf).evaluate(state, value);
        self.end_pending(path);
        self.visit(path);
    }

    /// Records the network's evaluation of a new leaf: its value and its edges.
    pub(super) fn expand(&mut self, path: &[NodeId], position: &Position, evaluation: &Evaluation) {
        let leaf = *path.last().expect("a path has its leaf");
        if leaf == self.root || !self.has_no_room_for(evaluation.len()) {
            let first_edge = self.edges.len() as u32;
            self.edges.extend(evaluation.edges());
            let node = self.node_mut(leaf);
            (node.first_edge, node.edges) = (first_edge, evaluation.len() as u32);
            self.remember(position.hash(), leaf);
        }
        let (state, value) = if evaluation.len() == 0 {
            // Every move lets the opponent win at once.
            let proof = Proof::Loss(2);
            (NodeState::Proved(proof), proof.value())
        } else {
            (NodeState::Open, evaluation.value())
        };
        self.node_mut(leaf).evaluate(state, value);
        self.end_pending(path);
        self.visit(path);
    }

    /// Lets other paths to the position of a node find it, if it has edges: those with the same
    /// history share the node, others begin with its evaluation.
    fn remember(&mut self, hash: u64, id: NodeId) {
        let Node { history, edges, .. } = *self.node(id);
        if edges > 0 {
            self.known.entry(shared_key(hash, history)).or_insert(id);
            self.known.entry(hash).or_insert(id);
        }
    }

    fn copy_edges(&mut self, from: NodeId, to: NodeId) {
        let Node { first_edge, edges, .. } = *self.node(from);
        if self.has_no_room_for(edges as usize) {
            return;
        }
        let copied = self.edges.len() as u32;
        for number in 0..edges {
            let edge = self.edges[(first_edge + number) as usize];
            self.edges.push(Edge { child: NO_NODE, visits: 0, ..edge });
        }
        let node = self.node_mut(to);
        (node.first_edge, node.edges) = (copied, edges);
    }

    fn end_pending(&mut self, path: &[NodeId]) {
        for &id in path {
            // The root is evaluated before anything is pending.
            let node = self.node_mut(id);
            node.pending = node.pending.saturating_sub(1);
        }
    }

    /// Counts a visit to the node at the end of the path, and to every edge of the path.
    fn visit(&mut self, path: &[NodeId]) {
        self.node_mut(*path.last().expect("a path has its leaf")).visits += 1;
        self.back_up(path);
    }

    /// Counts a visit to every edge of the path, with what its end is worth now; and proves what
    /// follows.
    fn back_up(&mut self, path: &[NodeId]) {
        for step in path.windows(2).rev() {
            let (id, child) = (step[0], step[1]);
            if self.node(child).proof().is_some() && self.node(id).proof().is_none() {
                let proof = self.proof_of(id);
                if let Some(proof) = proof {
                    self.node_mut(id).state = NodeState::Proved(proof);
                }
            }
            let Node { first_edge, edges, own, .. } = *self.node(id);
            let (mut visits, mut total) = (1, own);
            for edge in first_edge as usize..(first_edge + edges) as usize {
                let edge = &mut self.edges[edge];
                if edge.child == NO_NODE {
                    // Those after it were not tried either.
                    break;
                }
                edge.visits += u32::from(edge.child == child);
                visits += edge.visits;
                // All visits of a move that is refuted count as lost: to leave them out scored less
                // (docs/experiments.md).
                total -= f64::from(edge.visits) * self.nodes[edge.child as usize].mean();
            }
            let node = self.node_mut(id);
            (node.visits, node.mean) = (visits, total / f64::from(visits));
        }
    }

    /// The proof of a node from its children.
    fn proof_of(&self, id: NodeId) -> Option<Proof> {
        let proofs = self.edges(id).iter().map(|edge| self.child(edge)?.proof());
        Proof::of_moves(proofs)
    }
}

/// The value of a draw for the player to move at the end of a path from the root.
fn draw_value(path: &[NodeId], settings: &Settings) -> f64 {
    let is_turn_of_root = path.len() % 2 == 1;
    if is_turn_of_root { -settings.contempt } else { settings.contempt }
}

/// The key under which paths with the same history find a position.
const fn shared_key(hash: u64, history: u64) -> u64 {
    hash ^ history.rotate_left(32)
}

/// The likeliest first; of equals, the one with the lower index.
fn sort_by_prior(edges: &mut [Edge]) {
    sort_few(edges, |one, other| {
        other.prior.total_cmp(&one.prior).then(one.mv.index().cmp(&other.mv.index()))
    });
}

/// Hashes of positions are random numbers already.
#[derive(Default)]
struct HashOfHash(u64);

impl Hasher for HashOfHash {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("the keys are hashes of 64 bits");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
