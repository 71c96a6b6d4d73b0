//! The engine's integers against PyTorch's: networks and their outputs that
//! `python/train/export.py` wrote.

use quoridor_engine::net::conv::read;
use quoridor_engine::net::outputs::compare_conv;
use quoridor_engine::players::puct::shipped_network;

const SMALL: &[u8] = include_bytes!("../data/small.weights");
const OUTPUTS_OF_SMALL: &str = include_str!("../data/small.outputs");

/// Of the shipped network: `export.py --weights crates/engine/data/puct.weights --rows
/// data/training/generation-2 data/training/generation-3` (the first of commit f6be7dc).
const OUTPUTS_OF_SHIPPED: &str = include_str!("../data/puct.outputs");

#[test]
fn a_thousand_positions_as_in_pytorch() {
    assert_eq!(compare_conv(&read(SMALL).unwrap(), OUTPUTS_OF_SMALL), Ok(1000));
}

#[test]
fn a_thousand_positions_of_the_shipped_network_as_in_pytorch() {
    assert_eq!(compare_conv(&shipped_network(), OUTPUTS_OF_SHIPPED), Ok(1000));
}

#[test]
fn a_different_output_is_named() {
    let network = read(SMALL).unwrap();
    let lines: Vec<&str> = OUTPUTS_OF_SMALL.lines().take(2).collect();
    let error = |second: &str| {
        compare_conv(&network, &format!("{}\n{second}\n", lines[0])).unwrap_err().to_string()
    };
    let (rest, checksum) = lines[1].rsplit_once('|').unwrap();
    let (position, value) = rest.split_once('|').unwrap();
    let other = error(&format!("{position}|{value}|0123456789abcdef"));
    let expected = format!("checksum of '{position}': expected 0123456789abcdef, got {checksum}");
    assert!(other.starts_with(&format!("line 2: {expected}")), "{other}");
    let other = error(&format!("{position}|00000000|{checksum}"));
    let expected = format!("value of '{position}': expected 00000000, got {value}");
    assert!(other.starts_with(&format!("line 2: {expected}")), "{other}");
    assert_eq!(error("e2|1"), "line 2: expected POSITION|VALUE|CHECKSUM");
    assert!(error("e2|1|2").starts_with("line 2: 'e2': "));
    let small = error("- / - / c1 c5 / 3 3 / 1 / 5x5|1|2");
    assert_eq!(small, "line 2: '- / - / c1 c5 / 3 3 / 1 / 5x5' is not a position for two on 9x9");
    let empty = compare_conv(&network, "").unwrap_err().to_string();
    assert_eq!(empty, "line 1: there is no position: expected POSITION|VALUE|CHECKSUM");
}
