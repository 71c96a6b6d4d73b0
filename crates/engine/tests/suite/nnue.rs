//! The network of `nnue` against PyTorch and NumPy: the outputs that `python/train/train_nnue.py`
//! wrote beside the shipped weights.

use quoridor_core::Position;
use quoridor_engine::Fnv;
use quoridor_engine::players::nnue::{Features, read};

const NETWORK: &[u8] = include_bytes!("../../data/nnue.weights");
const OUTPUTS: &str = include_str!("../data/nnue.outputs");

/// FNV-1a of the logits' bytes.
fn hash(logits: &[i32]) -> u64 {
    let bytes: Vec<u8> = logits.iter().flat_map(|logit| logit.to_le_bytes()).collect();
    Fnv::of(&bytes)
}

/// The sums are updated from position to position, which have little in common.
#[test]
fn five_hundred_positions_as_in_numpy() {
    let network = read(NETWORK).unwrap();
    let mut accumulator = network.empty();
    let mut count = 0;
    for line in OUTPUTS.lines() {
        let fields: Vec<&str> = line.split('|').collect();
        let [position, score, policy] = fields[..] else { panic!("{line}") };
        let position: Position = position.parse().unwrap();
        network.update(&mut accumulator, Features::new(&position));
        let units = accumulator.units();
        assert_eq!(network.score(&units).to_string(), score, "{position}");
        assert_eq!(format!("{:016x}", hash(&network.policy(&units))), policy, "{position}");
        count += 1;
    }
    assert_eq!(count, 500);
}
