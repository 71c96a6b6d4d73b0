//! The search against plain minimax, and what it promises.

use std::sync::atomic::AtomicBool;

use quoridor_core::{Game, Move, Player, Position, Variant};

use super::deepening::Deepening;
use super::evaluation::Weights;
use super::score::{DRAW, INFINITE, Score, loss_in, win_in};
use super::search::Pruning;
use super::table::Table;
use super::{Experience, Shared};
use crate::agent::{Agent, Watch, choose_alone};
use crate::decision::{Decision, Value};
use crate::limits::{Budget, Limits};
use crate::race::{Race, RaceValue};
use crate::random::Random;
use crate::registry::Spec;

/// The value of a position by its definition: no window, no table, no order.
fn minimax(position: &Position, depth: u32, ply: u32, path: &mut Vec<Position>, weights: &Weights) -> Score {
    let player = position.turn();
    if position.winner().is_some() {
        return loss_in(ply);
    }
    if path.contains(position) {
        return DRAW;
    }
    if position.walls_left(player) == 0 && position.walls_left(player.opposite()) == 0 {
        return match Race::solve(position).value_of(position) {
            RaceValue::Win(plies) => win_in(ply + u32::from(plies)),
            RaceValue::Loss(plies) => loss_in(ply + u32::from(plies)),
            RaceValue::Draw => DRAW,
        };
    }
    if position.legal_steps().intersects(position.goals(player)) {
        return win_in(ply + 1);
    }
    if depth == 0 {
        let (own, other) = (position.distance(player), position.distance(player.opposite()));
        return weights.refine(weights.evaluate_roughly(position, own, other), position);
    }
    path.push(*position);
    let values = position.legal_moves().iter().map(|mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        -minimax(&next, depth - 1, ply + 1, path, weights)
    });
    let best = values.max().expect("a game that is not over has a move");
    path.pop();
    best
}

fn random_positions(variant: Variant, count: usize) -> Vec<Position> {
    let mut random = Random::new(11);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start(variant);
        for _ in 0..random.below(20) {
            let legal: Vec<Move> = position.legal_moves().iter().collect();
            if let Some(mv) = random.pick(&legal) {
                position.play_unchecked(mv);
            }
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    positions
}

/// The root's score at a depth with all pruning off; the table is on.
fn without_pruning(position: &Position, depth: u32, weights: &Weights) -> Score {
    let mut table = Table::new(1).unwrap();
    table.begin_search();
    let (mut experience, game) = (Experience::default(), Game::new(*position));
    let mut search = Shared { table: &table, weights, game: &game }.search(&mut experience, Budget::new(&Limits::NONE));
    search.pruning = Pruning { is_on: false };
    let (stop, mut report) = (AtomicBool::new(false), |_: &_| {});
    let watch = Watch::new(&stop, &mut report);
    Deepening::new(search, &game, 1).best_from(0, depth, -INFINITE, INFINITE, &watch).unwrap()
}

#[test]
fn without_pruning_it_is_minimax() {
    let weights = Weights::new(
        Weights::DEFAULT.split(',').map(|number| number.parse().unwrap()).collect::<Vec<f64>>().try_into().unwrap(),
    );
    let small = random_positions("5x5, 2 players, 2 walls".parse().unwrap(), 150);
    let tiny = random_positions("3x3, 2 players, 2 walls".parse().unwrap(), 50);
    for (position, depths) in
        small.iter().map(|position| (position, 1..=3)).chain(tiny.iter().map(|position| (position, 1..=5)))
    {
        for depth in depths {
            // The root itself is not asked whether it is decided: its moves are.
            let values = position.legal_moves().iter().map(|mv| {
                let mut next = *position;
                next.play_unchecked(mv);
                -minimax(&next, depth - 1, 1, &mut vec![*position], &weights)
            });
            assert_eq!(
                without_pruning(position, depth, &weights),
                values.max().unwrap(),
                "{position:?} at depth {depth}"
            );
        }
    }
}

fn decide(position: &str, limits: Limits) -> Decision {
    let mut agent = "alphabeta:hash=4".parse::<Spec>().unwrap().build().unwrap();
    choose_alone(agent.as_mut(), &Game::new(position.parse().unwrap()), &limits)
}

#[test]
fn wins_are_found_and_counted() {
    assert_eq!(decide("- / - / e8 a5 / 10 10 / 1", Limits::depth(4)).value, Some(Value::WinIn(1)));
    let race = decide("- / - / a5 i5 / 0 0 / 1", Limits::depth(4));
    assert_eq!(race.value, Some(Value::WinIn(7)));
    assert_eq!(decide("- / - / a4 i5 / 0 0 / 1", Limits::depth(4)).value, Some(Value::LossIn(8)));
}

#[test]
fn a_won_race_is_played_out_without_a_detour() {
    let mut game = Game::new("- / - / a5 i5 / 0 0 / 1".parse().unwrap());
    let mut agent = "alphabeta:hash=4".parse::<Spec>().unwrap().build().unwrap();
    while game.position().outcome().is_none() {
        let decision = choose_alone(agent.as_mut(), &game, &Limits::depth(3));
        game.play(decision.mv).unwrap();
    }
    assert_eq!(game.position().winner(), Some(Player::South));
    assert_eq!(game.moves().len(), 7);
}

#[test]
fn lines_are_legal_and_the_same_again() {
    for position in random_positions(Variant::STANDARD, 30) {
        let game = Game::new(position);
        let decide = || {
            let mut agent = "alphabeta:hash=4".parse::<Spec>().unwrap().build().unwrap();
            choose_alone(agent.as_mut(), &game, &Limits::nodes(3_000))
        };
        let decision = decide();
        assert_eq!(decision, decide(), "{position:?}");
        assert!(decision.nodes <= 3_000);
        let mut end = position;
        for &mv in &decision.line {
            end = end.play(mv).unwrap();
        }
    }
}

#[test]
fn a_stopped_search_answers_at_once() {
    let mut agent = "alphabeta:hash=4".parse::<Spec>().unwrap().build().unwrap();
    let game = Game::default();
    let stopped = AtomicBool::new(true);
    let decision = Agent::choose(agent.as_mut(), &game, &Limits::NONE, &mut Watch::new(&stopped, &mut |_| {}));
    assert!(game.position().is_legal(decision.mv) && decision.nodes < 1_000);
}

/// Once it took a loss for granted without a look at the walls that prevent it.
#[test]
fn a_loss_is_claimed_only_after_every_wall() {
    let decision = decide("b1 e4 e5 / b5 / d4 d6 / 2 2 / 2 / 6x6", Limits::depth(4));
    assert!(matches!(decision.value, Some(Value::Score(_))), "{decision:?}");
}
