//! Many games at once, whose leaves are evaluated together, on a GPU for instance.
//!
//! Every game of a [`Batch`] searches until it needs an evaluation; then the leaves of all games
//! are evaluated together. Each game waits for one leaf at a time, so a game has the same rows in
//! any batch, and the same as [`play`](super::play) with the player `puct` and the same network.
//! The features of the leaves are written into memory of the caller, where the evaluator reads
//! them.

use quoridor_core::Position;
use quoridor_engine::net::conv::{POLICY_SIZE, PlaneBytes, Planes, write_features};
use quoridor_engine::players::puct::{Races, Settings, StepwiseSearch};
use rayon::prelude::*;

use super::game::{GamePlan, RecordedGame};
use super::row::Row;
use super::variety::Variety;

/// All that decides the rows, beside the network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatchConfig {
    /// Positions searched per move on average, from half to one and a half times as many.
    pub nodes: usize,
    /// Number of plies after the opening for which moves are drawn at random, by their visits.
    pub random_plies: usize,
    /// Departures from the best play.
    pub variety: Variety,
    /// The settings of the search.
    pub search: Settings,
    /// The seed of all games.
    pub seed: u64,
}

/// How many solved races are kept for each game: it needs few at a time, but again and again.
const RACES_PER_GAME: usize = 8;

/// Games that search at the same time.
#[derive(Debug)]
pub struct Batch {
    config: BatchConfig,
    games: Vec<SearchingGame>,
    /// One for each part of the batch that one thread works on.
    workers: Vec<Worker>,
}

/// The features of a leaf.
pub type LeafPlanes = [PlaneBytes; Planes::COUNT];

/// A game with its search.
#[derive(Debug)]
struct SearchingGame {
    game: RecordedGame,
    search: StepwiseSearch,
    /// Whether it is over, and no game is left to follow it.
    is_last: bool,
}

/// What a thread needs beside its games.
#[derive(Debug)]
struct Worker {
    races: Races,
    /// The numbers and rows of games that are over.
    over: Vec<(u64, Vec<Row>)>,
}

impl SearchingGame {
    fn new(config: &BatchConfig, number: u64) -> Self {
        let (game, seed) = recorded(config, number);
        let mut begun =
            Self { game, search: StepwiseSearch::new(config.search, seed), is_last: false };
        begun.search_position();
        begun
    }

    /// Makes it another game, in the same memory.
    fn restart(&mut self, config: &BatchConfig, number: u64) {
        let (game, seed) = recorded(config, number);
        self.game = game;
        self.search.restart(seed);
        self.search_position();
    }

    fn search_position(&mut self) {
        let nodes = self.game.draw_nodes();
        self.search.begin(self.game.game(), nodes);
    }

    /// Goes on to the next leaf, or to the first one of another game if this one is over; `None` if
    /// there is no other.
    fn next_leaf(
        &mut self,
        worker: &mut Worker,
        config: &BatchConfig,
        next: &impl Fn() -> Option<u64>,
    ) -> Option<Position> {
        loop {
            if let Some(leaf) = self.search.next_leaf(&mut worker.races) {
                return Some(*leaf);
            }
            match self.game.play(&self.search.decision()) {
                None => self.search_position(),
                Some(rows) => {
                    worker.over.push((self.game.number(), rows));
                    let Some(number) = next() else {
                        self.is_last = true;
                        return None;
                    };
                    self.restart(config, number);
                }
            }
        }
    }
}

/// The beginning of a game, and the seed of its player.
fn recorded(config: &BatchConfig, number: u64) -> (RecordedGame, u64) {
    let &BatchConfig { nodes, random_plies, variety, seed, .. } = config;
    let plan = GamePlan { nodes, random_plies, has_policy: true, variety };
    RecordedGame::new(plan, seed, number)
}

impl Batch {
    /// A batch of games with these numbers, in parts for a number of threads. Writes the features
    /// of the first leaves, in the order of the numbers.
    ///
    /// # Panics
    /// If there are fewer planes than numbers.
    pub fn new(
        config: BatchConfig,
        numbers: &[u64],
        threads: usize,
        planes: &mut [LeafPlanes],
    ) -> Self {
        assert!(planes.len() >= numbers.len(), "planes for each leaf");
        let threads = threads.max(1);
        let races = RACES_PER_GAME * numbers.len().div_ceil(threads);
        let worker = || Worker { races: Races::keeping(races), over: Vec::new() };
        let mut workers: Vec<Worker> = (0..threads).map(|_| worker()).collect();
        let begin = |(&number, planes): (&u64, &mut LeafPlanes)| {
            let mut game = SearchingGame::new(&config, number);
            let root = game.next_leaf(&mut workers[0], &config, &|| None);
            write_features(&root.expect("the root is evaluated first"), planes);
            game
        };
        let games = numbers.iter().zip(planes).map(begin).collect();
        Self { config, games, workers }
    }

