//! Who wins, as published: by board, for 0 to 10 walls each.

use quoridor_solve::{Value, Winners};

use crate::solution;

/// `1` the first player, `2` the second, `D` a draw, `?` not known.
const KNOWN: [(&str, &str); 17] = [
    ("2x3", "21111111111"),
    ("3x3", "22222222222"),
    ("4x3", "22211111111"),
    ("5x3", "22211111111"),
    ("6x3", "22221111111"),
    ("7x3", "22222222222"),
    ("8x3", "222D2222222"),
    ("9x3", "22222221111"),
    ("2x5", "22222222222"),
    ("3x5", "22212222222"),
    ("4x5", "22221111111"),
    ("5x5", "22222111111"),
    ("2x7", "22111111111"),
    ("3x7", "22222111111"),
    ("4x7", "2212111????"),
    ("2x9", "22222222222"),
    ("3x9", "222221111??"),
];

fn letter(value: Value) -> char {
    match value {
        Value::Win(_) => '1',
        Value::Loss(_) => '2',
        Value::Draw => 'D',
    }
}

fn winner(size: &str, walls: u8) -> char {
    letter(solution(size, walls, false).start())
}

fn compare(most_walls: impl Fn(&str) -> u8) {
    for (size, known) in KNOWN {
        for (walls, expected) in (0..=most_walls(size)).zip(known.chars()) {
            if expected != '?' {
                assert_eq!(winner(size, walls), expected, "{size} with {walls} walls each");
            }
        }
    }
}

/// The table that this project publishes names no other winner.
#[test]
fn the_table_of_solved_games_is_as_published() {
    let solved = Winners::solved();
    for (size, known) in KNOWN {
        for (walls, expected) in (0..).zip(known.chars()) {
            let value = solved.get(size.parse().unwrap(), walls);
            if let Some(found) = value.map(letter).filter(|_| expected != '?') {
                assert_eq!(found, expected, "{size} with {walls} walls each");
            }
        }
    }
}

#[test]
fn small_games_end_as_published() {
    compare(|size| match size {
        "2x3" | "3x3" | "4x3" | "5x3" | "2x5" | "3x5" | "2x7" | "2x9" => 10,
        "6x3" | "8x3" | "3x7" | "4x5" => 3,
        _ => 2,
    });
}

/// `cargo test --release -p quoridor-solve --test suite -- --ignored published`
#[test]
#[ignore = "takes some minutes and 2 GB"]
fn all_games_that_fit_into_two_gigabytes_end_as_published() {
    compare(|size| match size {
        "4x7" => 4,
        "3x9" | "5x5" => 8,
        _ => 10,
    });
}
