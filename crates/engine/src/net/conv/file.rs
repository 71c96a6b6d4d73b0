//! Files of convolutional networks, in a [`container`].
//!
//! The shape is blocks, channels, policy channels, value channels and value units. The layers are
//! the stem; for each block its two convolutions and the worth of its skip connection (a 32-bit
//! float); the convolution of the policy head and its logits; the convolution of the value head,
//! its units and its logit. A layer is its weights (signed bytes, by output, input and tap), its
//! biases (32-bit integers) and its scales (32-bit floats), the lowest byte first. The inputs of
//! the value units are the activations of four channels at a1, then b1, … i9, then of the next
//! four.

use std::path::Path;

use super::layer::{Conv, Dense};
use super::network::{Network, Residual, Shape};
use super::planes::Planes;
use crate::net::container::{self, Contents, FileError, MAGIC, VERSION, expect, sealed};

const KIND: &str = "conv";
const INPUTS: &str = "planes-20";

const SHAPE: &str =
    "blocks, channels, policy channels, value channels and value units, like 4 48 32 8 64";

/// Biases are no larger, so that no sum overflows.
const LARGEST_BIAS: i32 = 1 << 30;

/// The bytes of a network's file.
pub fn write(network: &Network) -> Vec<u8> {
    let mut numbers = Vec::new();
    let mut put = |layer: &Conv| {
        let (weights, bias, scale) = layer.numbers();
        numbers.extend(weights.iter().map(|&weight| weight as u8));
        bias.iter().for_each(|bias| numbers.extend(bias.to_le_bytes()));
        scale.iter().for_each(|scale| numbers.extend(scale.to_le_bytes()));
        numbers.len()
    };
    put(&network.stem);
    let mut skips = Vec::new();
    for Residual { first, second, skip } in &network.blocks {
        put(first);
        skips.push((put(second), *skip));
    }
    for layer in [&network.policy, &network.policy_logits, &network.value] {
        put(layer);
    }
    put(network.value_units.inner());
    put(network.value_logit.inner());
    // From the last to the first, so that the places before stay where they are.
    for (place, skip) in skips.into_iter().rev() {
        numbers.splice(place..place, skip.to_le_bytes());
    }
    let Shape { blocks, channels, policy_channels, value_channels, value_units } = network.shape;
    let head = format!(
        "{MAGIC} {VERSION}\nkind {KIND}\ninputs {INPUTS}\n\
         shape {blocks} {channels} {policy_channels} {value_channels} {value_units}\n"
    );
    sealed(&head, &numbers)
}

/// The network of a file, or one line about why there is none.
///
/// # Errors
/// The file cannot be read, or is not a network's.
pub fn read_file(file: &Path) -> Result<Network, String> {
    container::read_file(file, read)
}

/// The network of a file's bytes.
///
/// # Errors
/// The bytes are not a network's file, or not whole.
pub fn read(bytes: &[u8]) -> Result<Network, FileError> {
    let Contents { inputs, shape: text, numbers } = Contents::open(bytes, KIND)?;
    expect("inputs", inputs, INPUTS)?;
    let shape =
        shape(text).ok_or_else(|| FileError::Shape { found: text.to_owned(), wanted: SHAPE })?;
    let mut reader = Reader { rest: numbers };
    let network = reader.network(shape)?;
    if reader.rest.is_empty() { Ok(network) } else { Err(FileError::Length) }
}

