//! Plain exhaustive search, written without the solver's code: every position that can be reached
//! is listed by the rules, and values are found move by move from the ends of games.

use std::collections::HashMap;

use quoridor_core::{Position, Symmetry, Variant};
use quoridor_solve::Value;

use crate::{solution, variant};

/// The values of all positions that can be reached from the start.
pub(crate) fn exhaustive(variant: Variant) -> HashMap<Position, Value> {
    let start = Position::start(variant);
    let mut numbers = HashMap::from([(start, 0)]);
    let mut positions = vec![start];
    let mut successors: Vec<Vec<usize>> = Vec::new();
    while successors.len() < positions.len() {
        let position = positions[successors.len()];
        let mut after = Vec::new();
        for mv in position.legal_moves() {
            let next = position.play(mv).unwrap();
            let number = *numbers.entry(next).or_insert_with(|| {
                positions.push(next);
                positions.len() - 1
            });
            after.push(number);
        }
        successors.push(after);
    }
    // Round n finds what is decided in n moves, and no sooner.
    let mut values: Vec<Option<Value>> =
        positions.iter().map(|position| position.winner().map(|_| Value::Loss(0))).collect();
    let mut last_found = 0;
    for moves in 1..250 {
        let found: Vec<(usize, Value)> = (0..positions.len())
            .filter(|&number| values[number].is_none())
            .filter_map(|number| {
                let mut after = successors[number].iter().map(|&next| values[next]);
                if after.clone().any(|next| matches!(next, Some(Value::Loss(_)))) {
                    Some((number, Value::Win(moves)))
                } else if after.all(|next| matches!(next, Some(Value::Win(_)))) {
                    Some((number, Value::Loss(moves)))
                } else {
                    None
                }
            })
            .collect();
        if !found.is_empty() {
            last_found = moves;
        }
        for (number, value) in found {
            values[number] = Some(value);
        }
        if moves > last_found + 2 {
            break;
        }
    }
    let values = values.into_iter().map(|value| value.unwrap_or(Value::Draw));
    positions.into_iter().zip(values).collect()
}

#[test]
fn every_reachable_position_of_small_games_has_its_value() {
    let mut compared = 0;
    for (size, walls) in [
        ("2x3", 0),
        ("2x3", 1),
        ("2x3", 2),
        ("2x3", 5),
        ("3x3", 0),
        ("3x3", 1),
        ("3x3", 2),
        ("3x3", 3),
        ("4x3", 1),
        ("4x3", 2),
        ("2x4", 3),
        ("3x4", 1),
        ("3x4", 2),
        ("2x5", 2),
        ("2x5", 4),
        ("3x5", 1),
        ("5x3", 1),
        ("4x4", 1),
        ("5x5", 0),
        ("6x3", 1),
        ("2x9", 1),
        ("9x9", 0),
        ("8x3", 1),
        ("7x5", 0),
    ] {
        let solution = solution(size, walls, true);
        for (position, value) in exhaustive(variant(size, walls)) {
            assert_eq!(solution.value(&position), Some(value), "{position}");
            for symmetry in Symmetry::ALL {
                let image = symmetry.position(&position).unwrap();
                assert_eq!(solution.value(&image), Some(value), "{image}");
            }
            compared += 1;
        }
    }
    assert!(compared > 500_000, "{compared} positions");
}

/// Moves are sorted by value, and the best one has the value of the position.
#[test]
fn the_best_move_keeps_the_value() {
    let solution = solution("3x3", 2, true);
    for (position, value) in exhaustive(variant("3x3", 2)) {
        if position.winner().is_some() {
            continue;
        }
        let moves = solution.moves(&position).unwrap();
        assert_eq!(moves.len(), position.legal_moves().len());
        assert_eq!(moves[0].1, value);
    }
}
