//! The search: simulations until a limit is reached, by one thread or several.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use quoridor_core::{Game, Position};

use super::tree::{Evaluation, Leaf, Tree};
use super::{Settings, Worker};
use crate::agent::Watch;
use crate::decision::{Decision, Progress, RootMove};
use crate::limits::{Budget, Limits};
use crate::net::conv::{Network, Planes};
use crate::random::Random;

/// The first simulation after which a report is made; then whenever their number has doubled, or so
/// much time has gone by.
const FIRST_REPORT: u64 = 256;
const TIME_BETWEEN_REPORTS: Duration = Duration::from_millis(500);

/// The interval, in simulations, at which the length of the principal variation is checked.
const BETWEEN_LOOKS_AT_DEPTH: u64 = 16;

/// Nodes count to this.
const MOST_SIMULATIONS: u64 = u32::MAX as u64 / 2;

/// A search of one position.
pub(super) struct Search<'a> {
    pub(super) network: &'a Network,
    pub(super) settings: &'a Settings,
    pub(super) game: &'a Game,
    pub(super) limits: Limits,
    /// How many of the best lines are reported.
    pub(super) lines: usize,
}

/// The state that threads share.
struct Shared<'a> {
    tree: Mutex<&'a mut Tree>,
    /// Simulations that were begun.
    begun: AtomicU64,
    is_over: AtomicBool,
    /// The hashes of the positions since the last wall, the root's last.
    seen: Vec<u64>,
}

