//! How many positions a second a convolutional network evaluates on one core, by shape and kernel,
//! and how long its features take: `cargo bench -p quoridor-engine --bench network`.

#[path = "../../core/benches/positions/mod.rs"]
mod positions;

use std::hint::black_box;
use std::time::{Duration, Instant};

use quoridor_core::Position;
use quoridor_engine::net::conv::{Kernel, Network, Planes, Scratch, Shape};

/// How long each measurement takes, and how often it is repeated: what else the machine does takes
/// away from some, so the fastest is reported.
const TIME: Duration = Duration::from_millis(300);
const REPEATED: usize = 5;

/// How often something is done in a second.
fn rate(mut work: impl FnMut(usize)) -> f64 {
    let once = |work: &mut dyn FnMut(usize)| {
        let (begin, mut count) = (Instant::now(), 0);
        while begin.elapsed() < TIME {
            for _ in 0..8 {
                work(count);
                count += 1;
            }
        }
        count as f64 / begin.elapsed().as_secs_f64()
    };
    (0..REPEATED).map(|_| once(&mut work)).fold(0.0, f64::max)
}

fn main() {
    let positions: Vec<Position> = positions::mid_game().into_iter().step_by(7).take(200).collect();
    let planes: Vec<Planes> = positions.iter().map(Planes::new).collect();
    let features = rate(|count| {
        black_box(Planes::new(&positions[count % positions.len()]));
    });
    println!("features: {features:.0} positions a second");
    println!(
        "{:<10} {:>10} {:>10} {:>10} {:>10}",
        "network", "portable", "simd128", "AVX2", "VNNI"
    );
    for (blocks, channels) in [(2, 16), (4, 32), (4, 48), (6, 64), (10, 64)] {
        let shape =
            Shape { blocks, channels, policy_channels: 32, value_channels: 8, value_units: 64 };
        let network = Network::random(shape, 1);
        let cells = Kernel::ALL.map(|kernel| {
            if !kernel.is_available() {
                return "–".to_owned();
            }
            let mut scratch = Scratch::new(&network, kernel);
            let rate = rate(|count| {
                black_box(network.evaluate(&planes[count % planes.len()], &mut scratch));
            });
            format!("{rate:.0}")
        });
        let [portable, simd128, avx2, vnni] = cells;
        println!(
            "{:<10} {portable:>10} {simd128:>10} {avx2:>10} {vnni:>10}",
            format!("{blocks}×{channels}")
        );
    }
}
