//! Exact results for Quoridor.

mod layout;
mod value;

pub use layout::{Layout, Slots};
pub use value::Value;
