//! By hand: what a visit, a draw, and a position on two paths count.

use super::*;
use crate::net::conv::{POLICY_SIZE, policy_places};

/// By hand, with hardly any bonus: the first move has won half a point in its only visit and is
/// tried again. While that visit is on its way it counts as lost, (0.5 - 1) / 2 = -0.25, which
/// is less than the value of the root, 0.25, that untried moves have: the next simulation takes
/// another move.
#[test]
fn a_visit_on_its_way_counts_as_lost() {
    let settings = Settings {
        exploration: 0.01,
        first_play_urgency: 0.0,
        temperature: 1.0,
        ..Settings::default()
    };
    let game = Game::default();
    let root = game.position();
    // A logit of ln 3 is an expected score of three quarters: half a point from -1 to 1.
    let evaluation = |position: &Position, logit: f32| {
        Evaluation::new(position, &[0.0; POLICY_SIZE], logit, 1.0, true)
    };
    let mut tree = Tree::new(usize::MAX);
    assert!(tree.begin(&game, &settings));
    tree.expand(&[tree.root()], root, &evaluation(root, 0.0));
    let select = |tree: &mut Tree| match tree.select(root, &[], &settings) {
        Leaf::New { path, position } => (path, position),
        other => panic!("{other:?}"),
    };
    let (first, position) = select(&mut tree);
    tree.expand(&first, &position, &evaluation(&position, -3_f32.ln()));
    assert!((tree.node(first[1]).mean() + 0.5).abs() < 1e-6);
    let (second, position) = select(&mut tree);
    assert_eq!((second[1], second.len()), (first[1], 3), "the better move again");
    let pending = |tree: &Tree, id| tree.node(id).pending;
    assert_eq!(second.iter().map(|&id| pending(&tree, id)).max(), Some(1));
    let (third, _) = select(&mut tree);
    assert_ne!(third[1], first[1], "another one while it is on its way");
    assert_eq!(pending(&tree, tree.root()), 2);
    // Once it has arrived, its value counts, and nothing is pending below the first move.
    tree.expand(&second, &position, &evaluation(&position, 3_f32.ln()));
    assert_eq!((pending(&tree, tree.root()), pending(&tree, first[1])), (1, 0));
    assert_eq!(select(&mut tree).0[1], first[1]);
}

/// By hand: with a contempt of a half every draw costs the player at the root half a point and
/// gives it to the opponent, whoever is to move when it is reached, and however.
#[test]
fn contempt_makes_draws_worse_for_the_player_at_the_root() {
    let settings = Settings { contempt: 0.5, ..Settings::default() };
    let game = Game::default();
    let root = *game.position();
    let even = |position: &Position| Evaluation::new(position, &[0.0; POLICY_SIZE], 0.0, 1.0, true);
    let mut tree = Tree::new(usize::MAX);
    assert!(tree.begin(&game, &settings));
    tree.expand(&[tree.root()], &root, &even(&root));
    let select = |tree: &mut Tree, seen: &[u64]| match tree.select(&root, seen, &settings) {
        Leaf::New { path, position } => Some((path, position)),
        Leaf::Known => None,
        Leaf::Busy => panic!("there is one thread"),
    };
    let totals = |tree: &Tree, path: &[NodeId]| -> Vec<f64> {
        path.iter().map(|&id| counted(tree, id).1).collect()
    };
    // The first leaf is even, so the second is an answer to it, and there the player at the
    // root is to move. It is a draw.
    let (path, position) = select(&mut tree, &[]).unwrap();
    tree.expand(&path, &position, &even(&position));
    let (path, _) = select(&mut tree, &[]).unwrap();
    tree.settle(&path, Exact::Draw, &settings);
    assert_eq!(totals(&tree, &path), [-0.5, 0.5, -0.5]);
    // The next one is another move of the root. There the opponent is to move.
    let (path, _) = select(&mut tree, &[]).unwrap();
    tree.settle(&path, Exact::Draw, &settings);
    assert_eq!(totals(&tree, &path), [-1.0, 0.5]);
    // A repetition: every position after the root's moves was there before.
    let mut seen = Vec::new();
    root.legal_moves().iter().for_each(|mv| seen.push(root.play(mv).unwrap().hash()));
    let mut other = Tree::new(usize::MAX);
    assert!(other.begin(&game, &settings));
    other.expand(&[other.root()], &root, &even(&root));
    assert!(select(&mut other, &seen).is_none());
    assert_eq!(counted(&other, other.root()).1, -0.5);
}

