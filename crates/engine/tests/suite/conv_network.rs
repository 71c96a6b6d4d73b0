//! The engine's integers against PyTorch's: a network and its outputs that `python/train/export.py`
//! wrote.

use quoridor_core::Position;
use quoridor_engine::Fnv;
use quoridor_engine::net::conv::{Kernel, Planes, Scratch, read};

const NETWORK: &[u8] = include_bytes!("../data/small.weights");
const OUTPUTS: &str = include_str!("../data/small.outputs");

/// FNV-1a of the outputs' bytes.
fn hash(outputs: impl Iterator<Item = f32>) -> u64 {
    Fnv::of(&outputs.flat_map(f32::to_le_bytes).collect::<Vec<u8>>())
}

#[test]
fn a_thousand_positions_as_in_pytorch() {
    let network = read(NETWORK).unwrap();
    let mut count = 0;
    for line in OUTPUTS.lines() {
        let fields: Vec<&str> = line.split('|').collect();
        let [position, value, outputs] = fields[..] else { panic!("{line}") };
        let position: Position = position.parse().unwrap();
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            let mut scratch = Scratch::new(&network, kernel);
            let output = network.evaluate(&Planes::new(&position), &mut scratch);
            assert_eq!(format!("{:08x}", output.value.to_bits()), value, "{position}");
            let all = output.policy.into_iter().chain([output.value]);
            assert_eq!(format!("{:016x}", hash(all)), outputs, "{position}");
        }
        count += 1;
    }
    assert_eq!(count, 1000);
}
