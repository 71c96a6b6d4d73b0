//! Counting without listing: wall layouts and positions, by transfer matrices.

pub(crate) mod enumerate;
mod layouts;
mod positions;

pub use enumerate::legal_pawns_by_listing;
pub use layouts::{layouts_by_walls, legal_layouts_by_walls};
pub use positions::{PawnCounts, legal_pawns};
