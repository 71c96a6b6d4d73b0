//! Files of weights: what was written is read, and nothing else is taken for one.

use quoridor_core::Position;
use quoridor_engine::net::container::{FileError, checksum};
use quoridor_engine::random::Random;
use quoridor_literature::hola_2016::net::{self, Encoding, Inputs, Mlp};

fn random_net(encoding: Encoding, hidden_units: usize, seed: u64) -> Mlp {
    let mut random = Random::new(seed);
    let mut net = Mlp::new(encoding, hidden_units);
    let (to_hidden, to_output) = net.layers_mut();
    to_hidden.iter_mut().chain(to_output).for_each(|weight| *weight = random.normal() as f32);
    net
}

fn file() -> Vec<u8> {
    net::write(&random_net(Encoding::Numbers, 3, 1)).unwrap()
}

/// A damaged file with the checksum that it should have.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let place = bytes.windows(9).position(|part| part == b"checksum ").unwrap();
    let sum = checksum(&bytes[..place], &bytes[place + 9 + 16 + 2..]);
    bytes[place + 9..place + 25].copy_from_slice(sum.as_bytes());
    bytes
}

/// Within half a unit of what the row's largest weight leaves, and after that exactly.
#[test]
fn what_was_written_is_read() {
    for encoding in Encoding::ALL {
        let net = random_net(encoding, 20, 2);
        let read = net::read(&net::write(&net).unwrap()).unwrap();
        let rows = net.to_hidden().chunks(20).zip(read.to_hidden().chunks(20));
        for (row, read) in rows.chain(net.to_output().chunks(140).zip(read.to_output().chunks(140)))
        {
            let largest = row.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
            assert!(
                row.iter().zip(read).all(|(one, other)| (one - other).abs() <= largest / 32_767.0),
                "{largest}"
            );
        }
        assert_eq!(net::read(&net::write(&read).unwrap()), Ok(read.clone()));
        let mut inputs = Inputs::default();
        encoding.encode(&Position::default(), &mut inputs);
        let near = net
            .forward(&inputs)
            .iter()
            .zip(read.forward(&inputs))
            .all(|(one, other)| (one - other).abs() < 0.01);
        assert!(near);
    }
}

#[test]
fn no_beginning_of_a_file_is_a_file() {
    let file = file();
    for length in 0..file.len() {
        let error = net::read(&file[..length]).unwrap_err().to_string();
        assert!(!error.is_empty() && !error.contains('\n'), "{error}");
    }
    let longer = [file.as_slice(), &[0]].concat();
    assert_eq!(net::read(&longer), Err(FileError::Checksum));
    assert_eq!(net::read(&with_checksum(longer)), Err(FileError::Length));
}

/// Every bit of every byte.
#[test]
fn no_flipped_bit_goes_unseen() {
    let file = file();
    for place in 0..file.len() {
        for bit in 0..8 {
            let mut damaged = file.clone();
            damaged[place] ^= 1 << bit;
            let error = net::read(&damaged).expect_err("a flipped bit is seen").to_string();
            assert!(!error.contains('\n'), "{error}");
        }
    }
}

/// A damaged file whose checksum has been made right again is a net or an error, and never a panic.
#[test]
fn with_a_right_checksum_it_is_a_net_or_an_error() {
    let file = file();
    let mut random = Random::new(3);
    let (mut nets, mut errors) = (0, 0);
    for _ in 0..20_000 {
        let mut damaged = file.clone();
        let head = random.chance(0.5);
        for _ in 0..=random.below(4) {
            let place = random.below(if head { 60 } else { file.len() });
            damaged[place] = random.next() as u8;
        }
        if !damaged.windows(9).any(|part| part == b"checksum ") {
            continue;
        }
        match net::read(&with_checksum(damaged)) {
            Ok(net) => {
                assert_eq!(net::read(&net::write(&net).unwrap()), Ok(net));
                nets += 1;
            }
            Err(error) => {
                assert!(!error.to_string().contains('\n'), "{error}");
                errors += 1;
            }
        }
    }
    assert!(nets > 1000 && errors > 1000, "{nets} nets, {errors} errors");
}

#[test]
fn every_error_says_what_would_be_right() {
    let changed = |from: &str, to: &str| {
        let file = file();
        let end = file.windows(2).position(|pair| pair == b"\n\n").unwrap();
        let head = str::from_utf8(&file[..end]).unwrap().replace(from, to);
        let changed = with_checksum([head.as_bytes(), &file[end..]].concat());
        net::read(&changed).unwrap_err().to_string()
    };
    assert_eq!(
        changed("quoridor-", "gzip-"),
        "not a file of weights: one begins with the line 'quoridor-weights 1'"
    );
    assert_eq!(changed("weights 1", "weights 2"), "version '2': it should be 1");
    assert_eq!(changed("mlp", "evolution"), "kind 'evolution': it should be mlp");
    assert_eq!(changed("shape ", "form "), "damaged: its head should have shape");
    let more = changed("\nchecksum", "\nmore\nchecksum");
    assert_eq!(more, "damaged: its head should have checksum");
    assert_eq!(changed("numbers", "planes"), "inputs 'planes': it should be numbers or squares");
    let shape = |found: &str| {
        let wanted = "inputs, hidden units (at most 4096) and actions, like 133 1000 140";
        format!("shape '{found}': it should be {wanted}")
    };
    for bad in ["133 0 140", "133 9999 140", "218 3 140", "133 3 3 140", "133 +3 140", "133 3", "x"]
    {
        assert_eq!(changed("133 3 140", bad), shape(bad));
    }
    let cut = net::read(&file()[..200]).unwrap_err().to_string();
    assert_eq!(cut, "damaged or cut off: its checksum is wrong");
}

/// Two bytes hold one number that no file is written with: it has no twin of the other sign.
#[test]
fn the_lowest_number_of_two_bytes_is_refused() {
    let mut file = file();
    let last = file.len() - 2;
    file[last..].copy_from_slice(&i16::MIN.to_le_bytes());
    assert_eq!(net::read(&with_checksum(file.clone())), Err(FileError::Number));
    file[last..].copy_from_slice(&(-i16::MAX).to_le_bytes());
    let net = net::read(&with_checksum(file)).unwrap();
    assert_eq!(net::read(&net::write(&net).unwrap()), Ok(net));
}

#[test]
fn a_net_that_diverged_cannot_be_written() {
    for weight in [f32::NAN, f32::INFINITY, f32::MAX] {
        let mut net = random_net(Encoding::Numbers, 2, 1);
        net.layers_mut().1[7] = weight;
        assert_eq!(net::write(&net), Err(net::NotFinite));
    }
}
