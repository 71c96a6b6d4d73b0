//! Counts that other programs agree on.

use std::sync::atomic::{AtomicU64, Ordering};

use quoridor_core::{
    MergeOptions, Position, divide, divide_parallel, perft, perft_merged, read_perft_cases,
};

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

/// With the mirror and without, with few positions at a time and with many.
#[test]
fn merged_positions_give_the_agreed_counts() {
    for case in read_perft_cases(AGREED).unwrap() {
        for (mirror, max_positions, threads) in
            [(true, 1_000_000, 2), (false, 1_000_000, 1), (true, 100, 1), (false, 1, 2)]
        {
            for (depth, &nodes) in (1..).zip(&case.counts) {
                let most = if max_positions > 100 { 300_000_000 } else { 3_000_000 };
                if nodes > most {
                    continue;
                }
                let options = MergeOptions { mirror, max_positions, threads };
                let so_far = AtomicU64::new(0);
                let counted = perft_merged(&case.position, depth, options, &so_far);
                assert_eq!(counted, Some(nodes), "{} at depth {depth}, {options:?}", case.name);
                assert_eq!(so_far.into_inner(), nodes);
            }
        }
    }
}

/// Merged counts reach depths at which 64 bits are not enough.
#[test]
fn too_large_counts_are_noticed() {
    let start = read_perft_cases(AGREED).unwrap().remove(1).position;
    let options = MergeOptions { mirror: true, max_positions: 1_000_000, threads: 1 };
    let count = |depth| perft_merged(&start, depth, options, &AtomicU64::new(0));
    assert_eq!(count(0), Some(1));
    assert!(count(40).is_some_and(|nodes| nodes > u64::from(u32::MAX)));
    assert_eq!(count(200), None);
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
