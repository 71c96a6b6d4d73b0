//! The files of networks: a head of five plain lines, an empty line, and numbers.
//!
//! ```text
//! quoridor-weights 1
//! kind conv
//! inputs planes-20
//! shape 4 48 32 8 64
//! checksum 0123456789abcdef
//! ```
//!
//! The checksum is FNV-1a (64 bits) over the head before it and all numbers after it.

use std::fmt;
use std::path::Path;

use crate::fnv::Fnv;
use crate::small_file;

/// The first word of every file.
pub const MAGIC: &str = "quoridor-weights";

/// The version of the files, behind the first word.
pub const VERSION: &str = "1";

/// Files are at most this large, in bytes.
pub const LARGEST_FILE: u64 = 64 << 20;

/// Heads are shorter than this.
const LONGEST_HEAD: usize = 200;

/// A file that was opened.
#[derive(Clone, Copy, Debug)]
pub struct Contents<'a> {
    /// The encoding of a position.
    pub inputs: &'a str,
    /// The sizes of its layers.
    pub shape: &'a str,
    /// Everything after the head.
    pub numbers: &'a [u8],
}

impl<'a> Contents<'a> {
    /// Opens a file of a kind of network.
    ///
    /// # Errors
    /// The bytes are not a file of weights, of another kind, or damaged.
    pub fn open(bytes: &'a [u8], kind: &'static str) -> Result<Self, FileError> {
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(FileError::Foreign);
        }
        let end = end_of_head(bytes).ok_or(FileError::Head("five lines and an empty one"))?;
        let head = str::from_utf8(&bytes[..end]).map_err(|_| FileError::Foreign)?;
        let mut lines = head.split('\n');
        let mut field = |name: &'static str| {
            let value = lines.next().and_then(|text| text.strip_prefix(name)?.strip_prefix(' '));
            value.ok_or(FileError::Head(name))
        };
        expect("version", field(MAGIC)?, VERSION)?;
        expect("kind", field("kind")?, kind)?;
        let (inputs, shape) = (field("inputs")?, field("shape")?);
        let said = field("checksum")?;
        if lines.next().is_some() {
            return Err(FileError::Head("an empty line after the checksum"));
        }
        let numbers = &bytes[end + 2..];
        let summed_head = &bytes[..end - "checksum ".len() - said.len()];
        if said != checksum(summed_head, numbers) {
            return Err(FileError::Checksum);
        }
        Ok(Self { inputs, shape, numbers })
    }
}

/// Refuses another value of a line of the head.
pub(super) fn expect(
    name: &'static str,
    found: &str,
    wanted: &'static str,
) -> Result<(), FileError> {
    if found == wanted {
        return Ok(());
    }
    Err(FileError::Other { name, found: found.to_owned(), wanted })
}

/// The network of a file, or one line about why there is none.
///
/// # Errors
/// The file cannot be read, or its bytes cannot.
pub fn read_file<N, E: fmt::Display>(
    file: &Path,
    read: fn(&[u8]) -> Result<N, E>,
) -> Result<N, String> {
    let bytes = small_file::read(file, LARGEST_FILE)?;
    read(&bytes).map_err(|error| error.to_string())
}

/// The bytes of a file. The head is all lines before the checksum.
pub fn sealed(head: &str, numbers: &[u8]) -> Vec<u8> {
    let checksum = checksum(head.as_bytes(), numbers);
    [format!("{head}checksum {checksum}\n\n").as_bytes(), numbers].concat()
}

/// Where the head ends; the numbers begin two bytes later.
pub(crate) fn end_of_head(bytes: &[u8]) -> Option<usize> {
    bytes.windows(2).take(LONGEST_HEAD).position(|pair| pair == b"\n\n")
}

/// The checksum of the lines before it and the numbers after it, as the head has it.
pub fn checksum(head: &[u8], numbers: &[u8]) -> String {
    let mut hash = Fnv::default();
    hash.bytes(head);
    hash.bytes(numbers);
    format!("{:016x}", hash.value())
}

/// Why some bytes are not a network's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// Something else altogether.
    Foreign,
    /// A line of the head is missing: which.
    Head(&'static str),
    /// A value in the head that this program does not know.
    Other {
        /// The line.
        name: &'static str,
        /// Its value.
        found: String,
        /// The value that this program knows.
        wanted: &'static str,
    },
    /// A shape that no network has.
    Shape {
        /// The shape.
        found: String,
        /// The shapes that there are, in words.
        wanted: &'static str,
    },
    /// The shape takes another number of bytes.
    Length,
    /// Something was changed, or is missing.
    Checksum,
    /// A number is out of range, or no number.
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
            Self::Shape { found, wanted } => {
                write!(f, "shape '{}': it should be {wanted}", found.escape_debug())
            }
            Self::Length => {
                f.write_str("cut off or too long: its shape takes another number of bytes")
            }
            Self::Checksum => f.write_str("damaged or cut off: its checksum is wrong"),
            Self::Number => f.write_str("damaged: a number is out of range"),
        }
    }
}

impl std::error::Error for FileError {}
