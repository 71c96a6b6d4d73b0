//! Files of convolutional networks.
//!
//! A head of plain lines:
//!
//! ```text
//! quoridor-weights 1
//! kind conv
//! inputs planes-20
//! shape 4 48 32 8 64
//! checksum 0123456789abcdef
//! ```
//!
//! and an empty line. The shape is blocks, channels, policy channels, value channels and value
//! units. The layers follow: the stem; for each block its two convolutions and the worth of its
//! skip connection (a 32-bit float); the convolution of the policy head and its logits; the
//! convolution of the value head, its units and its logit. A layer is its weights (signed bytes, by
//! output, input and tap), its biases (32-bit integers) and its scales (32-bit floats), the lowest
//! byte first. The inputs of the value units are the activations of four channels at a1, then b1, …
//! i9, then of the next four. The checksum is FNV-1a (64 bits) over the head before it and all
//! numbers after it.

use std::fmt;
use std::path::Path;

use super::layer::{Conv, Dense};
use super::network::{Network, Residual, Shape};
use super::planes::Planes;
use crate::net::container::{MAGIC, VERSION, checksum, end_of_head, sealed};
use crate::small_file;

const KIND: &str = "conv";
const INPUTS: &str = "planes-20";

/// No file is larger: 40 blocks of 256 channels.
pub const LARGEST_FILE: u64 = 64 << 20;

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
    let bytes = small_file::read(file, LARGEST_FILE)?;
    read(&bytes).map_err(|error| error.to_string())
}

/// The network of a file's bytes.
///
/// # Errors
/// The bytes are not a network's file, or not whole.
pub fn read(bytes: &[u8]) -> Result<Network, FileError> {
    if !bytes.starts_with(MAGIC.as_bytes()) {
        return Err(FileError::Foreign);
    }
    let end = end_of_head(bytes);
    let end = end.ok_or(FileError::Head("five lines and an empty one"))?;
    let head = str::from_utf8(&bytes[..end]).map_err(|_| FileError::Foreign)?;
    let mut lines = head.split('\n');
    let mut field = |name: &'static str| {
        let value = lines.next().and_then(|text| text.strip_prefix(name)?.strip_prefix(' '));
        value.ok_or(FileError::Head(name))
    };
    let expect = |name, found: &str, wanted| {
        if found == wanted {
            Ok(())
        } else {
            Err(FileError::Other { name, found: found.to_owned(), wanted })
        }
    };
    expect("version", field(MAGIC)?, VERSION)?;
    expect("kind", field("kind")?, KIND)?;
    expect("inputs", field("inputs")?, INPUTS)?;
    let text = field("shape")?;
    let shape = shape(text).ok_or_else(|| FileError::Shape(text.to_owned()))?;
    let said = field("checksum")?;
    if lines.next().is_some() {
        return Err(FileError::Head("an empty line after the checksum"));
    }
    let numbers = &bytes[end + 2..];
    let summed_head = &bytes[..end - "checksum ".len() - said.len()];
    if said != checksum(summed_head, numbers) {
        return Err(FileError::Checksum);
    }
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

/// Why some bytes are not a network's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// Something else altogether.
    Foreign,
    /// A line of the head is missing: which.
    Head(&'static str),
    /// Something in the head that this program does not know.
    Other {
        /// The line.
        name: &'static str,
        /// Its value.
        found: String,
        /// The value that this program knows.
        wanted: &'static str,
    },
    /// A shape that no network has.
    Shape(String),
    /// Cut off, or something is added.
    Length,
    /// Something was changed.
    Checksum,
    /// A bias or a scale is too large, or no number.
    Number,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => {
                write!(f, "not a file of weights: one begins with the line '{MAGIC} {VERSION}'")
            }
            Self::Head(wanted) => write!(f, "damaged: its head should have {wanted}"),
            Self::Other { name, found, wanted } => {
                write!(f, "{name} '{}': it should be {wanted}", found.escape_debug())
            }
            Self::Shape(found) => write!(
                f,
                "of the shape '{}': it should be blocks, channels, policy channels, value channels \
                 and value units, like 4 48 32 8 64",
                found.escape_debug()
            ),
            Self::Length => {
                f.write_str("cut off or too long: its shape takes other numbers of bytes")
            }
            Self::Checksum => f.write_str("damaged: its checksum is wrong"),
            Self::Number => f.write_str("damaged: a bias or a scale is too large"),
        }
    }
}

impl std::error::Error for FileError {}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape =
        Shape { blocks: 2, channels: 16, policy_channels: 16, value_channels: 4, value_units: 16 };

    #[test]
    fn files_read_back_equal() {
        let network = Network::random(SHAPE, 3);
        assert_eq!(read(&write(&network)), Ok(network));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let good = write(&Network::random(SHAPE, 3));
        assert_eq!(read(b"PNG"), Err(FileError::Foreign));
        assert_eq!(read(&good[..good.len() - 1]), Err(FileError::Checksum));
        let replaced = |from: &str, to: &str| {
            let head = String::from_utf8_lossy(&good[..100]).replace(from, to);
            let end = head.find("\n\n").unwrap();
            let numbers = good.windows(2).position(|pair| pair == b"\n\n").unwrap();
            let mut bytes = head.as_bytes()[..end].to_vec();
            bytes.extend(&good[numbers..]);
            read(&bytes).unwrap_err().to_string()
        };
        assert_eq!(replaced("kind conv", "kind mlp"), "kind 'mlp': it should be conv");
        assert!(replaced("shape 2 16", "shape 2 17").starts_with("of the shape '2 17"));
        assert_eq!(replaced("shape 2 16 16", "shape 2 16 32"), FileError::Checksum.to_string());
        // Every byte is covered by the checksum or by the head.
        for place in (0..good.len()).step_by(97) {
            let mut bytes = good.clone();
            bytes[place] ^= 0x10;
            assert!(read(&bytes).is_err(), "byte {place}");
        }
    }
}
