//! How many actions a net learns from in a second: `cargo bench -p quoridor-learn`.

use divan::counter::ItemsCount;
use quoridor_learn::network::imitation::{Config, Practice};

fn main() {
    divan::main();
}

/// Watching and learning together, a batch of 1000 actions at a time.
#[divan::bench(args = [1, 2], sample_count = 20)]
fn observed_actions(bencher: divan::Bencher<'_, '_>, threads: usize) {
    let mut practice = Practice::new(&Config::default(), 1, threads);
    bencher.counter(ItemsCount::new(1000_usize)).bench_local(|| practice.batch());
}

/// Watching alone.
#[divan::bench(args = [1, 2], sample_count = 20)]
fn watched_actions(bencher: divan::Bencher<'_, '_>, threads: usize) {
    let mut practice = Practice::new(&Config::default(), 1, threads);
    bencher.counter(ItemsCount::new(1000_usize)).bench_local(|| practice.watch().len());
}