impl<'a> Shared<'a> {
    fn tree(&self) -> MutexGuard<'_, &'a mut Tree> {
        self.tree.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Search<'_> {
    /// Searches until a limit is reached, the search is stopped, or the result is proved.
    pub(super) fn run(
        &self,
        tree: &mut Tree,
        workers: &mut [Worker],
        random: &mut Random,
        watch: &mut Watch<'_>,
    ) -> Decision {
        let budget = Budget::new(&self.limits);
        let (first, helpers) = workers.split_first_mut().expect("there is at least one thread");
        let root = self.game.position();
        if tree.begin(self.game, self.settings) {
            let evaluation = self.evaluate(root, first, true);
            tree.expand_root(root, &evaluation, self.settings, random);
        }
        let shared = Shared {
            tree: Mutex::new(tree),
            begun: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            seen: self.game.since_last_wall().iter().map(Position::hash).collect(),
        };
        thread::scope(|scope| {
            for worker in helpers {
                let shared = &shared;
                scope.spawn(move || while self.simulate(shared, worker) {});
            }
            let mut reporter = Reporter { next: TIME_BETWEEN_REPORTS, simulations: FIRST_REPORT };
            while make_room(&shared, &budget, watch) && self.simulate(&shared, first) {
                let simulations = shared.begun.load(Ordering::Relaxed);
                if budget.is_over(watch)
                    || self.is_clear(&shared, &budget, simulations)
                    || self.is_deep(&shared, simulations)
                {
                    break;
                }
                if reporter.is_due(&budget, simulations) {
                    let tree = shared.tree();
                    self.report(&tree, simulations, budget.elapsed(), watch);
                }
            }
            shared.is_over.store(true, Ordering::Relaxed);
        });
        let simulations = shared.begun.load(Ordering::Relaxed);
        let tree = shared.tree();
        self.report(&tree, simulations, budget.elapsed(), watch);
        decision(&tree, simulations)
    }

    /// One simulation; whether there may be another.
    fn simulate(&self, shared: &Shared<'_>, worker: &mut Worker) -> bool {
        let root = self.game.position();
        let leaf = {
            let mut tree = shared.tree();
            if tree.is_cramped() && !shared.is_over.load(Ordering::Relaxed) {
                // The first thread compacts the tree when no simulation is under way.
                drop(tree);
                thread::yield_now();
                return true;
            }
            let most = [self.limits.nodes, self.limits.simulations].into_iter().flatten();
            let most = most.fold(MOST_SIMULATIONS, u64::min).max(1);
            if shared.is_over.load(Ordering::Relaxed)
                || tree.node(tree.root()).proof().is_some()
                || shared.begun.load(Ordering::Relaxed) >= most
            {
                return false;
            }
            let leaf = tree.select(root, &shared.seen, self.settings);
            if !matches!(leaf, Leaf::Busy) {
                shared.begun.fetch_add(1, Ordering::Relaxed);
            }
            leaf
        };
        match leaf {
            Leaf::New { path, position } => {
                if let Some(exact) = worker.races.exact(&position) {
                    shared.tree().settle(&path, exact, self.settings);
                } else {
                    let evaluation = self.evaluate(&position, worker, false);
                    shared.tree().expand(&path, &position, &evaluation);
                }
            }
            Leaf::Known => {}
            Leaf::Busy => thread::yield_now(),
        }
        true
    }

    fn evaluate(&self, position: &Position, worker: &mut Worker, all_moves: bool) -> Evaluation {
        let output = self.network.evaluate(&Planes::new(position), &mut worker.scratch);
        Evaluation::new(
            position,
            &output.policy,
            output.value,
            self.settings.temperature,
            all_moves,
        )
    }

    /// Whether time is better saved: no other move can get as many visits as the best one has in
    /// the time that is left. Moves that are proved to lose are out of the running.
    fn is_clear(&self, shared: &Shared<'_>, budget: &Budget, simulations: u64) -> bool {
        let (Some(_), Some(time)) = (self.limits.stretch, self.limits.time) else { return false };
        if !simulations.is_multiple_of(64) {
            return false;
        }
        let elapsed = budget.elapsed();
        let left = time.saturating_sub(elapsed).as_secs_f64() / elapsed.as_secs_f64().max(1e-6);
        is_settled(&shared.tree().candidates(), simulations as f64 * left)
    }

    /// Whether a limit of depth is reached: the principal variation has as many plies, or cannot
    /// grow.
    fn is_deep(&self, shared: &Shared<'_>, simulations: u64) -> bool {
        let Some(depth) = self.limits.depth else { return false };
        simulations.is_multiple_of(BETWEEN_LOOKS_AT_DEPTH)
            && shared.tree().is_searched_to(depth as usize)
    }

    fn report(&self, tree: &Tree, nodes: u64, time: Duration, watch: &mut Watch<'_>) {
        // Nothing is known about a move that was not tried.
        let tried = tree.root_moves().into_iter().filter(|root_move| root_move.visits > 0);
        for (place, root_move) in tried.take(self.lines).enumerate() {
            let line = tree.line(root_move.mv);
            watch.report(&Progress {
                depth: line.len() as u32,
                value: root_move.value,
                nodes,
                time,
                line,
                rank: place + 1,
                fullness: Some(tree.fullness()),
            });
        }
    }
}

/// Whether no other move can get as many visits as the best one has, with so many visits left; if
/// no other was tried, that is not known. The visits are those of the moves that may be played.
fn is_settled(candidates: &[u32], left: f64) -> bool {
    let (mut best, mut second) = (0, 0);
    for &visits in candidates {
        (best, second) = (best.max(visits), second.max(visits.min(best)));
    }
    candidates.len() == 1 || second > 0 && f64::from(best - second) > left
}

/// Frees the memory of garbage if it is needed; whether the search may go on. It may not if it was
/// stopped or its time was over meanwhile.
fn make_room(shared: &Shared<'_>, budget: &Budget, watch: &Watch<'_>) -> bool {
    let mut tree = shared.tree();
    !tree.is_cramped() || tree.has_pending() || tree.compact(|| budget.is_over(watch))
}

pub(super) fn decision(tree: &Tree, nodes: u64) -> Decision {
    let root = tree.root_moves();
    let RootMove { mv, value, .. } = root[0];
    let line = tree.line(mv);
    Decision { mv, value: Some(value), depth: line.len() as u32, line, nodes, root }
}

/// When reports are made.
struct Reporter {
    next: Duration,
    simulations: u64,
}

impl Reporter {
    fn is_due(&mut self, budget: &Budget, simulations: u64) -> bool {
        // The clock is asked anyway, once a simulation.
        let time = budget.elapsed();
        if simulations < self.simulations && time < self.next {
            return false;
        }
        while self.simulations <= simulations {
            self.simulations *= 2;
        }
        self.next = time + TIME_BETWEEN_REPORTS;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: a lead of 40 visits is safe if 39 are left, and not if 40 are.
    #[test]
    fn a_lead_that_cannot_be_lost_settles_a_search() {
        assert!(is_settled(&[20, 60, 3, 0], 39.0));
        assert!(!is_settled(&[20, 60, 3, 0], 40.0));
        assert!(!is_settled(&[60, 0, 0], 0.0), "others were not tried");
        assert!(is_settled(&[60], 1e9), "there is no other");
    }
}
