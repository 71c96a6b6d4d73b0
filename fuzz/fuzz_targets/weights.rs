//! Any bytes are a file of weights or an error of one line, of every kind of network; a network
//! that was read is written and read back the same, and answers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quoridor_core::Position;
use quoridor_engine::net::container::checksum;
use quoridor_engine::net::conv::{self, Kernel, Planes, Scratch};
use quoridor_engine::players::nnue::{self, Features};
use quoridor_literature::hola_2016::net::{self, Inputs};

fuzz_target!(|bytes: &[u8]| {
    for bytes in [bytes.to_vec(), with_checksum(bytes)] {
        match net::read(&bytes) {
            Ok(net) => {
                assert_eq!(
                    net::read(&net::write(&net).expect("what was read is finite")).as_ref(),
                    Ok(&net)
                );
                let mut inputs = Inputs::default();
                net.encoding().encode(&Position::default(), &mut inputs);
                net.forward(&inputs);
            }
            Err(error) => check_line(&error.to_string()),
        }
        match conv::read(&bytes) {
            Ok(network) => {
                // Damaged bytes are refused, so what was read is written with the same bytes.
                assert_eq!(conv::write(&network), bytes);
                let planes = Planes::new(&Position::default());
                let answer =
                    |kernel| network.evaluate(&planes, &mut Scratch::new(&network, kernel));
                assert_eq!(answer(Kernel::Portable), answer(Kernel::fastest()));
            }
            Err(error) => check_line(&error.to_string()),
        }
        match nnue::read(&bytes) {
            Ok(network) => {
                assert_eq!(nnue::write(&network), bytes);
                let mut accumulator = network.empty();
                network.update(&mut accumulator, Features::new(&Position::default()));
                let units = accumulator.units();
                network.score(&units);
                network.policy(&units);
            }
            Err(error) => check_line(&error.to_string()),
        }
    }
});

fn check_line(error: &str) {
    assert!(!error.is_empty() && !error.contains('\n'));
}

/// The same bytes with the checksum that they should have, so that the fuzzer gets past it.
fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let Some(place) = bytes.windows(9).position(|part| part == b"checksum ") else { return bytes };
    if bytes.len() < place + 27 {
        return bytes;
    }
    let sum = checksum(&bytes[..place], &bytes[place + 27..]);
    bytes[place + 9..place + 25].copy_from_slice(sum.as_bytes());
    bytes
}
