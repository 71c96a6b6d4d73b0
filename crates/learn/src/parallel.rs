//! Work on several threads.

use std::thread;

/// Does something to each item on several threads: each takes a contiguous part.
pub(crate) fn in_parallel<T: Send>(items: &mut [T], threads: usize, work: impl Fn(&mut T) + Sync) {
    let share = items.len().div_ceil(threads.max(1)).max(1);
    let mut parts = items.chunks_mut(share);
    let own = parts.next();
    thread::scope(|scope| {
        for part in parts {
            scope.spawn(|| part.iter_mut().for_each(&work));
        }
        own.into_iter().flatten().for_each(&work);
    });
}
