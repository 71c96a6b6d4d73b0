//! What the files of all kinds of networks have in common: a head of five plain lines, the last of
//! them a checksum, an empty line, and numbers.

use crate::fnv::Fnv;

/// The first word of every file.
pub const MAGIC: &str = "quoridor-weights";

/// The version of the files, behind the first word.
pub const VERSION: &str = "1";

/// Heads are shorter than this.
pub const LONGEST_HEAD: usize = 200;

/// The bytes of a file. The head is all lines before the checksum.
pub fn sealed(head: &str, numbers: &[u8]) -> Vec<u8> {
    let checksum = checksum(head.as_bytes(), numbers);
    [format!("{head}checksum {checksum}\n\n").as_bytes(), numbers].concat()
}

/// Where the head ends; the numbers begin two bytes later.
pub fn end_of_head(bytes: &[u8]) -> Option<usize> {
    bytes.windows(2).take(LONGEST_HEAD).position(|pair| pair == b"\n\n")
}

/// The checksum of the lines before it and the numbers after it, as the head has it.
pub fn checksum(head: &[u8], numbers: &[u8]) -> String {
    let mut hash = Fnv::default();
    hash.bytes(head);
    hash.bytes(numbers);
    format!("{:016x}", hash.value())
}
