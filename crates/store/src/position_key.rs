//! How positions are found.

use quoridor_core::{Position, Symmetry};

/// How a position is found: all its images have the same hash.
///
/// A hash has 64 bits: of a million positions, two that are not images of each other share one with
/// a chance of 3 in 100 million.
pub(crate) struct PositionKey {
    pub(crate) hash: i64,
    /// The symmetry from the position to the image that was hashed.
    pub(crate) symmetry: Symmetry,
}

impl PositionKey {
    pub(crate) fn of(position: &Position) -> Self {
        let (canonical, symmetry) = position.canonical();
        Self { hash: canonical.hash().cast_signed(), symmetry }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores hold these numbers. A change of the hash keys, or of the choice of the canonical
    /// image, needs another version of the store.
    #[test]
    fn the_hashes_in_stores_still_hold() {
        let hash = |position: &str| PositionKey::of(&position.parse().unwrap()).hash;
        assert_eq!(hash("- / - / e1 e9 / 10 10 / 1"), 2_233_452_965_755_499_578);
        assert_eq!(hash("a1 / - / e2 e9 / 9 10 / 2"), 7_309_713_269_748_174_265);
        assert_eq!(hash("h1 / - / e2 e9 / 9 10 / 2"), 7_309_713_269_748_174_265);
        assert_eq!(hash("- / b2 / e1 a5 e9 i5 / 4 5 5 5 / 2"), -6_342_701_894_650_934_593);
    }
}
