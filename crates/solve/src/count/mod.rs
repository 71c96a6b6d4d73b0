//! Counting without listing: wall layouts and positions, by transfer matrices.

mod layouts;

pub use layouts::layouts_by_walls;
