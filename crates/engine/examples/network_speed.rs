//! Positions per second that the network of a weight file judges on one core, with the fastest
//! kernel: `cargo run --release -p quoridor-engine --example network_speed -- net.weights`.
//! `python/train/compare_onnx.py` compares it with ONNX Runtime.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use quoridor_engine::bench;
use quoridor_engine::net::conv::{self, Kernel, Planes, Scratch};

const TIME: Duration = Duration::from_secs(1);

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
    let (begin, mut count) = (Instant::now(), 0_u32);
    while begin.elapsed() < TIME {
        for planes in &planes {
            black_box(network.evaluate(planes, &mut scratch));
            count += 1;
        }
    }
    let rate = f64::from(count) / begin.elapsed().as_secs_f64();
    println!("{rate:.0} positions/s, kernel {:?}", Kernel::fastest());
    ExitCode::SUCCESS
}
