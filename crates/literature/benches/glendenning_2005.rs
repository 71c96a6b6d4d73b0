//! How fast Glendenning's player is: `cargo bench -p quoridor-literature --bench glendenning_2005`.

#[path = "../../core/benches/positions/mod.rs"]
mod positions;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use quoridor_core::Position;
use quoridor_engine::{Limits, Watch};
use quoridor_literature::Evaluator;
use quoridor_literature::glendenning_2005::evaluation::WeightedSum;
use quoridor_literature::glendenning_2005::features::FEATURES;
use quoridor_literature::glendenning_2005::markov::Walk;
use quoridor_literature::glendenning_2005::{champions, search};

fn main() {
    divan::main();
}

/// Runs a question over the mid-game positions, one after the other.
fn ask<T>(bencher: Bencher<'_, '_>, mut question: impl FnMut(&Position) -> T) {
    let positions = positions::mid_game();
    let mut turn = 0;
    bencher.bench_local(|| {
        turn = (turn + 1) % positions::COUNT;
        question(black_box(&positions[turn]))
    });
}

#[divan::bench(args = FEATURES.iter().map(|feature| feature.abbreviation))]
fn feature(bencher: Bencher<'_, '_>, abbreviation: &str) {
    let feature = FEATURES
        .iter()
        .find(|feature| feature.abbreviation == abbreviation)
        .expect("a feature's name");
    ask(bencher, |position| feature.value(position));
}

#[divan::bench]
fn markov_by_relaxation(bencher: Bencher<'_, '_>) {
    ask(bencher, |position| {
        Walk::of_player(position, position.turn()).relaxed(position.pawn(position.turn()), 1e-9)
    });
}

/// The evaluation of a champion.
fn champion(name: &str) -> WeightedSum {
    WeightedSum::new(&FEATURES, &champions::weights(name).expect("a champion's name"))
}

#[divan::bench(args = champions::names())]
fn evaluation(bencher: Bencher<'_, '_>, name: &str) {
    let mut evaluation = champion(name);
    ask(bencher, |position| evaluation.evaluate(position));
}

/// An evaluation that counts how often it is asked.
struct Counting {
    evaluation: WeightedSum,
    leaves: Arc<AtomicU64>,
}

impl Evaluator for Counting {
    fn begin_search(&mut self, root: &Position) {
        self.evaluation.begin_search(root);
    }

    fn evaluate(&mut self, position: &Position) -> f64 {
        self.leaves.fetch_add(1, Ordering::Relaxed);
        self.evaluation.evaluate(position)
    }
}

/// Searches a position to depth 3, and says how many leaves it evaluated.
fn search_to_depth_3(name: &str, position: &Position) -> u64 {
    let leaves = Arc::new(AtomicU64::new(0));
    let counting = Counting { evaluation: champion(name), leaves: Arc::clone(&leaves) };
    let (stop, mut report) = (AtomicBool::new(false), |_: &_| {});
    let mut watch = Watch::new(&stop, &mut report);
    search::GlendenningSearch::new(counting, u64::MAX).choose(
        position,
        position.legal_moves(),
        &Limits::depth(3),
        &mut watch,
    );
    leaves.load(Ordering::Relaxed)
}

/// Leaves a second (the items), from the start.
#[divan::bench(args = ["psi1", "psi2"], sample_count = 3)]
fn search_from_the_start(bencher: Bencher<'_, '_>, name: &str) {
    let position = Position::default();
    let leaves = search_to_depth_3(name, &position);
    bencher
        .counter(ItemsCount::new(leaves))
        .bench_local(|| search_to_depth_3(name, black_box(&position)));
}

/// Leaves a second (the items), from eight mid-game positions.
#[divan::bench(args = ["psi1", "psi2"], sample_count = 3)]
fn search_from_the_mid_game(bencher: Bencher<'_, '_>, name: &str) {
    let positions = positions::mid_game();
    let search_all =
        || positions.iter().take(8).map(|position| search_to_depth_3(name, position)).sum::<u64>();
    bencher.counter(ItemsCount::new(search_all())).bench_local(search_all);
}
