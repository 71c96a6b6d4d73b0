//! Helpers of several tests.

use quoridor_core::{Seats, Variant};

pub(crate) fn variant(size: &str, walls: u8) -> Variant {
    Variant { size: size.parse().unwrap(), seats: Seats::Two, walls }
}

/// A small random number generator for tests.
pub(crate) struct Lcg(pub(crate) u64);

impl Lcg {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) % limit as u64) as usize
    }
}
