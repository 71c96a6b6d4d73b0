//! How long simulations take: `cargo bench --bench simulations`. Items are simulations.

#[path = "../../core/benches/positions/mod.rs"]
mod positions;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use quoridor_core::{Game, Position, Seats, Variant};
use quoridor_engine::registry::Options;
use quoridor_engine::{Agent, Limits, choose_alone};
use quoridor_literature::respall_2018;

fn main() {
    divan::main();
}

fn respall() -> Box<dyn Agent> {
    Options::of(respall_2018::KIND).build().expect("the default options are good")
}

/// Decisions with a number of simulations each, in one game after the other.
fn decide(bencher: Bencher<'_, '_>, simulations: u64, games: &[Game]) {
    let mut agent = respall();
    let limits = Limits::simulations(simulations);
    let mut turn = 0;
    bencher.counter(ItemsCount::new(simulations)).bench_local(|| {
        turn = (turn + 1) % games.len();
        let decision = choose_alone(agent.as_mut(), black_box(&games[turn]), &limits);
        assert_eq!(
            decision.nodes, simulations,
            "a decision that ends early looks faster than it is"
        );
        decision
    });
}

#[divan::bench(sample_count = 5, sample_size = 1, args = [10_000, 60_000, 120_000])]
fn from_the_start(bencher: Bencher<'_, '_>, simulations: u64) {
    decide(bencher, simulations, &[Game::default()]);
}

/// Only positions that are still open, so that no decision ends early.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn in_the_mid_game(bencher: Bencher<'_, '_>) {
    let games: Vec<Game> = positions::mid_game()
        .into_iter()
        .filter(|position| position.distances().values().all(|&distance| distance > 4))
        .map(Game::new)
        .take(20)
        .collect();
    decide(bencher, 10_000, &games);
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn with_four_players(bencher: Bencher<'_, '_>) {
    decide(bencher, 10_000, &[Game::new(Position::start(Variant::official(Seats::Four)))]);
}
