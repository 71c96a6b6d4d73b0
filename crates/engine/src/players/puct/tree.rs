//! The tree: nodes, and the moves from each in the order of the policy.
//!
//! When the game goes on, a node below becomes the root at once; what is no longer below the root
//! is garbage until its memory is needed ([`compaction`]).

mod compaction;
mod evaluation;
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
use crate::random::Random;
use crate::search::logarithm::ln;

/// A place among the nodes.
pub(super) type Place = u32;

/// No node yet.
pub(super) const NOWHERE: Place = Place::MAX;

/// The bytes of an evaluated position in the hash map, at its usual load.
const EVALUATED_BYTES: usize = 48;

/// More moves than most positions have.
const USUAL_MOVES: usize = 132;

/// A move that can be made in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) mv: Move,
    pub(super) prior: f32,
    pub(super) child: Place,
}

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Somebody is evaluating it.
    Pending,
    /// It was evaluated; it has edges unless the tree was full.
    Open,
    /// A repetition, or a race that nobody wins.
    Draw,
    Proved(Proof),
}

/// A position, reached by one path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    first_edge: u32,
    edges: u32,
    pub(super) visits: u32,
    /// How many simulations are on their way through it.
    pending: u32,
    /// The sum of the values of its visits, for the player to move, from -1 to 1.
    total: f64,
    pub(super) state: State,
}

impl Node {
    const NEW: Self =
        Self { first_edge: 0, edges: 0, visits: 0, pending: 0, total: 0.0, state: State::Pending };

    /// The mean value for the player to move.
    pub(super) fn mean(&self) -> f64 {
        match self.state {
            State::Proved(proof) => proof.value(),
            // Every visit of a draw has the same value.
            State::Draw | State::Open | State::Pending => self.mean_of_visits(),
        }
    }

    /// The mean value for the player to move, whether or not the result is proved.
    pub(super) fn mean_of_visits(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    pub(super) const fn proof(&self) -> Option<Proof> {
        match self.state {
            State::Proved(proof) => Some(proof),
            _ => None,
        }
    }
}

/// A leaf that a simulation came to.
#[derive(Debug)]
pub(super) enum Leaf {
    /// It has to be evaluated; the path leads to it, its own place last.
    New { path: Vec<Place>, position: Position },
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
    root: Place,
    /// Whether there are nodes that are not below the root.
    has_garbage: bool,
    /// Whether a compaction was interrupted: the next search begins anew, so that no two searches
    /// lose their time to the same compaction.
    was_interrupted: bool,
    /// Nodes by the hash of their position, whose edges and value serve other paths to it.
    evaluated: HashMap<u64, (Place, f64), BuildHasherDefault<HashOfHash>>,
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
            evaluated: HashMap::default(),
            most_bytes: bytes,
            game: None,
            hashes: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.evaluated.clear();
        (self.root, self.has_garbage, self.was_interrupted) = (0, false, false);
        self.game = None;
    }

    pub(super) const fn root(&self) -> Place {
        self.root
    }

    pub(super) fn node(&self, place: Place) -> &Node {
        &self.nodes[place as usize]
    }

    fn node_mut(&mut self, place: Place) -> &mut Node {
        &mut self.nodes[place as usize]
    }

    /// The moves from a node, in the order of the policy.
    pub(super) fn edges(&self, place: Place) -> &[Edge] {
        let Node { first_edge, edges, .. } = *self.node(place);
        &self.edges[first_edge as usize..][..edges as usize]
    }

    /// The node after a move, if it was tried.
    pub(super) fn child(&self, edge: &Edge) -> Option<&Node> {
        (edge.child != NOWHERE).then(|| self.node(edge.child))
    }