    /// How many leaves wait for an evaluation: one for each game.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether all games are over.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Takes the evaluations of all leaves (logits of policy and value, see
    /// [`StepwiseSearch::submit`]) and goes on to the next leaves, in parallel where it is called
    /// in a pool of threads. A game that is over is followed by one with the next number, as long
    /// as there is one. Writes the features of the next leaves, in the order of the games.
    ///
    /// # Panics
    /// If there are not as many evaluations as leaves, or fewer planes.
    pub fn advance(
        &mut self,
        policies: &[[f32; POLICY_SIZE]],
        values: &[f32],
        next: impl Fn() -> Option<u64> + Sync,
        planes: &mut [LeafPlanes],
    ) {
        let planes = &mut planes[..self.len()];
        assert!(policies.len() == self.len() && values.len() == self.len(), "one for each leaf");
        let part = self.len().div_ceil(self.workers.len()).max(1);
        let games = self.games.par_chunks_mut(part).zip(planes.par_chunks_mut(part));
        let evaluations = policies.par_chunks(part).zip(values.par_chunks(part));
        games.zip(evaluations).zip(&mut self.workers).for_each(
            |(((games, planes), (policies, values)), worker)| {
                let games = games.iter_mut().zip(planes);
                for ((game, planes), (policy, &value)) in games.zip(policies.iter().zip(values)) {
                    game.search.submit(policy, value);
                    if let Some(leaf) = game.next_leaf(worker, &self.config, &next) {
                        write_features(&leaf, planes);
                    }
                }
            },
        );
        if self.workers.iter().any(|worker| !worker.over.is_empty()) {
            self.remove_last_games(planes);
        }
    }

    /// The numbers and rows of the games that are over since it was last asked.
    pub fn finished(&mut self) -> Vec<(u64, Vec<Row>)> {
        self.workers.iter_mut().flat_map(|worker| worker.over.drain(..)).collect()
    }

    fn remove_last_games(&mut self, planes: &mut [LeafPlanes]) {
        for place in (0..self.games.len()).rev() {
            if self.games[place].is_last {
                self.games.swap_remove(place);
                planes.swap(place, self.games.len());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use quoridor_core::MAX_SQUARES;
    use quoridor_engine::net::conv::{self, Kernel, Network, Scratch, Shape};
    use quoridor_players::Spec;

    use super::super::{Config, play};
    use super::*;

    fn network() -> Network {
        let shape = Shape {
            blocks: 1,
            channels: 16,
            policy_channels: 16,
            value_channels: 4,
            value_units: 16,
        };
        Network::random(shape, 1)
    }

    /// The rows of games in a batch, whose leaves a network evaluates from their planes.
    fn rows(network: &Network, config: BatchConfig, games: u64, size: u64) -> Vec<Vec<Row>> {
        let mut scratch = Scratch::new(network, Kernel::fastest());
        let mut planes = vec![[[0; MAX_SQUARES]; Planes::COUNT]; size as usize];
        let numbers: Vec<u64> = (0..size).collect();
        let mut batch = Batch::new(config, &numbers, 3, &mut planes);
        let (next, mut all) = (Mutex::new(size..games), Vec::new());
        while !batch.is_empty() {
            let evaluated = planes[..batch.len()].iter().map(|planes| {
                let output = network.evaluate(&Planes::from_bytes(planes), &mut scratch);
                (output.policy, output.value)
            });
            let (policies, values): (Vec<_>, Vec<_>) = evaluated.collect();
            let next = || next.lock().unwrap().next();
            batch.advance(&policies, &values, next, &mut planes);
            all.extend(batch.finished());
        }
        all.sort_by_key(|(number, _)| *number);
        assert!(all.iter().map(|(number, _)| *number).eq(0..games));
        all.into_iter().map(|(_, rows)| rows).collect()
    }

    /// Games in a batch are those of the player `puct`, which searches on its own.
    #[test]
    fn a_batch_plays_the_games_of_puct() {
        let network = network();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("net.weights");
        std::fs::write(&file, conv::write(&network)).unwrap();
        let all = Variety { short_searches: 0.5, resign: 0.3, hoarders: 0.5 };
        for (noise, variety) in
            [("0", Variety::default()), ("0.25", Variety::default()), ("0", all)]
        {
            let agent = format!("puct:weights={},noise={noise}", file.display());
            let spec: Spec = agent.parse().unwrap();
            let config = Config { agent, nodes: 30, random_plies: 4, variety };
            let alone: Vec<Vec<Row>> =
                (0..6).map(|number| play(&spec, &config, 5, number).unwrap()).collect();
            let search = Settings { noise: noise.parse().unwrap(), ..Settings::default() };
            let config = BatchConfig { nodes: 30, random_plies: 4, variety, search, seed: 5 };
            assert_eq!(rows(&network, config, 6, 4), alone);
            assert_eq!(rows(&network, config, 6, 1), alone);
        }
    }
}
