//! How long the rules take: `cargo bench --bench time`.

mod positions;

use divan::{Bencher, black_box};
use quoridor_core::{Player, Position, perft};

fn main() {
    divan::main();
}

/// Runs a question over the mid-game positions, one after the other.
fn ask<T>(bencher: Bencher<'_, '_>, question: impl Fn(&Position) -> T) {
    let positions = positions::mid_game();
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = (turn + 1) % positions::COUNT;
        question(black_box(&positions[turn]))
    });
}

#[divan::bench]
fn distance(bencher: Bencher<'_, '_>) {
    ask(bencher, |position| position.distance(position.turn()));
}

#[divan::bench]
fn distance_field(bencher: Bencher<'_, '_>) {
    ask(bencher, |position| position.distance_field(position.turn()).farthest());
}

#[divan::bench]
fn shortest_path(bencher: Bencher<'_, '_>) {
    ask(bencher, |position| position.shortest_path(position.turn()).steps());
}

#[divan::bench]
fn shortest_path_squares(bencher: Bencher<'_, '_>) {
    ask(bencher, |position| position.shortest_path_squares(position.turn()));
}

#[divan::bench]
fn detours(bencher: Bencher<'_, '_>) {
    ask(bencher, |position| position.detours(position.turn().opposite()).walls());
}

#[divan::bench]
fn legal_moves(bencher: Bencher<'_, '_>) {
    ask(bencher, Position::legal_moves);
}

#[divan::bench]
fn legal_moves_listed(bencher: Bencher<'_, '_>) {
    ask(bencher, |position| {
        let mut list = [0; 256];
        let mut len = 0;
        position.legal_moves().iter().for_each(|mv| {
            list[len] = mv.index();
            len += 1;
        });
        (list, len)
    });
}

#[divan::bench]
fn play(bencher: Bencher<'_, '_>) {
    ask(bencher, |position| {
        let mut next = *position;
        next.play_unchecked(quoridor_core::Move::Step(position.pawn(Player::South)));
        next
    });
}

#[divan::bench(sample_count = 10, args = [3, 4])]
fn perft_from_the_start(depth: u32) -> u64 {
    perft(&Position::default(), black_box(depth))
}
