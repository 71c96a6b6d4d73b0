//! The counts of the search, and when it ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quoridor_core::{Game, MoveSet, Position};
use quoridor_engine::random::Random;
use quoridor_engine::{Decision, Limits, Value, Watch};
use quoridor_literature::search::mcts::{Expansion, MctsSettings};

use crate::searches::{choose, uniform};

const EXPANSIONS: [Expansion; 2] = [Expansion::AllChildren, Expansion::OneChild];

fn visits(decision: &Decision) -> u64 {
    decision.root.iter().map(|root| root.visits).sum()
}

#[test]
fn every_simulation_goes_through_one_move() {
    for expansion in EXPANSIONS {
        let mut search = uniform(MctsSettings { expansion, ..MctsSettings::default() });
        for simulations in [1, 2, 130, 131, 132, 1000] {
            let decision = choose(&mut search, &Game::default(), &Limits::simulations(simulations));
            assert_eq!((decision.nodes, visits(&decision)), (simulations, simulations));
            assert_eq!(decision.root.len(), 131);
            assert_eq!(
                (decision.mv, decision.value),
                (decision.root[0].mv, Some(decision.root[0].value))
            );
            assert_eq!(decision.line[0], decision.mv);
            assert!((decision.root.iter().map(|root| root.prior).sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn nodes_are_simulations_and_the_smaller_limit_counts() {
    let mut search = uniform(MctsSettings::default());
    for limits in [Limits::nodes(50), Limits { simulations: Some(90), ..Limits::nodes(50) }] {
        assert_eq!(choose(&mut search, &Game::default(), &limits).nodes, 50);
    }
}

#[test]
fn the_line_can_be_played() {
    let decision =
        choose(&mut uniform(MctsSettings::default()), &Game::default(), &Limits::simulations(5000));
    let mut game = Game::default();
    for &mv in &decision.line {
        game.play(mv).unwrap();
    }
    assert_eq!(decision.depth as usize, decision.line.len());
}

#[test]
fn the_same_again_and_again() {
    for expansion in EXPANSIONS {
        let settings = MctsSettings { expansion, ..MctsSettings::default() };
        let mut search = uniform(settings);
        let first = choose(&mut search, &Game::default(), &Limits::simulations(3000));
        // With what is left from the search before, and without.
        assert_eq!(choose(&mut search, &Game::default(), &Limits::simulations(3000)), first);
        assert_eq!(
            choose(&mut uniform(settings), &Game::default(), &Limits::simulations(3000)),
            first
        );
    }
}

#[test]
fn a_full_tree_goes_on_simulating() {
    for memory in [0, 2_000, 100_000] {
        for expansion in EXPANSIONS {
            let mut search = uniform(MctsSettings { memory, expansion, ..MctsSettings::default() });
            let decision = choose(&mut search, &Game::default(), &Limits::simulations(3000));
            assert_eq!((decision.nodes, visits(&decision)), (3000, 3000));
        }
    }
}

#[test]
fn a_win_in_one_move_needs_no_simulation() {
    let position: Position = "- / - / e8 a5 / 3 3 / 1".parse().unwrap();
    let decision = choose(
        &mut uniform(MctsSettings::default()),
        &Game::new(position),
        &Limits::simulations(1000),
    );
    assert_eq!((decision.mv, decision.value), ("e9".parse().unwrap(), Some(Value::WinIn(1))));
    assert_eq!(decision.nodes, 0);
}

#[test]
fn a_stopped_search_answers() {
    let stop = AtomicBool::new(true);
    let legal = Position::default().legal_moves();
    let mut no_report = |_: &_| {};
    let mut watch = Watch::new(&stop, &mut no_report);
    let mut search = uniform(MctsSettings::default());
    let decision =
        search.choose(&Game::default(), legal, Random::new(1), &Limits::NONE, &mut watch);
    assert!((1..=16).contains(&decision.nodes));
}

#[test]
fn time_ends_a_search() {
    let decision = choose(
        &mut uniform(MctsSettings::default()),
        &Game::default(),
        &Limits::time(Duration::from_millis(1)),
    );
    assert!(decision.nodes > 0);
}

#[test]
fn reports_come_and_change_nothing() {
    let game = Game::default();
    let quiet = choose(&mut uniform(MctsSettings::default()), &game, &Limits::simulations(5000));
    let stop = AtomicBool::new(false);
    let mut doubled = Vec::new();
    let mut note = |progress: &quoridor_engine::Progress| {
        if progress.nodes.is_power_of_two() {
            doubled.push(progress.nodes);
        }
    };
    let mut watch = Watch::new(&stop, &mut note);
    let legal = game.position().legal_moves();
    let mut search = uniform(MctsSettings::default());
    let watched =
        search.choose(&game, legal, Random::new(1), &Limits::simulations(5000), &mut watch);
    assert_eq!(watched, quiet);
    assert_eq!(doubled, [1024, 2048, 4096]);
    assert!(!stop.load(Ordering::Relaxed));
}

/// North is about to win. South can only choose to let it: but as it was not asked about its other
/// moves, that proves nothing.
#[test]
fn choices_that_lose_prove_no_loss() {
    let position: Position = "- / - / a1 e2 / 1 1 / 1".parse().unwrap();
    let choices: MoveSet =
        ["a2", "b1"].iter().map(|mv| mv.parse::<quoridor_core::Move>().unwrap()).collect();
    let stop = AtomicBool::new(false);
    let mut no_report = |_: &_| {};
    let mut watch = Watch::new(&stop, &mut no_report);
    let mut search = uniform(MctsSettings::default());
    let decision = search.choose(
        &Game::new(position),
        choices,
        Random::new(1),
        &Limits::nodes(1000),
        &mut watch,
    );
    assert!(choices.contains(decision.mv));
    assert_eq!(decision.root.len(), 2);
    assert_eq!(decision.root[0].value, Value::LossIn(2));
    assert_eq!(decision.value, Some(Value::Chance(0.0)));
}
