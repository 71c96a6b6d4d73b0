//! The players, one file or folder each, the citation on top.

pub mod random;
pub mod respall_2018;
