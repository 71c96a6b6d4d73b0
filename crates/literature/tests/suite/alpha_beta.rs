//! Alpha-beta finds what plain minimax finds.

use std::sync::atomic::AtomicBool;

use quoridor_core::{Game, Position, Variant};
use quoridor_engine::registry::Options;
use quoridor_engine::{Decision, Limits, Value, Watch};
use quoridor_literature::eizagirre::{Walls, evaluate, tile_hash};
use quoridor_literature::mertens_2006::path_difference;
use quoridor_literature::saadatinia_2020;
use quoridor_literature::search::WIN;
use quoridor_literature::search::alpha_beta::{AlphaBeta, EveryMove};

use crate::positions::random_positions;

/// The value of a position, without any pruning: the definition.
fn minimax(position: &Position, depth: u32, ply: u32, evaluate: &dyn Fn(&Position) -> f64) -> f64 {
    if position.outcome().is_some() {
        return f64::from(ply) - WIN;
    }
    if depth == 0 {
        return evaluate(position);
    }
    let values = position.legal_moves().iter().map(|mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        -minimax(&next, depth - 1, ply + 1, evaluate)
    });
    values.fold(f64::NEG_INFINITY, f64::max)
}

fn decide<E: quoridor_literature::Evaluator>(
    search: &mut AlphaBeta<E>,
    position: &Position,
    limits: Limits,
) -> Decision {
    let game = Game::new(*position);
    let choices = position.legal_moves();
    search.choose(&game, choices, &limits, &mut Watch::new(&AtomicBool::new(false), &mut |_| {}))
}

fn number(value: Option<Value>) -> f64 {
    match value.unwrap() {
        Value::Score(score) => score,
        Value::WinIn(plies) => WIN - f64::from(plies),
        Value::LossIn(plies) => f64::from(plies) - WIN,
        Value::Steps(_) | Value::Chance(_) => unreachable!("its scores have no unit"),
    }
}

/// Small boards to depth 3, the standard one to depth 2 (and 3 where few moves are left).
fn cases() -> Vec<(Position, u32)> {
    let small = random_positions("5x5, 2 players, 3 walls".parse().unwrap(), 120, 2);
    let standard = random_positions(Variant::STANDARD, 80, 3);
    let few_moves = |position: &Position| position.legal_moves().len() < 40;
    let deep = standard
        .iter()
        .copied()
        .filter(few_moves)
        .map(|position| (position, 3))
        .collect::<Vec<_>>();
    let shallow = standard.into_iter().flat_map(|position| [(position, 1), (position, 2)]);
    small
        .into_iter()
        .flat_map(|position| [1, 2, 3].map(|depth| (position, depth)))
        .chain(shallow)
        .chain(deep)
        .collect()
}

#[test]
fn pruning_changes_no_value() {
    let eizagirre = |position: &Position| evaluate(position, 10.0, Walls::Squared);
    let mut nodes = [0; 2];
    for (position, depth) in cases() {
        let true_value = minimax(&position, depth, 0, &eizagirre);
        let limits = Limits::depth(depth);
        let without_table = decide(&mut AlphaBeta::new(eizagirre, EveryMove), &position, limits);
        let with_table = decide(
            &mut AlphaBeta::new(eizagirre, EveryMove).with_table(1 << 12),
            &position,
            limits,
        );
        let by_tiles = decide(
            &mut AlphaBeta::new(eizagirre, EveryMove).with_table_by(1 << 12, tile_hash),
            &position,
            limits,
        );
        for decision in [&without_table, &with_table, &by_tiles] {
            assert_eq!(number(decision.value), true_value, "{position:?} at depth {depth}");
        }
        // The line leads to the value.
        let mut end = position;
        for &mv in &without_table.line {
            end = end.play(mv).unwrap();
        }
        if end.outcome().is_none() {
            assert_eq!(without_table.line.len(), depth as usize);
            let sign = if end.turn() == position.turn() { 1.0 } else { -1.0 };
            assert_eq!(sign * eizagirre(&end), true_value, "{position:?} at depth {depth}");
        }
        nodes[0] += with_table.nodes;
        nodes[1] += without_table.nodes;
    }
    assert!(nodes[0] < nodes[1], "what a table is for: {nodes:?}");
}

#[test]
fn going_deeper_step_by_step_ends_with_the_same_value() {
    for (position, depth) in cases().into_iter().step_by(7) {
        let limits = Limits { nodes: Some(u64::MAX), ..Limits::depth(depth) };
        let decision = decide(
            &mut AlphaBeta::new(path_difference, EveryMove).with_table(1 << 12),
            &position,
            limits,
        );
        let true_value = minimax(&position, decision.depth, 0, &path_difference);
        assert_eq!(number(decision.value), true_value, "{position:?} at depth {depth}");
    }
}

#[test]
fn a_node_limit_gives_the_last_completed_depth() {
    for position in random_positions(Variant::STANDARD, 10, 4) {
        for nodes in [1, 50, 1_000, 20_000] {
            let decision = decide(
                &mut AlphaBeta::new(path_difference, EveryMove),
                &position,
                Limits::nodes(nodes),
            );
            assert!(decision.nodes <= nodes && position.is_legal(decision.mv));
            if decision.depth > 0 {
                let alone = decide(
                    &mut AlphaBeta::new(path_difference, EveryMove),
                    &position,
                    Limits::depth(decision.depth),
                );
                assert_eq!(decision.value, alone.value, "{position:?}");
            }
        }
    }
}

#[test]
fn wins_and_losses_are_counted_in_moves() {
    let search = |position: &str, depth| {
        let position: Position = position.parse().unwrap();
        decide(
            &mut AlphaBeta::new(path_difference, EveryMove).with_table(64),
            &position,
            Limits::depth(depth),
        )
        .value
    };
    assert_eq!(search("- / - / e8 a5 / 0 0 / 1", 3), Some(Value::WinIn(1)));
    assert_eq!(search("- / - / e7 a5 / 0 0 / 1", 3), Some(Value::WinIn(3)));
    assert_eq!(search("- / - / e5 a2 / 0 0 / 1", 4), Some(Value::LossIn(2)));
}

#[test]
fn a_stopped_search_still_answers() {
    let game = Game::default();
    let stopped = AtomicBool::new(true);
    let mut search = AlphaBeta::new(path_difference, EveryMove);
    let choices = game.position().legal_moves();
    let decision =
        search.choose(&game, choices, &Limits::NONE, &mut Watch::new(&stopped, &mut |_| {}));
    assert!(game.position().is_legal(decision.mv));
}

/// A filter hides defences, so what it finds to be won is not proved. (Here a wall that it drops
/// holds the win up.)
#[test]
fn a_filter_proves_nothing() {
    let value = |filter: &str, position: &str| {
        let player = Options::of(saadatinia_2020::KIND).with("filter", filter).unwrap();
        let mut agent = player.build().unwrap();
        quoridor_engine::choose_alone(
            agent.as_mut(),
            &Game::new(position.parse().unwrap()),
            &Limits::depth(3),
        )
        .value
        .unwrap()
    };
    let position = "a1 / b1 d2 / d1 d3 / 2 1 / 2 / 5x5";
    assert!(matches!(value("on", position), Value::Score(_)));
    assert!(matches!(value("off", position), Value::Score(_)));
    // Who wins at once has won.
    assert_eq!(value("on", "- / - / c4 a3 / 2 2 / 1 / 5x5"), Value::WinIn(1));
}
