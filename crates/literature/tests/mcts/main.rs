//! Monte Carlo tree search: what it proves, what it counts, how it ends.

mod counts;
mod exhaustive;
mod known_results;
mod proofs;
mod respall_2018;
mod searches;
mod several_players;
