//! Files of networks.
//!
//! A head of plain lines and an empty line, as of other networks:
//!
//! ```text
//! quoridor-weights 1
//! kind nnue
//! inputs bits-1344
//! shape 128 32
//! checksum 0123456789abcdef
//! ```
//!
//! The shape is the numbers of units and hidden units. The numbers follow, the lowest byte first:
//! for each feature the weights to all units (signed bytes), the biases of the units (16 bits); for
//! each hidden unit its weights (signed bytes), then the biases (32 bits); the weights of the score
//! (16 bits) and its bias (32 bits); for each move its weights (signed bytes), then the biases
//! (32 bits). The checksum is FNV-1a (64 bits) over the head before it and all numbers after it.

use std::fmt;
use std::path::Path;

use super::features::Features;
use super::network::{HIDDEN, MOVES, Network, UNITS};
use crate::net::container::{LARGEST_FILE, MAGIC, VERSION, checksum, end_of_head, sealed};
use crate::small_file;

const KIND: &str = "nnue";

/// The largest bias, so that no sum overflows.
const LARGEST_BIAS: i32 = 1 << 24;

/// The bytes of the numbers.
const NUMBERS: usize = UNITS * (Features::COUNT + 2 + HIDDEN + MOVES) + HIDDEN * 6 + 4 + MOVES * 4;

/// The head of every file before its checksum.
fn head() -> String {
    let inputs = Features::COUNT;
    format!("{MAGIC} {VERSION}\nkind {KIND}\ninputs bits-{inputs}\nshape {UNITS} {HIDDEN}\n")
}

/// The bytes of a network's file.
pub fn write(network: &Network) -> Vec<u8> {
    let mut numbers = Vec::with_capacity(NUMBERS);
    let octets = |rows: &[[i16; UNITS]]| -> Vec<u8> {
        rows.as_flattened().iter().map(|&weight| weight as u8).collect()
    };
    numbers.extend(octets(network.first.as_slice()));
    network.first_bias.iter().for_each(|bias| numbers.extend(bias.to_le_bytes()));
    numbers.extend(octets(network.hidden.as_slice()));
    network.hidden_bias.iter().for_each(|bias| numbers.extend(bias.to_le_bytes()));
    network.score.iter().for_each(|weight| numbers.extend(weight.to_le_bytes()));
    numbers.extend(network.score_bias.to_le_bytes());
    numbers.extend(octets(network.policy.as_slice()));
    network.policy_bias.iter().for_each(|bias| numbers.extend(bias.to_le_bytes()));
    sealed(&head(), &numbers)
}

/// The network of a file, or one line about why there is none.
///
/// # Errors
/// The file cannot be read, or is not a network's.
pub fn read_file(file: &Path) -> Result<Network, String> {
    // Other networks are larger; they are read to say what they are.
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
    let end = end.ok_or(FileError::Head("five lines and an empty one".to_owned()))?;
    let text = str::from_utf8(&bytes[..end]).map_err(|_| FileError::Foreign)?;
    let wanted = head();
    let mut lines = text.split('\n');
    for wanted in wanted.lines() {
        let found = lines.next().unwrap_or_default();
        if found != wanted {
            return Err(FileError::Line { found: found.to_owned(), wanted: wanted.to_owned() });
        }
    }
    let said = lines.next().and_then(|line| line.strip_prefix("checksum "));
    let said = said.ok_or(FileError::Head("a checksum".to_owned()))?;
    if lines.next().is_some() {
        return Err(FileError::Head("an empty line after the checksum".to_owned()));
    }
    let numbers = &bytes[end + 2..];
    if numbers.len() != NUMBERS {
        return Err(FileError::Length(numbers.len()));
    }
    if said != checksum(wanted.as_bytes(), numbers) {
        return Err(FileError::Checksum);
    }
    let mut reader = Reader { rest: numbers };
    let network = Network {
        first: reader.rows(),
        first_bias: reader.shorts(),
        hidden: reader.rows(),
        hidden_bias: reader.biases()?,
        score: reader.shorts(),
        score_bias: reader.biases::<1>()?[0],
        policy: reader.rows(),
        policy_bias: reader.biases()?,
    };
    Ok(network)
}

