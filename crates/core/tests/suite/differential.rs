//! The crate and the slow implementation agree on every legal set and every reason.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use quoridor_core::{IllegalMove, Move, MoveSet, Position, Seats};

use crate::random::{self, Random};
use crate::slow::SlowPosition;

/// Cases covered by the random positions: the test is only as good as they are.
#[derive(Default)]
struct Met {
    positions: AtomicU64,
    multiplayer: AtomicU64,
    small_boards: AtomicU64,
    mazes: AtomicU64,
    jumps: AtomicU64,
    sealing: AtomicU64,
    sealing_others: AtomicU64,
    passes: AtomicU64,
    finished: AtomicU64,
}

/// Compares everything the two say about one position.
fn compare(position: &Position, slow: &SlowPosition, met: &Met) {
    let judged = slow.judge_all();
    let count =
        |counter: &AtomicU64, when: bool| counter.fetch_add(u64::from(when), Ordering::Relaxed);
    assert_eq!(position.turn(), slow.turn(), "{position:?}");
    assert_eq!(position.winner(), slow.winner(), "{position:?}");
    assert_eq!(position.walls().iter().collect::<HashSet<_>>(), slow.walls(), "{position:?}");
    for (index, &player) in position.seats().players().iter().enumerate() {
        assert_eq!(position.pawn(player), slow.pawn(index), "{position:?}");
        assert_eq!(u32::from(position.walls_left(player)), slow.walls_left(index), "{position:?}");
    }

    let legal: MoveSet =
        judged.iter().filter(|(_, reason)| reason.is_none()).map(|&(mv, _)| mv).collect();
    assert_eq!(position.legal_moves(), legal, "{position:?}");
    assert_eq!(position.legal_steps(), legal.steps, "{position:?}");
    assert_eq!(position.legal_walls(), legal.walls, "{position:?}");
    for &(mv, reason) in &judged {
        assert_eq!(position.check(mv).err(), reason, "{position:?} {mv}");
        assert_eq!(position.is_legal(mv), reason.is_none(), "{position:?} {mv}");
        if let Some(IllegalMove::SealsOff { player, .. }) = reason {
            count(&met.sealing, true);
            count(&met.sealing_others, player != position.turn());
        }
    }
    if position.seats() == Seats::Two && position.outcome().is_none() {
        assert!(
            !legal.steps.is_empty() || !legal.walls.is_empty(),
            "two players always have a move: {position:?}"
        );
        assert!(!legal.pass, "{position:?}");
    }

    let from = position.pawn(position.turn());
    let is_jump = |mv: &Move| {
        let Move::Step(to) = mv else { return false };
        from.column().abs_diff(to.column()) + from.row().abs_diff(to.row()) > 1
    };
    count(&met.positions, true);
    count(&met.multiplayer, position.seats() != Seats::Two);
    count(&met.small_boards, position.variant().size.width() < 9);
    count(&met.mazes, position.walls().len() > 20);
    count(&met.jumps, legal.iter().any(|mv| is_jump(&mv)));
    count(&met.passes, legal.pass);
    count(&met.finished, position.outcome().is_some());
}

/// Plays random games until enough positions have been compared.
fn compare_positions(enough: u64) -> Met {
    let met = Met::default();
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    thread::scope(|scope| {
        for first in 0..threads {
            let met = &met;
            scope.spawn(move || {
                let mut seed = first;
                while met.positions.load(Ordering::Relaxed) < enough {
                    let mut random = Random::new(seed);
                    let variant = random::variant(&mut random);
                    let mut slow = SlowPosition::start(variant);
                    compare(&Position::start(variant), &slow, met);
                    for (mv, position) in random::game(variant, &mut random) {
                        slow.play(mv);
                        compare(&position, &slow, met);
                    }
                    seed += threads;
                }
            });
        }
    });
    met
}

fn assert_variety(met: &Met, positions: u64) {
    let at_least = |counter: &AtomicU64, share: u64, what: &str| {
        let met = counter.load(Ordering::Relaxed);
        assert!(met >= positions / share, "only {met} {what}");
        println!("{met} {what}");
    };
    at_least(&met.positions, 1, "positions");
    at_least(&met.multiplayer, 5, "positions of three or four players");
    at_least(&met.small_boards, 5, "positions on narrow boards");
    at_least(&met.mazes, 50, "positions with more than twenty walls");
    at_least(&met.jumps, 50, "positions with a jump");
    at_least(&met.sealing, 2, "walls that seal somebody off");
    at_least(&met.sealing_others, 4, "walls that seal off somebody else first");
    at_least(&met.passes, 100_000, "positions where only a pass is legal");
    at_least(&met.finished, 200, "finished games");
}

#[test]
fn hundred_thousand_positions() {
    assert_variety(&compare_positions(100_000), 100_000);
}

/// `cargo test --release -p quoridor-core --test suite -- --ignored --nocapture million_positions`
#[test]
#[ignore = "takes minutes: run by name"]
fn million_positions() {
    assert_variety(&compare_positions(1_000_000), 1_000_000);
}
