//! Nodes per second of processor time of the native engine: the counterpart of
//! `tests/scripts/nodes.mjs`, which does the same in WebAssembly. `cargo xtask site --bench` runs
//! both.

use std::fs;
use std::time::Duration;

use quoridor_core::Game;
use quoridor_engine::{Limits, choose_alone};
use quoridor_players::Spec;

/// The processor time of this thread, as Linux counts it: other work does not count.
fn processor_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts it");
    let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}

fn main() {
    for (spec, nodes) in
        [("alphabeta:hash=16,threads=1", 1_000_000), ("puct:hash=16,threads=1", 2000)]
    {
        let (mut best, mut answer) = (Duration::MAX, String::new());
        for _ in 0..3 {
            let mut agent = spec.parse::<Spec>().expect("a spec").build().expect("a player");
            let began = processor_time();
            let decision = choose_alone(agent.as_mut(), &Game::default(), &Limits::nodes(nodes));
            best = best.min(processor_time() - began);
            answer = format!("{} {}", decision.nodes, decision.mv);
        }
        let nodes: f64 =
            answer.split(' ').next().and_then(|nodes| nodes.parse().ok()).expect("nodes");
        let speed = nodes / best.as_secs_f64();
        println!("native {spec}: {answer}, {:.3} s, {speed:.0} nodes/s", best.as_secs_f64());
    }
}