/// Reads numbers whose count was checked before.
struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn take<const SIZE: usize>(&mut self) -> [u8; SIZE] {
        let (taken, rest) = self.rest.split_first_chunk().expect("the length was checked");
        self.rest = rest;
        *taken
    }

    fn rows<const ROWS: usize>(&mut self) -> Box<[[i16; UNITS]; ROWS]> {
        let row = |_| self.take::<UNITS>().map(|byte| i16::from(byte as i8));
        let rows: Box<[[i16; UNITS]]> = (0..ROWS).map(row).collect();
        rows.try_into().expect("as many rows as were read")
    }

    fn shorts<const COUNT: usize>(&mut self) -> [i16; COUNT] {
        std::array::from_fn(|_| i16::from_le_bytes(self.take()))
    }

    fn biases<const COUNT: usize>(&mut self) -> Result<[i32; COUNT], FileError> {
        let biases: [i32; COUNT] = std::array::from_fn(|_| i32::from_le_bytes(self.take()));
        let is_small = |bias: &i32| (-LARGEST_BIAS..=LARGEST_BIAS).contains(bias);
        if biases.iter().all(is_small) { Ok(biases) } else { Err(FileError::Number) }
    }
}

/// Why some bytes are not a network's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// Something else altogether.
    Foreign,
    /// A line of the head is missing: which.
    Head(String),
    /// A line of the head is of another kind of network.
    Line {
        /// The line.
        found: String,
        /// What it should be.
        wanted: String,
    },
    /// Cut off, or something is added: how many bytes of numbers were read.
    Length(usize),
    /// Something was changed.
    Checksum,
    /// A bias is too large.
    Number,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => {
                write!(f, "not a file of weights: one begins with the line '{MAGIC} {VERSION}'")
            }
            Self::Head(wanted) => write!(f, "damaged: its head should have {wanted}"),
            Self::Line { found, wanted } => {
                write!(f, "a network with '{}': it should be '{wanted}'", found.escape_debug())
            }
            Self::Length(found) => {
                let what = if *found < NUMBERS { "cut off" } else { "too long" };
                write!(f, "{what}: it should have {NUMBERS} bytes of numbers")
            }
            Self::Checksum => f.write_str("damaged: its checksum is wrong"),
            Self::Number => f.write_str("damaged: a bias is too large"),
        }
    }
}

impl std::error::Error for FileError {}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::random::Random;

    /// A file of random numbers.
    pub(crate) fn random_file(seed: u64) -> Vec<u8> {
        let mut random = Random::new(seed);
        let mut numbers: Vec<u8> = (0..NUMBERS).map(|_| random.below(256) as u8).collect();
        // Small biases: the highest of their four bytes is zero.
        let hidden = UNITS * (Features::COUNT + 2 + HIDDEN);
        let score = hidden + 4 * HIDDEN + 2 * HIDDEN;
        let policy = score + 4 + UNITS * MOVES;
        let biases = [(hidden, HIDDEN), (score, 1), (policy, MOVES)];
        for (begin, count) in biases {
            (0..count).for_each(|place| numbers[begin + 4 * place + 3] = 0);
        }
        sealed(&head(), &numbers)
    }

    #[test]
    fn files_read_back_equal() {
        let file = random_file(3);
        assert!(write(&read(&file).unwrap()) == file);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let good = random_file(3);
        assert_eq!(read(b"PNG"), Err(FileError::Foreign));
        assert_eq!(read(&good[..good.len() - 1]), Err(FileError::Length(NUMBERS - 1)));
        assert_eq!(read(&[&good[..], b"x"].concat()), Err(FileError::Length(NUMBERS + 1)));
        assert_eq!(
            read(b"quoridor-weights 1\nkind").unwrap_err().to_string(),
            "damaged: its head should have five lines and an empty one"
        );
        let replaced = |from: &str, to: &str| {
            let head = String::from_utf8_lossy(&good[..90]).replace(from, to);
            let numbers = good.windows(2).position(|pair| pair == b"\n\n").unwrap();
            let mut bytes = head.as_bytes()[..head.find("\n\n").unwrap()].to_vec();
            bytes.extend(&good[numbers..]);
            read(&bytes).unwrap_err().to_string()
        };
        assert_eq!(
            replaced("kind nnue", "kind conv"),
            "a network with 'kind conv': it should be 'kind nnue'"
        );
        assert_eq!(
            replaced("shape 128", "shape 256"),
            "a network with 'shape 256 32': it should be 'shape 128 32'"
        );
        // Every byte is covered by the checksum or by the head; an error is one line.
        for place in (0..120).chain((120..good.len()).step_by(997)) {
            let mut bytes = good.clone();
            bytes[place] ^= 0x10;
            let error = read(&bytes).expect_err("a byte was changed").to_string();
            assert!(!error.is_empty() && !error.contains(['\n', '\r']), "byte {place}: {error}");
        }
    }

    /// Biases that would make sums overflow are refused, although the checksum is right.
    #[test]
    fn large_biases_are_refused() {
        let mut network = read(&random_file(3)).unwrap();
        network.score_bias = LARGEST_BIAS;
        assert_eq!(read(&write(&network)).as_ref(), Ok(&network));
        network.score_bias = LARGEST_BIAS + 1;
        assert_eq!(read(&write(&network)), Err(FileError::Number));
    }
}
