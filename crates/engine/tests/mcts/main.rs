//! Monte Carlo tree search: what it proves, what it counts, how it ends.

mod exhaustive;
mod known_results;
