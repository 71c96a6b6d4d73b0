//! Positions per second that the network of a weight file evaluates on one core, with the fastest
//! kernel: `cargo run --release -p quoridor-engine --example network_speed -- net.weights`.
//! `python/train/compare_onnx.py` compares it with ONNX Runtime, by its CPU time.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use quoridor_engine::bench;
use quoridor_engine::net::conv::{self, Kernel, Planes, Scratch};

/// How many positions are evaluated.
const POSITIONS: u32 = 20_000;

fn main() -> ExitCode {
    let Some(file) = std::env::args_os().nth(1) else {
        eprintln!("error: name a file of weights");
        return ExitCode::from(2);
    };
    let network = match conv::read_file(file.as_ref()) {
        Ok(network) => network,
        Err(reason) => {
            eprintln!("error: {reason}");
            return ExitCode::from(2);
        }
    };
    let mut scratch = Scratch::new(&network, Kernel::fastest());
    let planes: Vec<Planes> = bench::positions().iter().map(Planes::new).collect();
    let begin = Instant::now();
    for planes in planes.iter().cycle().take(POSITIONS as usize) {
        black_box(network.evaluate(planes, &mut scratch));
    }
    let rate = f64::from(POSITIONS) / begin.elapsed().as_secs_f64();
    println!("{POSITIONS} positions, {rate:.0} a second, kernel {:?}", Kernel::fastest());
    ExitCode::SUCCESS
}
