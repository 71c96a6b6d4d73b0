//! `alphabeta`: a principal variation search with a transposition table, a small network as
//! evaluation, and exact knowledge of pawn races. docs/search.md describes it.
//!
//! - `deepening`: the root, iterative deepening. `search`: the recursion. `ordering`: moves in
//!   stages.
//! - `table`: the transposition table. `races`: solved races. `score`: scores and mate distances.
//! - `evaluation`: features and networks. `knowledge`: the interface between them and the search.
//! - `tuning`: search parameters. `levels`: weaker play.

mod deepening;
pub mod evaluation;
pub(crate) mod knowledge;
mod levels;
mod ordering;
mod races;
pub(crate) mod score;
mod search;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod tuning;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use quoridor_core::{Game, Position};

use self::deepening::Deepening;
use self::evaluation::Evaluation;
use self::knowledge::{Knowledge, Source};
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
    AgentKind, LEVEL, MULTIPV, OptionKind, OptionType, Options, SEED, SHIPPED, SpecError, THREADS,
    TIME, hash,
};

/// The player for a registry.
pub const KIND: AgentKind = AgentKind {
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
    build,
};

// Not a closure: other crates would compile it, and with it the search, once more.
fn build(options: &Options) -> Result<Box<dyn Agent>, SpecError> {
    let evaluation = match options.text("evaluation") {
        SHIPPED => None,
        file => {
            let read = Evaluation::read_file(Path::new(file));
            Some(read.map_err(|reason| options.unusable("evaluation", reason))?)
        }
    };
    let tuning = Tuning::new(options.list("weights"));
    let level = Level::of(options.get("level"));
    Ok(Box::new(AlphaBetaPlayer {
        level,
        random: Random::new(options.get("seed")),
        seed: options.get("seed"),
        ..AlphaBetaPlayer::new(options, evaluation, tuning)?
    }))
}

/// The option for another evaluation.
pub const EVALUATION: OptionKind = OptionKind::new(
    "evaluation",
    SHIPPED,
    OptionType::File,
    "the evaluation's weights, as written by `quoridor learn evaluation`",
);

/// The option for other search parameters.
pub const TUNING: OptionKind = OptionKind::new(
    "weights",
    Tuning::DEFAULT,
    OptionType::List(&Tuning::PARAMETERS),
    "search parameters, for `quoridor tune`",
);

/// The player.
#[derive(Debug)]
pub(crate) struct AlphaBetaPlayer<S: Source> {
    table: Table,
    /// The state of each thread.
    threads: Vec<ThreadState<S::Knowledge>>,
    /// The number of best moves that are compared (MultiPV).
    lines: usize,
    /// The limits of its level; `None` at full strength.
    level: Option<&'static Level>,
    random: Random,
    seed: u64,
    source: S,
    tuning: Tuning,
    default_limits: Limits,
}

/// The state of a search thread that lasts for a game, beside the shared table.
#[derive(Debug)]
struct ThreadState<K: Knowledge> {
    history: History,
    races: Races,
    cache: K::Cache,
}

impl<K: Knowledge> Default for ThreadState<K> {
    fn default() -> Self {
        Self { history: History::default(), races: Races::default(), cache: K::Cache::default() }
    }
}

impl<S: Source> Agent for AlphaBetaPlayer<S> {
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
        self.source.knowledge();
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.threads.fill_with(ThreadState::default);
        self.random = Random::new(self.seed);
    }
}

impl<S: Source> AlphaBetaPlayer<S> {
    /// A player at full strength with the options `hash`, `threads`, `multipv` and `time`.
    pub(crate) fn new(options: &Options, source: S, tuning: Tuning) -> Result<Self, SpecError> {
        Ok(Self {
            table: Table::new(options.get("hash"))
                .ok_or_else(|| options.unusable("hash", "not enough memory"))?,
            threads: (0..options.get("threads")).map(|_: u32| ThreadState::default()).collect(),
            lines: options.get("multipv"),
            level: None,
            random: Random::new(0),
            seed: 0,
            source,
            tuning,
            default_limits: Limits::time(Duration::from_secs_f64(options.get("time"))),
        })
    }

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
        let Self { table, source, tuning, threads, .. } = self;
        let (first, helpers) = threads.split_first_mut().expect("there is at least one thread");
        let shared = Shared { table, knowledge: source.knowledge(), tuning: *tuning, game };
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

/// The state that the threads of a search share.
struct Shared<'a, K> {
    table: &'a Table,
    knowledge: &'a K,
    tuning: Tuning,
    game: &'a Game,
}

impl<'a, K: Knowledge> Shared<'a, K> {
    fn search(&self, state: &'a mut ThreadState<K>, budget: Budget) -> Search<'a, K> {
        state.history.fade();
        let seen = self.game.since_last_wall();
        Search {
            table: self.table,
            history: &mut state.history,
            knowledge: self.knowledge,
            cache: &mut state.cache,
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
