//! Counting move sequences, the test of a move generator.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::mv::Move;
use crate::position::Position;

/// The number of legal move sequences of exactly `depth` moves.
///
/// A finished game has no moves, so a sequence that ends the game early does not count. The last
/// move is counted, not made. It calls itself once for every move, so thousands of moves may be
/// more than the stack holds.
///
/// ```
/// use quoridor_core::{Position, perft};
/// assert_eq!(perft(&Position::default(), 2), 16_677);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().fold(0, |nodes, mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        nodes + perft(&next, depth - 1)
    })
}

/// [`perft`] of each legal move; zero is no depth for it, and gives nothing.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().iter().map(|mv| (mv, perft(&after(position, mv), rest))).collect()
}

/// [`divide`] on several threads. `progress` counts the nodes found so far, for a
/// progress display.
///
/// The work is cut after two moves and dealt out piece by piece, so that no thread waits long for
/// another at the end.
pub fn divide_parallel(
    position: &Position,
    depth: u32,
    threads: usize,
    progress: &AtomicU64,
) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let moves: Vec<Move> = position.legal_moves().iter().collect();
    let totals: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let pieces: Vec<(usize, Position)> = moves
        .iter()
        .enumerate()
        .flat_map(|(place, &mv)| {
            let next = after(position, mv);
            let replies = if rest < 2 {
                vec![next]
            } else {
                next.legal_moves().iter().map(|reply| after(&next, reply)).collect()
            };
            replies.into_iter().map(move |position| (place, position))
        })
        .collect();
    let depth_of_piece = if rest < 2 { rest } else { rest - 1 };
    let next_piece = AtomicUsize::new(0);
    let work = || {
        while let Some((place, position)) = pieces.get(next_piece.fetch_add(1, Ordering::Relaxed)) {
            let nodes = perft(position, depth_of_piece);
            totals[*place].fetch_add(nodes, Ordering::Relaxed);
            progress.fetch_add(nodes, Ordering::Relaxed);
        }
    };
    // This thread works too; a machine that will not give as many others as asked for makes it
    // slower, not wrong.
    thread::scope(|scope| {
        for _ in 1..threads.min(pieces.len()) {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    moves.into_iter().zip(totals.into_iter().map(AtomicU64::into_inner)).collect()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}
