//! The solver against plain exhaustive search and published results.

mod counts;
mod exhaustive;
mod files;
mod known_results;
mod search;

use quoridor_core::{BoardSize, Seats, Variant};
use quoridor_solve::{Options, Progress, Solution, Space, solve};

fn variant(size: &str, walls: u8) -> Variant {
    Variant { size: size.parse::<BoardSize>().unwrap(), seats: Seats::Two, walls }
}

fn solution(size: &str, walls: u8, keep: bool) -> Solution {
    let space = Space::new(size.parse().unwrap(), walls);
    let options = Options { threads: 2, memory: 2 << 30, keep };
    solve(&space, options, None, &Progress::default()).unwrap()
}
