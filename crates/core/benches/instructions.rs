//! How many instructions the rules take, whatever else the machine is doing:
//! `cargo bench --bench instructions` (needs valgrind).
//!
//! Each number is for all 512 mid-game positions together.

#![allow(missing_docs, reason = "the macros make public items without any")]

mod positions;

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use quoridor_core::{Position, perft};

#[library_benchmark]
#[bench::mid_game(positions::mid_game())]
fn distance(positions: Vec<Position>) -> u64 {
    positions.iter().map(|position| u64::from(black_box(position).distance(position.turn()))).sum()
}

#[library_benchmark]
#[bench::mid_game(positions::mid_game())]
fn distance_field(positions: Vec<Position>) -> u64 {
    positions
        .iter()
        .map(|position| u64::from(black_box(position).distance_field(position.turn()).farthest()))
        .sum()
}

#[library_benchmark]
#[bench::mid_game(positions::mid_game())]
fn legal_moves(positions: Vec<Position>) -> usize {
    positions.iter().map(|position| black_box(position).legal_moves().len()).sum()
}

#[library_benchmark]
#[bench::mid_game(positions::mid_game())]
fn detours(positions: Vec<Position>) -> usize {
    positions
        .iter()
        .map(|position| black_box(position).detours(position.turn().opposite()).walls().len())
        .sum()
}

#[library_benchmark]
fn perft_2_from_the_start() -> u64 {
    perft(&Position::default(), black_box(2))
}

library_benchmark_group!(
    name = rules,
    benchmarks = [distance, distance_field, legal_moves, detours, perft_2_from_the_start]
);

main!(library_benchmark_groups = rules);
