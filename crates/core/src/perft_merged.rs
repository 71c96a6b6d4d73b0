//! Counting move sequences with equal positions merged: depths that are out of reach one by one.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::perft::perft;
use crate::position::Position;
use crate::symmetry::Symmetry;

/// How [`perft_merged`] counts.
#[derive(Clone, Copy, Debug)]
pub struct MergeOptions {
    /// Whether a position and its mirror image are one. (Of games for three or four there is none.)
    pub mirror: bool,
    /// About how many positions of one ply are held at once; each takes about 150 bytes. Fewer
    /// merge less, and the count is the same.
    pub max_positions: usize,
    /// How many threads count the last moves.
    pub threads: usize,
}

/// The number of legal move sequences of exactly `depth` moves, as [`perft`](fn@perft) counts them;
/// `None` if it exceeds 64 bits.
///
/// Ply by ply, every position is held once with the number of sequences that lead to it; walls in
/// another order make the same position. The last two moves are counted, not merged. `progress`
/// counts the sequences found so far.
///
/// ```
/// use std::sync::atomic::AtomicU64;
/// use quoridor_core::{MergeOptions, Position, perft_merged};
/// let options = MergeOptions { mirror: true, max_positions: 100_000, threads: 1 };
/// let nodes = perft_merged(&Position::default(), 4, options, &AtomicU64::new(0));
/// assert_eq!(nodes, Some(247_569_030));
/// ```
pub fn perft_merged(
    position: &Position,
    depth: u32,
    options: MergeOptions,
    progress: &AtomicU64,
) -> Option<u64> {
    count(HashMap::from([(*position, 1)]), depth, options, progress)
}

/// Positions of one ply, each with the number of sequences that lead to it.
type Ply = HashMap<Position, u64>;

fn count(ply: Ply, depth: u32, options: MergeOptions, progress: &AtomicU64) -> Option<u64> {
    if depth <= 2 {
        return count_last(ply, depth, options.threads, progress);
    }
    let (mut total, mut next) = (0_u64, Ply::new());
    for (position, sequences) in ply {
        for mv in position.legal_moves() {
            let mut after = position;
            after.play_unchecked(mv);
            if options.mirror {
                after = either_mirror(after);
            }
            let merged = next.entry(after).or_insert(0);
            *merged = merged.checked_add(sequences)?;
        }
        if next.len() >= options.max_positions {
            let full = core::mem::take(&mut next);
            total = total.checked_add(count(full, depth - 1, options, progress)?)?;
        }
    }
    total.checked_add(count(next, depth - 1, options, progress)?)
}

/// Of a position and its mirror image always the same one.
fn either_mirror(position: Position) -> Position {
    let key = |position: &Position| (position.pawns(), position.walls());
    match Symmetry::Mirror.position(&position) {
        Some(image) if key(&image) < key(&position) => image,
        _ => position,
    }
}

fn count_last(ply: Ply, depth: u32, threads: usize, progress: &AtomicU64) -> Option<u64> {
    const BATCH: usize = 256;
    let pieces = ply.len().div_ceil(BATCH);
    let positions = Mutex::new(ply.into_iter());
    let total = Mutex::new(Some(0_u64));
    let work = || {
        let batch = || -> Vec<(Position, u64)> {
            positions
                .lock()
                .map_or_else(|_| Vec::new(), |mut left| left.by_ref().take(BATCH).collect())
        };
        loop {
            let batch = batch();
            if batch.is_empty() {
                return;
            }
            let nodes = batch.iter().try_fold(0_u64, |nodes, (position, sequences)| {
                nodes.checked_add(sequences.checked_mul(perft(position, depth))?)
            });
            progress.fetch_add(nodes.unwrap_or(0), Ordering::Relaxed);
            if let Ok(mut total) = total.lock() {
                *total = total.zip(nodes).and_then(|(total, nodes)| total.checked_add(nodes));
            }
        }
    };
    // This thread works too; a machine that will not give as many others as asked for makes it
    // slower, not wrong.
    thread::scope(|scope| {
        for _ in 1..threads.min(pieces) {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    total.into_inner().unwrap_or_default()
}