fn shape(text: &str) -> Option<Shape> {
    let numbers: Option<Vec<usize>> = text.split(' ').map(|number| number.parse().ok()).collect();
    let [blocks, channels, policy_channels, value_channels, value_units] =
        numbers?.try_into().ok()?;
    let shape = Shape { blocks, channels, policy_channels, value_channels, value_units };
    shape.is_valid().then_some(shape)
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn network(&mut self, shape: Shape) -> Result<Network, FileError> {
        let Shape { blocks, channels, policy_channels, value_channels, value_units } = shape;
        let stem = self.conv([Planes::COUNT, channels, 9])?;
        let mut residuals = Vec::with_capacity(blocks);
        for _ in 0..blocks {
            let first = self.conv([channels, channels, 9])?;
            let second = self.conv([channels, channels, 9])?;
            let skip = self.floats(1)?[0];
            residuals.push(Residual { first, second, skip });
        }
        Ok(Network {
            shape,
            stem,
            blocks: residuals,
            policy: self.conv([channels, policy_channels, 9])?,
            policy_logits: self.conv([policy_channels, 3, 1])?,
            value: self.conv([channels, value_channels, 1])?,
            value_units: self.dense([81 * value_channels, value_units])?,
            value_logit: self.dense([value_units, 1])?,
        })
    }

    fn take(&mut self, count: usize) -> Result<&[u8], FileError> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(FileError::Length)?;
        self.rest = rest;
        Ok(taken)
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, FileError> {
        let bytes = self.take(4 * count)?.as_chunks().0;
        let floats: Vec<f32> = bytes.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        if floats.iter().all(|float| float.abs() < 1e9) {
            Ok(floats)
        } else {
            Err(FileError::Number)
        }
    }

    fn numbers(&mut self, weights: usize, outputs: usize) -> Result<Numbers, FileError> {
        let weights = self.take(weights)?.iter().map(|&byte| byte as i8).collect();
        let bytes = self.take(4 * outputs)?.as_chunks().0;
        let bias: Vec<i32> = bytes.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect();
        if bias.iter().any(|&bias| !(-LARGEST_BIAS..=LARGEST_BIAS).contains(&bias)) {
            return Err(FileError::Number);
        }
        Ok((weights, bias, self.floats(outputs)?))
    }

    fn conv(&mut self, [inputs, outputs, taps]: [usize; 3]) -> Result<Conv, FileError> {
        let (weights, bias, scale) = self.numbers(inputs * outputs * taps, outputs)?;
        Ok(Conv::new([inputs, outputs, taps], &weights, &bias, &scale))
    }

    fn dense(&mut self, [inputs, outputs]: [usize; 2]) -> Result<Dense, FileError> {
        let (weights, bias, scale) = self.numbers(inputs * outputs, outputs)?;
        Ok(Dense::new([inputs, outputs], &weights, &bias, &scale))
    }
}

/// Weights, biases and scales.
type Numbers = (Vec<i8>, Vec<i32>, Vec<f32>);

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Shape =
        Shape { blocks: 2, channels: 16, policy_channels: 16, value_channels: 4, value_units: 16 };

    #[test]
    fn files_read_back_equal() {
        let network = Network::random(SMALL, 3);
        assert_eq!(read(&write(&network)), Ok(network));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let good = write(&Network::random(SMALL, 3));
        assert_eq!(read(b"PNG"), Err(FileError::Foreign));
        assert_eq!(read(&good[..good.len() - 1]), Err(FileError::Checksum));
        let end = good.windows(9).position(|part| part == b"checksum ").unwrap();
        let head = String::from_utf8_lossy(&good[..end]);
        let numbers = &good[end + "checksum 0123456789abcdef\n\n".len()..];
        let cut = &numbers[..numbers.len() - 1];
        assert_eq!(read(&sealed(&head, cut)), Err(FileError::Length));
        let replaced = |from: &str, to: &str| {
            read(&sealed(&head.replace(from, to), numbers)).unwrap_err().to_string()
        };
        assert_eq!(replaced("kind conv", "kind mlp"), "kind 'mlp': it should be conv");
        assert!(replaced("shape 2 16", "shape 2 17").starts_with("shape '2 17"));
        // Every byte is covered by the checksum or by the head.
        for place in (0..good.len()).step_by(97) {
            let mut bytes = good.clone();
            bytes[place] ^= 0x10;
            assert!(read(&bytes).is_err(), "byte {place}");
        }
    }
}
