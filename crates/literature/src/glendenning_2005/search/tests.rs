//! The search against plain minimax, and each of its modifications.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quoridor_core::{Player, Square, Variant};
use quoridor_engine::{Progress, Value};

use super::*;
use crate::glendenning_2005::evaluation::WeightedSum;
use crate::glendenning_2005::features::FEATURES;
use crate::glendenning_2005::{champions, sample};

/// Chooses among all moves without anybody watching.
fn choose(
    evaluator: impl Evaluator,
    cutoff: u64,
    position: &Position,
    limits: &Limits,
) -> Decision {
    let (stop, mut report) = (AtomicBool::new(false), |_: &Progress| {});
    GlendenningSearch::new(evaluator, cutoff).choose(
        position,
        position.legal_moves(),
        limits,
        &mut Watch::new(&stop, &mut report),
    )
}

/// A champion that uses eight features, none of them slow.
fn heta2() -> WeightedSum {
    WeightedSum::new(&FEATURES, &champions::weights("heta2").unwrap())
}

/// A value that says nothing, but another one for every position.
fn noise(position: &Position) -> f64 {
    (position.hash() >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
}

/// Minimax without any pruning but that of loops, if it is wanted.
struct Minimax<E> {
    evaluator: E,
    prune_loops: bool,
    path: Vec<Position>,
    /// How often every move was a loop.
    dead_ends: u32,
}

impl<E: Evaluator> Minimax<E> {
    fn new(evaluator: E, prune_loops: bool) -> Self {
        Self { evaluator, prune_loops, path: Vec::new(), dead_ends: 0 }
    }

    fn value(&mut self, position: &Position, depth: u32) -> f64 {
        if position.winner().is_some() {
            return self.path.len() as f64 - WIN;
        }
        if depth == 0 {
            return self.evaluator.evaluate(position);
        }
        self.path.push(*position);
        let children = position.legal_moves().iter().map(|mv| position.play(mv).unwrap());
        let children: Vec<Position> =
            children.filter(|child| !self.prune_loops || !self.path.contains(child)).collect();
        let values: Vec<f64> = children.iter().map(|child| -self.value(child, depth - 1)).collect();
        self.path.pop();
        values.into_iter().reduce(f64::max).unwrap_or_else(|| {
            self.dead_ends += 1;
            self.evaluator.evaluate(position)
        })
    }
}

#[test]
fn the_value_is_that_of_plain_minimax() {
    let small: Variant = Variant { size: "5x5".parse().unwrap(), walls: 2, ..Variant::STANDARD };
    for (variant, deepest) in [(Variant::STANDARD, 2), (small, 3)] {
        for position in sample::positions(variant, 200) {
            for depth in 1..=deepest {
                let decision = choose(heta2(), u64::MAX, &position, &Limits::depth(depth));
                let plain = Minimax::new(heta2(), false).value(&position, depth);
                assert_eq!(
                    decision.value,
                    Some(as_proof(plain, true, true)),
                    "{position} at depth {depth}"
                );
                let after = position.play(decision.mv).unwrap();
                let below = Minimax { path: vec![position], ..Minimax::new(heta2(), false) }
                    .value(&after, depth - 1);
                assert_eq!(-below, plain, "{position} at depth {depth}: {}", decision.mv);
            }
        }
    }
}

/// Each pawn in a corridor of its own, closed at the back: column a leads from a1 to South's goal,
/// column e from e5 to North's.
const CORRIDORS: &str = "- / a1 a3 d2 d4 / a2 e4 / 0 0 / 1 / 5x5";

#[test]
fn loops_are_pruned() {
    let pawns_only = Variant { size: "5x9".parse().unwrap(), walls: 0, ..Variant::STANDARD };
    let mut positions = sample::positions(pawns_only, 30);
    positions.push(CORRIDORS.parse().unwrap());
    let mut loops_mattered = false;
    let mut dead_ends = 0;
    for position in positions {
        for depth in 4..=6 {
            let decision = choose(noise, u64::MAX, &position, &Limits::depth(depth));
            let mut pruned = Minimax::new(noise, true);
            let value = pruned.value(&position, depth);
            assert_eq!(
                decision.value,
                Some(as_proof(value, true, true)),
                "{position} at depth {depth}"
            );
            loops_mattered |= value != Minimax::new(noise, false).value(&position, depth);
            dead_ends += pruned.dead_ends;
        }
    }
    assert!(loops_mattered, "no loop changed a value");
    assert!(dead_ends > 0, "no state had loops only");
}

/// At depth 4, North wants to come back to where the search began, and can: whatever South does,
/// both pawns can be back by then. As that is a loop, North has to go on to e2 instead; or, after
/// e5, it has nothing but the loop, and the state is evaluated as it is.
#[test]
fn a_loop_worked_by_hand() {
    let root: Position = CORRIDORS.parse().unwrap();
    let mut loops_only = root;
    for step in ["a1", "e5", "a2"] {
        loops_only = loops_only.play(step.parse().unwrap()).unwrap();
    }
    let went_on = ["a2", "e2"].map(|name| name.parse::<Square>().unwrap());
    let evaluator = |position: &Position| {
        if *position == root {
            -0.5
        } else if *position == loops_only {
            -0.9
        } else if [position.pawn(Player::South), position.pawn(Player::North)] == went_on {
            0.5
        } else {
            -1.0
        }
    };
    assert_eq!(Minimax::new(evaluator, false).value(&root, 4), -0.5);
    assert_eq!(
        choose(evaluator, u64::MAX, &root, &Limits::depth(4)).value,
        Some(Value::Score(0.5))
    );
}

#[test]
fn a_winning_step_is_played_at_once() {
    for text in ["- / - / e8 a2 / 10 10 / 1", "- / - / a7 e2 / 2 2 / 2"] {
        let position: Position = text.parse().unwrap();
        let evaluator = |_: &Position| -> f64 { panic!("nothing need be evaluated") };
        let decision = choose(evaluator, CUTOFF, &position, &Limits::nodes(1_000_000));
        assert_eq!(decision.value, Some(Value::WinIn(1)));
        assert_eq!((decision.depth, decision.nodes), (1, 0));
        assert!(position.play(decision.mv).unwrap().winner().is_some(), "{text}: {}", decision.mv);
    }
}

/// The numbers of leaves of each iteration, where no game ends within reach.
fn leaves_by_iteration(cutoff: u64, limits: &Limits) -> Vec<u64> {
    let leaves = AtomicU64::new(0);
    let mut inner = heta2();
    let evaluator = |position: &Position| {
        leaves.fetch_add(1, Ordering::Relaxed);
        inner.evaluate(position)
    };
    let iterations = RefCell::new(Vec::new());
    let mut report = |_: &Progress| iterations.borrow_mut().push(leaves.swap(0, Ordering::Relaxed));
    let stop = AtomicBool::new(false);
    let position = Position::default();
    GlendenningSearch::new(evaluator, cutoff).choose(
        &position,
        position.legal_moves(),
        limits,
        &mut Watch::new(&stop, &mut report),
    );
    iterations.into_inner()
}

#[test]
fn no_iteration_follows_one_of_many_leaves() {
    let all = leaves_by_iteration(u64::MAX, &Limits::depth(3));
    assert_eq!(all.len(), 3);
    assert_eq!(all[0], 131, "every move of the start");
    // The last iteration may be as long as it likes; it is the one before that counts.
    assert_eq!(leaves_by_iteration(131, &Limits::depth(3)), all[..1]);
    assert_eq!(leaves_by_iteration(132, &Limits::depth(3)), all[..2]);
    assert_eq!(leaves_by_iteration(all[1] + 1, &Limits::depth(3)), all[..3]);
}

/// On the variation of the iteration before, the first leaf that the next one comes to lies below
/// its moves.
#[test]
fn the_move_of_the_last_iteration_is_looked_at_first() {
    let position: Position = "- / - / e3 e7 / 10 10 / 1".parse().unwrap();
    let shallow = choose(noise, u64::MAX, &position, &Limits::depth(1));
    let leaves = std::sync::Mutex::new(Vec::new());
    let evaluator = |leaf: &Position| {
        leaves.lock().unwrap().push(*leaf);
        noise(leaf)
    };
    choose(evaluator, u64::MAX, &position, &Limits::depth(2));
    let legal = position.legal_moves().len();
    let after = position.play(shallow.mv).unwrap();
    let first_of_second = leaves.lock().unwrap()[legal];
    let replies: HashSet<Position> =
        after.legal_moves().iter().map(|mv| after.play(mv).unwrap()).collect();
    assert_ne!(Some(shallow.mv), position.legal_moves().iter().next());
    assert!(replies.contains(&first_of_second));
}

#[test]
fn only_completed_iterations_count() {
    let position = Position::default();
    let complete = choose(heta2(), u64::MAX, &position, &Limits::depth(2));
    let nodes = complete.nodes;
    let exactly = choose(heta2(), u64::MAX, &position, &Limits::nodes(nodes));
    assert_eq!((exactly.depth, exactly.mv, exactly.value), (2, complete.mv, complete.value));
    let one_less = choose(heta2(), u64::MAX, &position, &Limits::nodes(nodes - 1));
    let shallow = choose(heta2(), u64::MAX, &position, &Limits::depth(1));
    assert_eq!((one_less.depth, one_less.mv, one_less.value), (1, shallow.mv, shallow.value));
    // Without any, the first move.
    let none = choose(heta2(), u64::MAX, &position, &Limits::nodes(5));
    assert_eq!(
        (none.depth, none.value, none.mv),
        (0, None, Move::Step("d1".parse::<Square>().unwrap()))
    );
}
