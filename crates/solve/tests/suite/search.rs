//! The search for single values against the solver and plain exhaustive search.

use quoridor_solve::{Options, Progress, Search, SolveError, Space, Value, Winners, solve};

use crate::exhaustive::exhaustive;
use crate::variant;

fn search(size: &str, walls: [u8; 2]) -> Search {
    Search::new(&Space::with_handicap(size.parse().unwrap(), walls), 1 << 30)
}

fn start(size: &str, walls: [u8; 2]) -> Value {
    search(size, walls).start(&Progress::default()).unwrap()
}

/// Every position that can be reached: with one search for all of a game, which uses again what it
/// has found for others, and for some positions with a search of their own.
#[test]
fn every_reachable_position_of_small_games_has_its_value() {
    let progress = Progress::default();
    let (mut compared, mut alone) = (0, 0);
    for (size, walls) in [
        ("2x3", 2),
        ("2x3", 5),
        ("3x3", 0),
        ("3x3", 2),
        ("3x3", 3),
        ("4x3", 1),
        ("4x3", 2),
        ("3x4", 1),
        ("5x3", 1),
    ] {
        let mut shared = search(size, [walls; 2]);
        let mut positions: Vec<_> = exhaustive(variant(size, walls)).into_iter().collect();
        positions.sort_by_cached_key(|(position, _)| position.to_string());
        for (number, (position, value)) in positions.iter().enumerate() {
            assert_eq!(shared.value(position, &progress).unwrap(), Some(*value), "{position}");
            compared += 1;
            if number % 97 == 0 {
                let found = search(size, [walls; 2]).value(position, &progress).unwrap();
                assert_eq!(found, Some(*value), "{position}");
                alone += 1;
            }
        }
    }
    assert!(compared > 20_000 && alone > 200, "{compared} positions, {alone} alone");
}

/// The table of solved games was written by the solver.
#[test]
fn starts_have_the_values_that_the_solver_found() {
    let solved = Winners::solved();
    let mut compared = 0;
    for (size, values) in solved.iter() {
        let size = size.to_string();
        let most = match &*size {
            "2x3" | "3x3" | "4x3" | "2x5" | "3x5" | "2x7" | "2x9" => 10,
            "5x3" => 5,
            "6x3" | "7x3" | "8x3" | "4x5" | "3x7" => 3,
            "9x3" | "5x5" | "3x9" => 2,
            _ => 1,
        };
        for (walls, value) in (0..=most).zip(values) {
            if let Some(value) = value {
                assert_eq!(start(&size, [walls; 2]), *value, "{size}, {walls} walls each");
                compared += 1;
            }
        }
    }
    assert!(compared > 120, "{compared} games");
}

#[test]
fn handicaps_have_the_values_that_the_solver_finds() {
    for (size, walls) in [
        ("4x3", [3, 4]),
        ("4x3", [0, 3]),
        ("3x5", [1, 3]),
        ("3x5", [4, 2]),
        ("4x5", [2, 1]),
        ("8x3", [2, 3]),
    ] {
        let space = Space::with_handicap(size.parse().unwrap(), walls);
        let options = Options { threads: 2, memory: 1 << 30, keep: false };
        let solution = solve(&space, options, None, &Progress::default()).unwrap();
        assert_eq!(start(size, walls), solution.start(), "{size} {walls:?}");
    }
}

#[test]
fn the_search_keeps_to_the_memory_allowed() {
    let mut search = Search::new(&Space::new("5x5".parse().unwrap(), 3), 1 << 20);
    let error = search.start(&Progress::default()).unwrap_err();
    assert!(matches!(error, SolveError::SearchMemory { allowed: 0x10_0000 }), "{error}");
    assert!(search.effort().bytes < 3 << 19, "{:?}", search.effort());
}

/// A position of another game is refused, and a finished one needs no search.
#[test]
fn only_positions_of_the_game_are_searched() {
    let progress = Progress::default();
    let mut search = search("3x3", [1, 1]);
    let mut value = |text: &str| search.value(&text.parse().unwrap(), &progress).unwrap();
    assert_eq!(value("- / - / b1 b3 / 1 1 / 1 / 3x3"), Some(Value::Loss(8)));
    assert_eq!(value("- / - / b1 b3 / 2 2 / 1 / 3x3"), None);
    assert_eq!(value("- / - / b3 a2 / 1 1 / 2 / 3x3"), Some(Value::Loss(0)));
}