    /// How full the tree is, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        (self.bytes() as u128 * 1000 / self.most_bytes.max(1) as u128).min(1000) as u32
    }

    /// The bytes that it uses.
    fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.edges.len() * size_of::<Edge>()
            + self.evaluated.len() * EVALUATED_BYTES
    }

    /// Whether it has no room for another node with its moves.
    pub(super) fn is_full(&self) -> bool {
        self.has_no_room_for(USUAL_MOVES)
    }

    fn has_no_room_for(&self, edges: usize) -> bool {
        let more = size_of::<Node>() + edges * size_of::<Edge>() + EVALUATED_BYTES;
        let is_full = self.bytes().saturating_add(more) > self.most_bytes;
        // Places of edges are numbers of 32 bits: enough for 48 GiB of them.
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
            Some(place) => {
                self.has_garbage |= place != self.root;
                self.root = place;
                self.evaluated.clear();
                // A proof of the root may rest on moves that lose at once and have no edges; the
                // root's own moves are ranked by their own proofs.
                let root = self.node_mut(place);
                root.visits = root.visits.max(1);
            }
            None => {
                self.clear();
                self.nodes.push(Node::NEW);
            }
        }
        self.game = Some(game.clone());
        kept.is_none()
    }

    /// Where the position of a game is in the tree, if the game went on from the root and the node
    /// can be searched.
    fn place_of(&self, game: &Game) -> Option<Place> {
        let before = self.game.as_ref()?;
        if game.start() != before.start() {
            return None;
        }
        let moves = game.moves().strip_prefix(before.moves())?;
        let mut place = self.root;
        for mv in moves {
            let edge = self.edges(place).iter().find(|edge| edge.mv == *mv)?;
            place = edge.child;
            if place == NOWHERE {
                return None;
            }
        }
        (self.node(place).edges > 0).then_some(place)
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
            let Node { first_edge, edges, .. } = *self.node(self.root);
            let edges = &mut self.edges[first_edge as usize..][..edges as usize];
            edges.sort_by_key(|edge| !matches!(edge.mv, Move::Step(to) if wins.contains(to)));
        }
    }

    /// Mixes noise into the policy of the root, which must have no children yet.
    fn add_noise(&mut self, share: f64, random: &mut Random) {
        let Node { first_edge, edges, .. } = *self.node(self.root);
        let edges = &mut self.edges[first_edge as usize..][..edges as usize];
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

    /// Goes down from the root to a leaf. `seen` has the hashes of the positions since the last
    /// wall of the game, the root's last.
    pub(super) fn select(&mut self, root: &Position, seen: &[u64], settings: &Settings) -> Leaf {
        let mut path = Vec::with_capacity(32);
        path.push(self.root);
        self.hashes.clear();
        self.hashes.extend_from_slice(seen);
        let (mut position, mut place) = (*root, self.root);
        loop {
            let node = *self.node(place);
            match node.state {
                State::Pending if node.visits == 0 => return Leaf::Busy,
                State::Draw | State::Proved(_) if place != self.root => {
                    self.back_up(&path, node.mean());
                    return Leaf::Known;
                }
                _ if node.edges == 0 => {
                    // The tree was full.
                    self.back_up(&path, node.mean());
                    return Leaf::Known;
                }
                _ => {}
            }
            let edge = self.best_edge(place, settings);
            let Edge { mv, child, .. } = self.edges[edge];
            position.play_unchecked(mv);
            if child != NOWHERE {
                self.hashes.push(position.hash());
                place = child;
                path.push(place);
                continue;
            }
            if self.is_full() {
                let value = self.node(place).mean();
                self.back_up(&path, value);
                return Leaf::Known;
            }
            let child = self.nodes.len() as Place;
            self.nodes.push(Node::NEW);
            self.edges[edge].child = child;
            path.push(child);
            if self.is_repetition(&position) {
                self.node_mut(child).state = State::Draw;
                self.back_up(&path, draw_value(&path, settings));
                return Leaf::Known;
            }
            if let Some(&(known, value)) = self.evaluated.get(&position.hash()) {
                // A proof uses no draw. On this path it could fail only by a position that was
                // there twice already.
                let state = self.node(known).state;
                let value = if let State::Proved(proof) = state {
                    proof.value()
                } else {
                    self.copy_edges(known, child);
                    value
                };
                self.node_mut(child).state = state;
                self.back_up(&path, value);
                return Leaf::Known;
            }
            for &place in &path {
                self.node_mut(place).pending += 1;
            }
            return Leaf::New { path, position };
        }
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

    /// The edge with the highest upper confidence bound, as its place among all edges.
    ///
    /// Edges are in the order of the policy and untried ones have the same value, so the first that
    /// was not tried is the best of those: nothing after it was tried.
    fn best_edge(&self, place: Place, settings: &Settings) -> usize {
        let node = self.node(place);
        let visits = f64::from(node.visits + node.pending);
        let bonus = settings.exploration * visits.max(1.0).sqrt();
        let (mut best, mut best_score) = (node.first_edge as usize, f64::NEG_INFINITY);
        let mut tried_policy = 0.0;
        for (number, edge) in self.edges(place).iter().enumerate() {
            let prior = f64::from(edge.prior);
            let score = match self.child(edge) {
                Some(child) => {
                    tried_policy += prior;
                    if matches!(child.state, State::Proved(Proof::Win(_))) {
                        // It loses. If all do, the node is proved and nobody comes here.
                        f64::NEG_INFINITY
                    } else {
                        let (done, pending) = (f64::from(child.visits), f64::from(child.pending));
                        // A pending visit counts as a loss (virtual loss).
                        let value = (-child.mean() * done - pending) / (done + pending).max(1.0);
                        value + bonus * prior / (1.0 + done + pending)
                    }
                }
                None => {
                    let value = node.mean() - settings.first_play_urgency * tried_policy.sqrt();
                    value + bonus * prior
                }
            };
            if score > best_score {
                (best, best_score) = (node.first_edge as usize + number, score);
            }
            if edge.child == NOWHERE {
                break;
            }
        }
        best
    }

    /// Records exact knowledge about a new leaf.
    pub(super) fn settle(&mut self, path: &[Place], exact: Exact, settings: &Settings) {
        let leaf = *path.last().expect("a path has its leaf");
        let (state, value) = match exact {
            Exact::Proved(proof) => (State::Proved(proof), proof.value()),
            Exact::Draw => (State::Draw, draw_value(path, settings)),
        };
        self.node_mut(leaf).state = state;
        self.end_pending(path);
        self.back_up(path, value);
    }

    /// Records the network's evaluation of a new leaf: its value and its edges.
    pub(super) fn expand(&mut self, path: &[Place], position: &Position, evaluation: &Evaluation) {
        let leaf = *path.last().expect("a path has its leaf");
        if leaf == self.root || !self.has_no_room_for(evaluation.len()) {
            let first_edge = self.edges.len() as u32;
            self.edges.extend(evaluation.edges());
            let node = self.node_mut(leaf);
            (node.first_edge, node.edges) = (first_edge, evaluation.len() as u32);
            self.evaluated.insert(position.hash(), (leaf, evaluation.value()));
        }
        let (state, value) = if evaluation.len() == 0 {
            // Every move lets the opponent win at once.
            let proof = Proof::Loss(2);
            (State::Proved(proof), proof.value())
        } else {
            (State::Open, evaluation.value())
        };
        self.node_mut(leaf).state = state;
        self.end_pending(path);
        self.back_up(path, value);
    }

    fn copy_edges(&mut self, from: Place, to: Place) {
        let Node { first_edge, edges, .. } = *self.node(from);
        if self.has_no_room_for(edges as usize) {
            return;
        }
        let copied = self.edges.len() as u32;
        for number in 0..edges {
            let edge = self.edges[(first_edge + number) as usize];
            self.edges.push(Edge { child: NOWHERE, ..edge });
        }
        let node = self.node_mut(to);
        (node.first_edge, node.edges) = (copied, edges);
    }

    fn end_pending(&mut self, path: &[Place]) {
        for &place in path {
            // The root is evaluated before anything is pending.
            let node = self.node_mut(place);
            node.pending = node.pending.saturating_sub(1);
        }
    }

    /// Counts a value, for the player to move at the end of the path, in every node on it; and
    /// proves what follows.
    fn back_up(&mut self, path: &[Place], mut value: f64) {
        let mut is_proved = true;
        for (number, &place) in path.iter().enumerate().rev() {
            let is_leaf = number + 1 == path.len();
            if !is_leaf && is_proved && self.node(place).proof().is_none() {
                let proof = self.proof_of(place);
                if let Some(proof) = proof {
                    self.node_mut(place).state = State::Proved(proof);
                }
            }
            let node = self.node_mut(place);
            is_proved = node.proof().is_some();
            node.visits += 1;
            node.total += value;
            value = -value;
        }
    }

    /// The proof of a node from its children.
    fn proof_of(&self, place: Place) -> Option<Proof> {
        let proofs = self.edges(place).iter().map(|edge| self.child(edge)?.proof());
        Proof::of_moves(proofs)
    }
}

/// The value of a draw for the player to move at the end of a path from the root.
fn draw_value(path: &[Place], settings: &Settings) -> f64 {
    let is_turn_of_root = path.len() % 2 == 1;
    if is_turn_of_root { -settings.contempt } else { settings.contempt }
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
