//! Counts that other programs agree on.

use std::sync::atomic::{AtomicU64, Ordering};

use quoridor_core::{Position, divide, divide_parallel, perft, read_perft_cases};

const AGREED: &str = include_str!("../../../../data/agreed.perft");

/// Deeper counts are checked by `cargo run --release -- perft --file data/agreed.perft`.
const MOST_NODES: u64 = 50_000_000;

#[test]
fn agreed_counts() {
    let cases = read_perft_cases(AGREED).unwrap();
    assert_eq!(cases.len(), 25);
    for case in cases {
        for (depth, &nodes) in (1..).zip(&case.counts) {
            if nodes <= MOST_NODES {
                assert_eq!(perft(&case.position, depth), nodes, "{} at depth {depth}", case.name);
            }
        }
    }
}

#[test]
fn divide_adds_up() {
    let start = Position::default();
    let parts = divide(&start, 3);
    assert_eq!(parts.len(), 131);
    assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 2_062_264);
    for threads in [1, 3] {
        let progress = AtomicU64::new(0);
        assert_eq!(divide_parallel(&start, 3, threads, &progress), parts);
        assert_eq!(progress.load(Ordering::Relaxed), 2_062_264);
    }
    for depth in [0, 1, 2] {
        assert_eq!(divide_parallel(&start, depth, 2, &AtomicU64::new(0)), divide(&start, depth));
    }
}

#[test]
fn bad_files_name_the_line() {
    for (text, message) in [
        ("name a\n\nperft 1", "line 2: a case must end with a perft line"),
        ("name a\nmoves e2", "line 2: a case must end with a perft line"),
        ("perft 1", "line 1: a case must have a name line before its perft line"),
        (
            "name a\nperft",
            "line 2: after perft there must be the numbers of sequences of 1, 2, 3 ... moves",
        ),
        ("# first\nnaem a", "line 2: a line must begin with name, variant, moves, perft or #"),
        ("name a\nmoves e9\nperft 1", "line 2: move 1, 'e9': illegal"),
        ("name a\nvariant 9x9", "line 2: not a variant"),
        (
            "name a\nname b",
            "line 2: a case has one name, then at most one variant, then at most one line of moves",
        ),
        ("name a\nmoves e2\nvariant 9x9, 2 players, 1 walls", "line 3: a case has one name"),
    ] {
        let error = read_perft_cases(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text:?} gives {error:?}");
    }
}
