//! The players, one file or folder each, the citation on top.

pub mod glendenning_2005;
pub mod random;
pub mod respall_2018_ga;