/// A search of the start position whose policy wants to follow some lines, the first of them most,
/// and nothing else. After a whole line the player to move has an expected score of three quarters,
/// half a point from -1 to 1; all before is even.
struct SearchOfLines<const PLIES: usize> {
    tree: Tree,
    root: Position,
    lines: Vec<[Move; PLIES]>,
    settings: Settings,
}

impl<const PLIES: usize> SearchOfLines<PLIES> {
    fn new(lines: &[[&str; PLIES]], bytes: usize) -> Self {
        let game = Game::default();
        // So much exploration that lines are followed in turns.
        let settings = Settings { exploration: 10.0, ..Settings::default() };
        let lines = lines.iter().map(|line| line.map(|text| text.parse().unwrap())).collect();
        let mut search = Self { tree: Tree::new(bytes), root: *game.position(), lines, settings };
        assert!(search.tree.begin(&game, &settings));
        let evaluation = search.evaluation(&search.root);
        search.tree.expand(&[search.tree.root()], &search.root, &evaluation);
        search
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let (mut policy, mut is_in_a_line) = ([0.0_f32; POLICY_SIZE], false);
        for (number, line) in self.lines.iter().enumerate() {
            let mut now = self.root;
            for &mv in line {
                if now == *position {
                    let index = policy_places(now.turn())[usize::from(mv.index())];
                    let logit = &mut policy[usize::from(index)];
                    *logit = logit.max(100.0 - 0.01 * number as f32);
                    is_in_a_line = true;
                }
                now = now.play(mv).unwrap();
            }
        }
        let value = if is_in_a_line { 0.0 } else { 3_f32.ln() };
        Evaluation::new(position, &policy, value, 1.0, true)
    }

    /// One simulation; whether it came to a leaf to evaluate.
    fn simulate(&mut self) -> bool {
        match self.tree.select(&self.root, &[self.root.hash()], &self.settings) {
            Leaf::New { path, position } => {
                let evaluation = self.evaluation(&position);
                self.tree.expand(&path, &position, &evaluation);
                true
            }
            Leaf::Known => false,
            Leaf::Busy => panic!("there is one thread"),
        }
    }

    fn simulate_times(&mut self, times: usize) -> Vec<bool> {
        (0..times).map(|_| self.simulate()).collect()
    }

    /// The root and the nodes after each of the moves of a line.
    fn path(&self, line: usize) -> Vec<NodeId> {
        let mut path = vec![self.tree.root()];
        for &mv in &self.lines[line] {
            path.push(self.edge(path[path.len() - 1], mv).child);
        }
        path
    }

    fn edge(&self, id: NodeId, mv: Move) -> &Edge {
        self.tree.edges(id).iter().find(|edge| edge.mv == mv).unwrap()
    }

    /// The visits of the last move of a line.
    fn visits_of_last_move(&self, line: usize) -> u32 {
        self.edge(self.path(line)[PLIES - 1], self.lines[line][PLIES - 1]).visits
    }

    fn counted(&self, path: &[NodeId]) -> Vec<(u32, f64)> {
        path.iter().map(|&id| counted(&self.tree, id)).collect()
    }
}

/// The visits and the sum of the values, which single precision makes inexact.
fn counted(tree: &Tree, id: NodeId) -> (u32, f64) {
    let node = tree.node(id);
    (node.visits, (node.mean * f64::from(node.visits) * 1e6).round() / 1e6)
}

const WALLS_IN_TWO_ORDERS: [[&str; 3]; 2] = [["a1h", "c8h", "g1h"], ["g1h", "c8h", "a1h"]];

