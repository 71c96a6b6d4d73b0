//! Compaction: what is below the root is copied together, everything else is dropped.
//!
//! A compaction takes as long as the copy of its nodes, 0.3 s for a tree of 256 MiB. So it is done
//! only when the memory is needed, looks often whether the search is over, and leaves everything as
//! it was if so. Places of nodes change, the search does not: neither the order of edges nor
//! anything else that decides depends on them.

use quoridor_core::Move;

use super::{NO_NODE, Node, NodeId, Tree};

/// How many nodes are copied between two looks whether the search is over: less than a millisecond.
const NODES_BETWEEN_LOOKS: usize = 128;

/// Room for this many edges is made before a simulation, if there is garbage: more than the leaves
/// of one thread or a few dozen can need, so that no leaf is without edges for lack of it.
const ROOM: usize = 64 * Move::COUNT;

impl Tree {
    /// Whether there is garbage whose memory is needed.
    pub(in crate::players::puct) fn is_cramped(&self) -> bool {
        self.has_garbage && self.has_no_room_for(ROOM)
    }

    /// Whether a thread is evaluating a leaf and holds the ids of the nodes above it.
    pub(in crate::players::puct) fn has_pending(&self) -> bool {
        self.node(self.root).pending > 0
    }

    /// Drops everything that is not below the root, unless `is_over` says meanwhile that the search
    /// is over: then nothing changes. Whether it was done, or there was nothing to do. Nothing may
    /// be pending.
    pub(in crate::players::puct) fn compact(&mut self, mut is_over: impl FnMut() -> bool) -> bool {
        if !self.has_garbage {
            return true;
        }
        let (mut nodes, mut edges) = (vec![*self.node(self.root)], Vec::new());
        let mut new_ids = vec![NO_NODE; self.nodes.len()];
        new_ids[self.root as usize] = 0;
        let mut next = 0;
        while next < nodes.len() {
            if next.is_multiple_of(NODES_BETWEEN_LOOKS) && is_over() {
                self.was_interrupted = true;
                return false;
            }
            let Node { first_edge, edges: count, .. } = nodes[next];
            nodes[next].first_edge = edges.len() as u32;
            for number in 0..count {
                let mut edge = self.edges[(first_edge + number) as usize];
                if edge.child != NO_NODE {
                    let id = &mut new_ids[edge.child as usize];
                    if *id == NO_NODE {
                        *id = nodes.len() as NodeId;
                        nodes.push(*self.node(edge.child));
                    }
                    edge.child = *id;
                }
                edges.push(edge);
            }
            next += 1;
        }
        for id in self.known.values_mut() {
            *id = new_ids[*id as usize];
        }
        (self.nodes, self.edges) = (nodes, edges);
        (self.root, self.has_garbage) = (0, false);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quoridor_core::{Game, Position};

    use super::super::{Evaluation, Leaf};
    use super::*;
    use crate::decision::RootMove;
    use crate::net::conv::POLICY_SIZE;
    use crate::players::puct::{Races, Settings};
    use crate::random::Random;

    /// An evaluation that follows from the position, without a network.
    fn evaluation(position: &Position, all_moves: bool) -> Evaluation {
        let mut random = Random::new(position.hash());
        let mut logit = || random.unit() as f32 * 4.0 - 2.0;
        let policy: [f32; POLICY_SIZE] = std::array::from_fn(|_| logit());
        Evaluation::new(position, &policy, logit(), 1.0, all_moves)
    }

    /// Begins a search, prepared by `prepare`, of so many simulations.
    fn search(tree: &mut Tree, game: &Game, simulations: u32, prepare: impl Fn(&mut Tree)) {
        let (root, settings, mut races) = (game.position(), Settings::default(), Races::default());
        if tree.begin(game, &settings) {
            tree.expand(&[tree.root()], root, &evaluation(root, true));
        }
        let seen: Vec<u64> = game.since_last_wall().iter().map(Position::hash).collect();
        for _ in 0..simulations {
            prepare(tree);
            if let Leaf::New { path, position } = tree.select(root, &seen, &settings) {
                match races.exact(&position) {
                    Some(exact) => tree.settle(&path, exact, &settings),
                    None => tree.expand(&path, &position, &evaluation(&position, false)),
                }
            }
        }
    }

    /// Makes room as a search does, or at once, as a search did that copied its tree before it
    /// began.
    fn lazily(tree: &mut Tree) {
        if tree.is_cramped() {
            assert!(tree.compact(|| false));
        }
    }

    fn eagerly(tree: &mut Tree) {
        assert!(tree.compact(|| false));
    }

    /// Everything below a node, with numbers for ids, in the order in which one comes to them
    /// from the node down.
    fn written(tree: &Tree, id: NodeId, numbers: &mut HashMap<NodeId, usize>) -> String {
        let next = numbers.len();
        let number = *numbers.entry(id).or_insert(next);
        if number < next {
            return format!("node {number}");
        }
        let Node { visits, pending, own, mean, history, state, .. } = *tree.node(id);
        let [own, mean] = [own, mean].map(f64::to_bits);
        let mut text = format!("{visits} {pending} {own} {mean} {history} {state:?} (");
        for edge in tree.edges(id) {
            text += &format!("{} {} {} ", edge.mv, edge.prior.to_bits(), edge.visits);
            if edge.child != NO_NODE {
                text += &written(tree, edge.child, numbers);
            }
        }
        text + ")"
    }

    /// How many nodes there are from the root down, and what is in them.
    fn count_and_write(tree: &Tree) -> (usize, String) {
        let mut numbers = HashMap::new();
        let text = written(tree, tree.root(), &mut numbers);
        (numbers.len(), text)
    }

    /// A tree of many nodes, its root moved to the most visited node after two moves.
    fn tree_after_two_moves() -> (Tree, Game) {
        let (mut tree, mut game) = (Tree::new(usize::MAX), Game::default());
        search(&mut tree, &game, 3000, lazily);
        for mv in &tree.line(tree.root_moves()[0].mv)[..2] {
            game.play(*mv).unwrap();
        }
        (tree, game)
    }

    #[test]
    fn a_search_begins_without_a_copy() {
        let (mut tree, game) = tree_after_two_moves();
        let before = (tree.nodes.as_ptr(), tree.nodes.len(), tree.edges.as_ptr(), tree.edges.len());
        assert!(!tree.begin(&game, &Settings::default()) && tree.has_garbage);
        let after = (tree.nodes.as_ptr(), tree.nodes.len(), tree.edges.as_ptr(), tree.edges.len());
        assert_eq!(before, after);
    }

    #[test]
    fn a_compaction_keeps_what_is_below_the_root_and_nothing_else() {
        let (mut tree, game) = tree_after_two_moves();
        search(&mut tree, &game, 200, |_| ());
        let (all, (live, before)) = (tree.nodes.len(), count_and_write(&tree));
        let known: Vec<(u64, String)> = (tree.known.iter())
            .map(|(&hash, &id)| (hash, written(&tree, id, &mut HashMap::new())))
            .collect();
        assert!(tree.compact(|| false) && !tree.has_garbage);
        assert!(count_and_write(&tree) == (live, before), "the same nodes");
        assert!(tree.nodes.len() == live && live < all, "{live} of {all}");
        assert!(known.len() > 100);
        for (hash, text) in known {
            assert_eq!(text, written(&tree, tree.known[&hash], &mut HashMap::new()));
        }
    }

    /// Between two looks at the clock no more than a fixed number of nodes is copied, and a
    /// compaction that ends at any of them leaves the tree as it was.
    #[test]
    fn a_compaction_can_be_stopped_at_every_look() {
        let (mut tree, game) = tree_after_two_moves();
        search(&mut tree, &game, 1000, |_| ());
        let (mut looks, (live, before)) = (0, count_and_write(&tree));
        for stop_at in 1.. {
            looks = 0;
            let is_done = tree.compact(|| {
                looks += 1;
                looks == stop_at
            });
            assert_eq!(count_and_write(&tree), (live, before.clone()));
            if is_done {
                break;
            }
            assert_eq!(looks, stop_at);
            // The next search does not lose its time to it again.
            assert!(tree.was_interrupted);
        }
        assert!(live > 5 * NODES_BETWEEN_LOOKS, "{live}");
        assert_eq!(looks, live.div_ceil(NODES_BETWEEN_LOOKS));
        assert!(tree.begin(&game, &Settings::default()) && !tree.was_interrupted, "it begins anew");
    }

    /// With little memory: every search finds what it finds if garbage is dropped before it begins.
    #[test]
    fn when_memory_is_freed_changes_no_search() {
        let play = |prepare: fn(&mut Tree)| {
            let (mut tree, mut game) = (Tree::new(2 << 20), Game::default());
            let (mut found, mut compactions): (Vec<Vec<RootMove>>, u32) = (Vec::new(), 0);
            for _ in 0..12 {
                let nodes = tree.nodes.len();
                search(&mut tree, &game, 400, prepare);
                compactions += u32::from(tree.nodes.len() < nodes + 100);
                found.push(tree.root_moves());
                for mv in tree.line(tree.root_moves()[0].mv).iter().take(2) {
                    game.play(*mv).unwrap();
                }
            }
            (found, compactions)
        };
        let ((lazy, compactions), (eager, _)) = (play(lazily), play(eagerly));
        assert_eq!(lazy, eager);
        assert!(compactions > 0);
    }
}
