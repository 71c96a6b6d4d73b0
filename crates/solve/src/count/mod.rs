//! Counting without listing: wall layouts and positions, by transfer matrices.

mod bounds;
mod connected;
pub(crate) mod enumerate;
mod layouts;
mod positions;
mod reachable;
mod walls;

pub use bounds::{reachable_at_least, reachable_at_most};
pub use connected::connected_layouts_by_walls;
pub use enumerate::legal_pawns_by_listing;
pub use layouts::{layouts_by_walls, legal_layouts_by_walls};
pub use positions::{PawnCounts, legal_pawns};
pub use reachable::{Reachable, reachable};
