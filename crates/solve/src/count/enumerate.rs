//! The same counts by listing every layout: the second formulation.

use quoridor_core::BoardSize;

use super::positions::PawnCounts;
use crate::layout::{Layout, Slots};
use crate::passages::Passages;

/// Counts the legal pairs of a wall layout and two pawns by listing the layouts and flooding the
/// board from both goals.
pub fn legal_pawns_by_listing(size: BoardSize) -> PawnCounts {
    let slots = Slots::new(size);
    let most = slots.count() as usize;
    let mut counts = PawnCounts { open: vec![0; most + 1], finished: vec![0; most + 1] };
    for walls in 0..=most {
        slots.for_each(Layout::EMPTY, 0, walls, &mut |layout| {
            let passages = Passages::new(&slots, layout);
            let (top, bottom) = (passages.top_row(), passages.bottom_row());
            let (south, north) = (passages.region(top), passages.region(bottom));
            let pairs = |south: u128, north: u128| {
                let both = (south & north).count_ones();
                u128::from(south.count_ones() * north.count_ones() - both)
            };
            counts.open[walls] += pairs(south & !top, north & !bottom);
            counts.finished[walls] += pairs(top, north & !bottom) + pairs(south & !top, bottom);
        });
    }
    counts
}