/// By hand: the sixth simulation comes to the position of the one before without an evaluation, and
/// what was found there counts on its path as it did on the other. The seventh finds something
/// below that position, which the eighth, on the other path, need not look for.
#[test]
fn walls_in_another_order_lead_to_the_same_node() {
    let mut search = SearchOfLines::new(&WALLS_IN_TWO_ORDERS, usize::MAX);
    assert_eq!(search.simulate_times(6), [true, true, true, true, true, false]);
    let [one, other] = [0, 1].map(|line| search.path(line));
    assert!(one[3] == other[3] && one[2] != other[2] && search.tree.nodes.len() == 6);
    for path in [&one, &other] {
        assert_eq!(search.counted(path), [(7, -1.0), (3, 0.5), (2, -0.5), (1, 0.5)]);
    }
    assert_eq!(search.simulate_times(2), [true, false]);
    assert_eq!([0, 1].map(|line| search.visits_of_last_move(line)), [2, 2]);
    // The new leaf is as good for the other player.
    for path in [&one, &other] {
        assert_eq!(search.counted(path), [(9, 0.0), (4, 0.0), (3, 0.0), (2, 0.0)]);
    }
}

/// What is proved on one path holds on the other as soon as a simulation comes there.
#[test]
fn a_proof_reaches_every_path_to_its_position() {
    let mut search = SearchOfLines::new(&WALLS_IN_TWO_ORDERS, usize::MAX);
    search.simulate_times(6);
    let [one, other] = [0, 1].map(|line| search.path(line));
    search.tree.settle(&one, Exact::Proved(Proof::Loss(4)), &search.settings);
    let proof = |search: &SearchOfLines<3>, id| search.tree.node(id).proof();
    assert_eq!([one[2], other[2]].map(|id| proof(&search, id)), [Some(Proof::Win(5)), None]);
    search.simulate_times(2);
    assert_eq!(proof(&search, other[2]), Some(Proof::Win(5)));
}

/// By hand: the third move of the line has two visits when it is proved to lose. Both are lost.
#[test]
fn a_refuted_move_counts_as_lost_with_all_its_visits() {
    let mut search = SearchOfLines::new(&WALLS_IN_TWO_ORDERS, usize::MAX);
    search.simulate_times(6);
    let path = search.path(0);
    search.tree.settle(&path, Exact::Proved(Proof::Win(3)), &search.settings);
    assert_eq!(search.counted(&path[1..3]), [(4, 2.0), (3, -2.0)]);
}

/// The pawn came there through other squares, and to go back to those would be a repetition: two
/// nodes, but one evaluation.
#[test]
fn steps_on_another_way_lead_to_a_node_of_their_own() {
    let lines = [["e2", "e8", "d2"], ["d1", "e8", "d2"]];
    let mut search = SearchOfLines::new(&lines, usize::MAX);
    assert_eq!(search.simulate_times(6), [true, true, true, true, true, false]);
    let [one, other] = [0, 1].map(|line| search.path(line));
    assert!(one[3] != other[3] && search.tree.nodes.len() == 7);
    for path in [one, other] {
        assert_eq!(search.counted(&path[1..]), [(3, 0.5), (2, -0.5), (1, 0.5)]);
    }
}

/// The first line ends with a step, the others with a wall: so those share a node, although the
/// first to come to the position has another history.
#[test]
fn equal_histories_share_a_node_even_if_another_came_first() {
    let lines = [
        ["a1h", "c8h", "g1h", "f8h", "e2"],
        ["e2", "c8h", "a1h", "f8h", "g1h"],
        ["e2", "c8h", "g1h", "f8h", "a1h"],
    ];
    let mut search = SearchOfLines::new(&lines, usize::MAX);
    search.simulate_times(400);
    let [step, one, other] = [0, 1, 2].map(|line| search.path(line)[5]);
    assert!(step < one, "the line that ends with a step was first");
    assert!(one == other && one != step);
}

/// A full tree goes on with the moves that it has: a simulation ends where no move was tried, so
/// what is below a node is always what it counts.
#[test]
fn a_full_tree_goes_on_with_what_it_has() {
    let mut search = SearchOfLines::new(&WALLS_IN_TWO_ORDERS, 1 << 16);
    while !search.tree.is_full() {
        search.simulate();
    }
    let nodes = search.tree.nodes.len();
    for _ in 0..300 {
        assert!(!search.simulate());
        for id in 0..nodes as NodeId {
            let edges = search.tree.edges(id);
            let below: u32 = edges.iter().map(|edge| edge.visits).sum();
            assert!(below == 0 || search.tree.node(id).visits == 1 + below);
        }
    }
    assert_eq!(search.tree.nodes.len(), nodes);
}
