//! Opening books.
//!
//! - [`BookPlan`] makes a set of balanced openings for matches.
//! - [`ExplorePlan`] grows the opening book that the explorer shows and `champion` can play.

mod balanced;
mod explore;
mod journal;

pub use balanced::{BALANCED, BookError, BookPlan, BookProgress};
pub use explore::{ExplorePlan, ExploreProgress};
