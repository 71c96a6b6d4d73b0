//! Exact results for Quoridor: solved boards, counts, and checks of both.
//!
//! [`solve`] finds the value of every position of a game for two on a small board or with few
//! walls; a [`Solution`] answers for positions and moves, from memory or a file.
//!
//! ```
//! use quoridor_solve::{Options, Progress, Space, Value, solve};
//! let space = Space::new("3x3".parse().unwrap(), 1);
//! let options = Options { threads: 1, memory: 1 << 20, keep: false };
//! let solution = solve(&space, options, None, &Progress::default()).unwrap();
//! assert_eq!(solution.start(), Value::Loss(8)); // the second player wins
//! ```

mod bounds;
mod coalitions;
mod count;
mod error;
mod file;
mod layer;
mod layout;
mod passages;
mod picture;
mod positioned;
mod search;
mod solution;
mod solver;
mod space;
mod sweep;
mod tables;
#[cfg(test)]
mod testing;
mod value;
mod verify;
mod winners;
mod worker;

pub use coalitions::{Coalitions, Forced};
pub use count::{
    PawnCounts, Reachable, connected_layouts_by_walls, layouts_by_walls, legal_layouts_by_walls,
    legal_pawns, legal_pawns_by_listing, reachable, reachable_at_least, reachable_at_most,
};
pub use error::SolveError;
pub use layout::{Layout, Slots};
pub use picture::moves_svg;
pub use search::{Effort, Search};
pub use solution::Solution;
pub use solver::{Options, Progress, solve};
pub use space::Space;
pub use value::Value;
pub use verify::{Contradiction, Verified, VerifyOptions, verify};
pub use winners::{ParseWinnersError, Winners};
