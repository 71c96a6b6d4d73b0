//! The network of `nnue` against PyTorch and NumPy: the outputs that `python/train/train_nnue.py`
//! wrote beside the shipped weights.

use quoridor_engine::net::outputs::compare_nnue;
use quoridor_engine::players::nnue::read;

const NETWORK: &[u8] = include_bytes!("../../data/nnue.weights");
const OUTPUTS: &str = include_str!("../data/nnue.outputs");

#[test]
fn five_hundred_positions_as_in_numpy() {
    assert_eq!(compare_nnue(&read(NETWORK).unwrap(), OUTPUTS), Ok(500));
}
