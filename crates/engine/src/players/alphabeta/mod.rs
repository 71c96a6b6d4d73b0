//! `alphabeta`: a principal variation search with a transposition table, a small network as
//! evaluation, and exact knowledge of pawn races. docs/search.md describes it.
//!
//! - `deepening`: the root, iterative deepening. `search`: the recursion. `ordering`: moves in
//!   stages.
//! - `table`: the transposition table. `races`: solved races. `score`: scores and mate distances.
//! - `evaluation`: features and networks. `tuning`: search parameters. `levels`: weaker play.

mod deepening;
pub mod evaluation;
mod levels;
mod ordering;
mod races;
mod score;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod tuning;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use quoridor_core::{Game, Position};

use self::deepening::Deepening;
use self::evaluation::Evaluation;
use self::levels::Level;
use self::ordering::History;
use self::races::Races;
use self::search::{Pruning, Search};
use self::table::Table;
use self::tuning::Tuning;
use crate::agent::{Agent, Watch, two_players_only};
use crate::decision::Decision;
use crate::limits::{Budget, Limits};
use crate::random::Random;
use crate::registry::{
    AgentKind, LEVEL, MULTIPV, OptionKind, OptionType, SEED, SHIPPED, THREADS, TIME, hash,
};

pub(crate) const KIND: AgentKind = AgentKind {
    name: "alphabeta",
    summary: "principal-variation search with a transposition table and exact races",
    options: &[
        LEVEL,
        hash("64", "size of the transposition table in MiB"),
        THREADS,
        OptionKind { help: "number of best moves to compare and report", ..MULTIPV },
        TIME,
        OptionKind { help: "seed of the mistakes that it makes below level 6", ..SEED },
        EVALUATION,
        TUNING,
    ],
    supports: two_players_only,
    build: |options| {
        Ok(Box::new(AlphaBetaPlayer {
            table: Table::new(options.get("hash"))
                .ok_or_else(|| options.unusable("hash", "not enough memory"))?,
            threads: (0..options.get("threads")).map(|_: u32| ThreadState::default()).collect(),
            lines: options.get("multipv"),
            level: Level::of(options.get("level")),
            random: Random::new(options.get("seed")),
            seed: options.get("seed"),
            evaluation: match options.text("evaluation") {
                SHIPPED => None,
                file => {
                    let read = Evaluation::read_file(Path::new(file));
                    Some(read.map_err(|reason| options.unusable("evaluation", reason))?)
                }
            },
            tuning: Tuning::new(options.list("weights")),
            default_limits: Limits::time(Duration::from_secs_f64(options.get("time"))),
        }))
    },
};

/// The option for another evaluation.
pub(crate) const EVALUATION: OptionKind = OptionKind::new(
    "evaluation",
    SHIPPED,
    OptionType::File,
    "the evaluation's weights, as written by `quoridor learn evaluation`",
);

/// The option for other search parameters.
pub(crate) const TUNING: OptionKind = OptionKind::new(
    "weights",
    Tuning::DEFAULT,
    OptionType::List(&Tuning::PARAMETERS),
    "search parameters, for `quoridor tune`",
);

/// The player.
#[derive(Debug)]
pub struct AlphaBetaPlayer {
    table: Table,
    /// The state of each thread.
    threads: Vec<ThreadState>,
    /// The number of best moves that are compared (MultiPV).
    lines: usize,
    /// The limits of its level; `None` at full strength.
    level: Option<&'static Level>,
    random: Random,
    seed: u64,
    /// The evaluation; `None` for the shipped one, whose lookup table is made by the first search:
    /// most players that are built never search.
    evaluation: Option<Evaluation>,
    tuning: Tuning,
    default_limits: Limits,
}

/// The state of a search thread that lasts for a game, beside the shared table.
#[derive(Debug, Default)]
struct ThreadState {
    history: History,
    races: Races,
}

impl Agent for AlphaBetaPlayer {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        let limits = limits.without_simulations().or(self.default_limits);
        self.table.begin_search();
        match self.level {
            Some(level) => self.choose_at(level, game, &limits, watch),
            None => self.choose_best(game, &limits, self.lines, watch),
        }
    }

    fn prepare(&mut self) {
        self.table.lay_out();
        or_shipped(self.evaluation.as_ref());
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.threads.fill_with(ThreadState::default);
        self.random = Random::new(self.seed);
    }
}

impl AlphaBetaPlayer {
    /// Plays at full strength.
    fn choose_best(
        &mut self,
        game: &Game,
        limits: &Limits,
        lines: usize,
        watch: &mut Watch<'_>,
    ) -> Decision {
        if game.position().all_walls_left().values().all(|&left| left == 0) {
            return self.threads[0].races.decide(game.position());
        }
        let Self { table, evaluation, tuning, threads, .. } = self;
        let (first, helpers) = threads.split_first_mut().expect("there is at least one thread");
        let evaluation = or_shipped(evaluation.as_ref());
        let shared = Shared { table, evaluation, tuning: *tuning, game };
        // The nodes are divided among the threads, so that a limit means the same for any number;
        // a thread that would have few does not begin.
        let most = limits.nodes.map_or(helpers.len(), |nodes| (nodes / LEAST_SHARE) as usize);
        let most = most.min(helpers.len());
        let helpers = &mut helpers[..most];
        let count = helpers.len() as u64 + 1;
        let share = Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(count)), ..*limits };
        let (done, elsewhere) = (AtomicBool::new(false), Arc::new(AtomicU64::new(0)));
        thread::scope(|scope| {
            for (number, state) in helpers.iter_mut().enumerate() {
                let (shared, done, elsewhere) = (&shared, &done, Arc::clone(&elsewhere));
                scope.spawn(move || {
                    let budget = Budget::new(&share).counted_in(elsewhere);
                    let mut deepening = Deepening::new(shared.search(state, budget), game, 1);
                    // Lazy SMP: every other helper is a ply ahead, so that they differ.
                    let from = 1 + number as u32 % 2;
                    deepening.run(&share, from, &mut Watch::new(done, &mut |_| {}));
                });
            }
            let deepening = Deepening::new(shared.search(first, Budget::new(&share)), game, lines);
            let mut deepening = deepening.with_help(&elsewhere);
            let decision = deepening.run(&share, 1, watch);
            done.store(true, Ordering::Relaxed);
            decision
        })
    }
}

/// The least nodes of a helper thread.
const LEAST_SHARE: u64 = 1000;

/// An evaluation, or the shipped one.
fn or_shipped(evaluation: Option<&Evaluation>) -> &Evaluation {
    evaluation.unwrap_or_else(|| Evaluation::shipped())
}

/// The state that the threads of a search share.
struct Shared<'a> {
    table: &'a Table,
    evaluation: &'a Evaluation,
    tuning: Tuning,
    game: &'a Game,
}

impl<'a> Shared<'a> {
    fn search(&self, state: &'a mut ThreadState, budget: Budget) -> Search<'a> {
        state.history.fade();
        let seen = self.game.since_last_wall();
        Search {
            table: self.table,
            history: &mut state.history,
            evaluation: self.evaluation,
            tuning: self.tuning,
            budget,
            pruning: Pruning { is_on: true },
            // All but the root, which the search itself adds.
            path: seen[..seen.len() - 1].iter().map(Position::hash).collect(),
            races: &mut state.races,
            lists: Vec::new(),
            tried: Vec::new(),
        }
    }
}
