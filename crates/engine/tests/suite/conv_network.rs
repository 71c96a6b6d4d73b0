//! The engine's integers against PyTorch's: networks and their outputs that
//! `python/train/export.py` wrote.

use quoridor_core::Position;
use quoridor_engine::Fnv;
use quoridor_engine::net::conv::{Kernel, Network, Planes, Scratch, read};
use quoridor_engine::players::puct::shipped_network;

const SMALL: &[u8] = include_bytes!("../data/small.weights");
const OUTPUTS_OF_SMALL: &str = include_str!("../data/small.outputs");

/// Of the shipped network: `export.py --weights crates/engine/data/puct.weights --rows
/// data/training/champion data/training/self-play data/training/teacher`.
const OUTPUTS_OF_SHIPPED: &str = include_str!("../data/puct.outputs");

/// FNV-1a of the outputs' bytes.
fn hash(outputs: impl Iterator<Item = f32>) -> u64 {
    Fnv::of(&outputs.flat_map(f32::to_le_bytes).collect::<Vec<u8>>())
}

#[test]
fn a_thousand_positions_as_in_pytorch() {
    compare(&read(SMALL).unwrap(), OUTPUTS_OF_SMALL);
}

#[test]
fn a_thousand_positions_of_the_shipped_network_as_in_pytorch() {
    compare(&shipped_network(), OUTPUTS_OF_SHIPPED);
}

fn compare(network: &Network, outputs: &str) {
    let mut count = 0;
    for line in outputs.lines() {
        let fields: Vec<&str> = line.split('|').collect();
        let [position, value, outputs] = fields[..] else { panic!("{line}") };
        let position: Position = position.parse().unwrap();
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            let mut scratch = Scratch::new(network, kernel);
            let output = network.evaluate(&Planes::new(&position), &mut scratch);
            assert_eq!(format!("{:08x}", output.value.to_bits()), value, "{position}");
            let all = output.policy.into_iter().chain([output.value]);
            assert_eq!(format!("{:016x}", hash(all)), outputs, "{position}");
        }
        count += 1;
    }
    assert_eq!(count, 1000);
}
