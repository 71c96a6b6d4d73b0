//! The FNV-1a hash (Fowler, Noll, Vo), 64 bits: the checksum of files and the fingerprint of games.
//!
//! It is short and the same on every machine. Every byte changes it reversibly, so that a single
//! changed byte never goes unnoticed. It does not protect against deliberate collisions.

/// A hash of the bytes so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(u64);

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

impl Default for Fnv {
    fn default() -> Self {
        Self(OFFSET_BASIS)
    }
}

impl Fnv {
    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Self::default();
        hash.bytes(bytes);
        hash.value()
    }

    /// A hash that continues from its value so far.
    pub const fn resume(value: u64) -> Self {
        Self(value)
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }

    /// Adds a text and its end, so that "ab", "c" differs from "a", "bc".
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0]);
    }

    /// The hash.
    pub const fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published test vectors of FNV-1a.
    #[test]
    fn published_vectors() {
        assert_eq!(Fnv::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv::of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fnv::of(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_hash_can_be_resumed() {
        let mut hash = Fnv::resume(Fnv::of(b"foo"));
        hash.bytes(b"bar");
        assert_eq!(hash.value(), Fnv::of(b"foobar"));
    }

    #[test]
    fn texts_end() {
        let hash = |texts: &[&str]| {
            let mut hash = Fnv::default();
            texts.iter().for_each(|text| hash.text(text));
            hash.value()
        };
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_eq!(hash(&["a"]), 0xaf63_dc4c_8601_ec8c_u64.wrapping_mul(PRIME));
    }
}
