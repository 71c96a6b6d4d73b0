//! Prints our perft of the official game's start to a depth, and the seconds of the quickest of
//! five runs, for `cargo xtask compare-openspiel`. To be run with `--release`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Context;
use quoridor_core::{Position, perft};

fn main() -> anyhow::Result<()> {
    let depth = std::env::args()
        .nth(1)
        .and_then(|depth| depth.parse().ok())
        .context("the argument must be a depth")?;
    let (mut nodes, mut quickest) = (0, Duration::MAX);
    for _ in 0..5 {
        let begin = Instant::now();
        nodes = black_box(perft(black_box(&Position::default()), depth));
        quickest = quickest.min(begin.elapsed());
    }
    println!("{}", serde_json::json!({ "nodes": nodes, "seconds": quickest.as_secs_f64() }));
    Ok(())
}
