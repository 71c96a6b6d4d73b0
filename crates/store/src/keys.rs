//! Seat tokens, of which only hashes are kept.

use sha2::{Digest, Sha256};

/// The hashes of the tokens that open a seat: each of them is enough.
///
/// Who reads a store, or a copy of it, cannot play its seats. A token is 128 random bits, so that
/// a fast hash without salt is enough.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys(Vec<String>);

/// The beginning of a hash in a store, which says how it was made. No token has a colon.
const SHA_256: &str = "sha256:";

impl Keys {
    /// The keys of a seat with one token; none if the token is empty.
    pub fn of_token(token: &str) -> Self {
        Self(if token.is_empty() { Vec::new() } else { vec![hash(token)] })
    }

    /// Hashes that were kept.
    pub const fn of_hashes(hashes: Vec<String>) -> Self {
        Self(hashes)
    }

    /// The hashes, as they are kept.
    pub fn hashes(&self) -> &[String] {
        &self.0
    }

    /// Whether a token opens the seat.
    pub fn open_with(&self, token: &str) -> bool {
        // How long a comparison of hashes takes says nothing about the token.
        !token.is_empty() && self.0.contains(&hash(token))
    }
}

/// The hash of a token, as it is kept: `sha256:` and 64 hexadecimal digits.
pub(crate) fn hash(token: &str) -> String {
    let digits = Sha256::digest(token.as_bytes());
    digits.iter().fold(SHA_256.to_owned(), |text, byte| text + &format!("{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of FIPS 180-2, appendix B.1.
    #[test]
    fn the_hash_is_sha_256() {
        assert_eq!(
            hash("abc"),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn a_seat_opens_with_its_token_alone() {
        let keys = Keys::of_token("abc");
        assert!(keys.open_with("abc"));
        for other in ["", "ab", "abcd", "Abc", &hash("abc")] {
            assert!(!keys.open_with(other), "{other}");
        }
        assert!(!Keys::of_token("").open_with(""));
        assert!(!format!("{keys:?}").contains("\"abc\""));
    }
}
