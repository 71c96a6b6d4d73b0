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
    let pending = |tree: &Tree, place| tree.node(place).pending;
    assert_eq!(second.iter().map(|&place| pending(&tree, place)).max(), Some(1));
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
    let totals = |tree: &Tree, path: &[Place]| -> Vec<f64> {
        path.iter().map(|&place| tree.node(place).total).collect()
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
    assert_eq!(other.node(other.root()).total, -0.5);
}

/// A tree after six simulations that follow two lines of three moves in turn, and what each found:
/// whether it was a leaf to evaluate. The policy wants nothing else. After a whole line North has
/// an expected score of three quarters, half a point from -1 to 1; all before is even.
fn tree_of_lines(lines: [[&str; 3]; 2]) -> (Tree, Vec<bool>) {
    let game = Game::default();
    let root = game.position();
    let evaluation = |position: &Position| {
        let (mut policy, mut is_in_a_line) = ([0.0; POLICY_SIZE], false);
        for line in lines {
            let mut now = *root;
            for mv in line.map(|text| text.parse::<Move>().unwrap()) {
                if now == *position {
                    let place = policy_places(now.turn())[usize::from(mv.index())];
                    (policy[usize::from(place)], is_in_a_line) = (100.0, true);
                }
                now = now.play(mv).unwrap();
            }
        }
        let value = if is_in_a_line { 0.0 } else { 3_f32.ln() };
        Evaluation::new(position, &policy, value, 1.0, true)
    };
    let (mut tree, settings) = (Tree::new(usize::MAX), Settings::default());
    assert!(tree.begin(&game, &settings));
    tree.expand(&[tree.root()], root, &evaluation(root));
    let seen = [root.hash()];
    let simulate = |_| match tree.select(root, &seen, &settings) {
        Leaf::New { path, position } => {
            tree.expand(&path, &position, &evaluation(&position));
            true
        }
        Leaf::Known => false,
        Leaf::Busy => panic!("there is one thread"),
    };
    let is_new = (0..6).map(simulate).collect();
    (tree, is_new)
}

/// The nodes after each of the moves.
fn nodes_after(tree: &Tree, moves: [&str; 3]) -> [Place; 3] {
    let mut place = tree.root();
    moves.map(|text| {
        let mv: Move = text.parse().unwrap();
        place = tree.edges(place).iter().find(|edge| edge.mv == mv).unwrap().child;
        place
    })
}

/// The visits and the sum of the values, which single precision makes inexact.
fn counted(tree: &Tree, place: Place) -> (u32, f64) {
    let node = tree.node(place);
    (node.visits, (node.total * 1e6).round() / 1e6)
}

/// By hand: the last simulation comes to the position of the one before without an evaluation, and
/// what was found there counts on its path as it did on the other.
#[test]
fn walls_in_another_order_lead_to_the_same_node() {
    let lines = [["a1h", "c8h", "g1h"], ["g1h", "c8h", "a1h"]];
    let (tree, is_new) = tree_of_lines(lines);
    assert_eq!(is_new, [true, true, true, true, true, false]);
    let [one, other] = lines.map(|line| nodes_after(&tree, line));
    assert!(one[2] == other[2] && one[1] != other[1] && tree.nodes.len() == 6);
    for path in [one, other] {
        assert_eq!(path.map(|place| counted(&tree, place)), [(3, 0.5), (2, -0.5), (1, 0.5)]);
    }
    assert_eq!(counted(&tree, tree.root()), (7, -1.0));
}

/// The pawn came there through other squares, and to go back to those would be a repetition: two
/// nodes, but one evaluation.
#[test]
fn steps_on_another_way_lead_to_a_node_of_their_own() {
    let lines = [["e2", "e8", "d2"], ["d1", "e8", "d2"]];
    let (tree, is_new) = tree_of_lines(lines);
    assert_eq!(is_new, [true, true, true, true, true, false]);
    let [one, other] = lines.map(|line| nodes_after(&tree, line));
    assert!(one[2] != other[2] && tree.nodes.len() == 7);
    for path in [one, other] {
        assert_eq!(path.map(|place| counted(&tree, place)), [(3, 0.5), (2, -0.5), (1, 0.5)]);
    }
}
