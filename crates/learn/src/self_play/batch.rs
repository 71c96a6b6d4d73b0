//! Many games at once, whose leaves are judged together, on a GPU for instance.
//!
//! Every game of a [`Batch`] searches until it needs a judgement; then the leaves of all games are
//! judged together. Each game waits for one leaf at a time, so a game has the same rows in any
//! batch, and the same as [`play`](super::play) with the player `puct` and the same network.

use quoridor_core::{MAX_SQUARES, Position};
use quoridor_engine::net::conv::{POLICY_SIZE, PlaneBytes, Planes, write_features};
use quoridor_engine::players::puct::{Races, Settings, StepwiseSearch};
use rayon::prelude::*;

use super::game::RecordedGame;
use super::row::Row;

/// All that decides the rows, beside the network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatchConfig {
    /// Positions searched per move on average, from half to one and a half times as many.
    pub nodes: usize,
    /// Number of plies after the opening for which moves are drawn at random, by their visits.
    pub random_plies: usize,
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
    /// The features of the leaves, in the order of the games.
    planes: Vec<[PlaneBytes; Planes::COUNT]>,
    /// Solved races, for each part of the batch that one thread works on.
    races: Vec<Races>,
}

/// A game with its search.
#[derive(Debug)]
struct SearchingGame {
    game: RecordedGame,
    search: StepwiseSearch,
    /// The rows, once it is over.
    rows: Option<Vec<Row>>,
}

impl SearchingGame {
    fn new(config: &BatchConfig, number: u64) -> Self {
        let (mut game, seed) =
            RecordedGame::new(config.seed, number, config.nodes, config.random_plies, true);
        let mut search = StepwiseSearch::new(config.search, seed);
        let nodes = game.draw_nodes();
        search.begin(game.game(), nodes);
        Self { game, search, rows: None }
    }

    /// Goes on to the next leaf; `None` once the game is over.
    fn next_leaf(&mut self, races: &mut Races) -> Option<Position> {
        loop {
            if let Some(leaf) = self.search.next_leaf(races) {
                return Some(*leaf);
            }
            self.rows = self.game.play(&self.search.decision());
            if self.rows.is_some() {
                return None;
            }
            let nodes = self.game.draw_nodes();
            self.search.begin(self.game.game(), nodes);
        }
    }
}

impl Batch {
    /// A batch of games with these numbers, in parts for a number of threads.
    pub fn new(config: BatchConfig, numbers: impl Iterator<Item = u64>, threads: usize) -> Self {
        let (numbers, threads) = (numbers.collect::<Vec<_>>(), threads.max(1));
        let races = RACES_PER_GAME * numbers.len().div_ceil(threads);
        let mut batch = Self {
            config,
            games: Vec::new(),
            planes: Vec::new(),
            races: (0..threads).map(|_| Races::keeping(races)).collect(),
        };
        for number in numbers {
            let (game, planes) = batch.begin(number);
            batch.games.push(game);
            batch.planes.push(planes);
        }
        batch
    }

    /// How many leaves wait for a judgement: one for each game.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether all games are over.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The features of the leaves.
    pub fn planes(&self) -> &[[PlaneBytes; Planes::COUNT]] {
        &self.planes
    }

    /// Takes the judgements of all leaves (logits of policy and value, see
    /// [`StepwiseSearch::judge`]) and goes on to the next leaves, in parallel where it is called in
    /// a pool of threads. Then [`finished`](Self::finished) must be called.
    ///
    /// # Panics
    /// If there are not as many judgements as leaves.
    pub fn advance(&mut self, policies: &[[f32; POLICY_SIZE]], values: &[f32]) {
        assert!(policies.len() == self.len() && values.len() == self.len(), "one for each leaf");
        let part = self.len().div_ceil(self.races.len()).max(1);
        let games = self.games.par_chunks_mut(part).zip(self.planes.par_chunks_mut(part));
        let judgements = policies.par_chunks(part).zip(values.par_chunks(part));
        games.zip(judgements).zip(&mut self.races).for_each(
            |(((games, planes), (policies, values)), races)| {
                let games = games.iter_mut().zip(planes);
                for ((game, planes), (policy, &value)) in games.zip(policies.iter().zip(values)) {
                    game.search.judge(policy, value);
                    if let Some(leaf) = game.next_leaf(races) {
                        write_features(&leaf, planes);
                    }
                }
            },
        );
    }

    /// The numbers and rows of the games that are over. Their places go to games with the next
    /// numbers, as long as there are any.
    pub fn finished(&mut self, mut next: impl FnMut() -> Option<u64>) -> Vec<(u64, Vec<Row>)> {
        let mut finished = Vec::new();
        let mut place = 0;
        while place < self.games.len() {
            if let Some(rows) = self.games[place].rows.take() {
                finished.push((self.games[place].game.number(), rows));
                match next() {
                    Some(number) => {
                        (self.games[place], self.planes[place]) = self.begin(number);
                    }
                    None => {
                        self.games.swap_remove(place);
                        self.planes.swap_remove(place);
                        continue;
                    }
                }
            }
            place += 1;
        }
        finished
    }

    /// A game at its first leaf.
    fn begin(&mut self, number: u64) -> (SearchingGame, [PlaneBytes; Planes::COUNT]) {
        let mut game = SearchingGame::new(&self.config, number);
        let mut planes = [[0; MAX_SQUARES]; Planes::COUNT];
        let root = game.next_leaf(&mut self.races[0]).expect("the root is judged first");
        write_features(&root, &mut planes);
        (game, planes)
    }
}

#[cfg(test)]
mod tests {
    use quoridor_engine::Spec;
    use quoridor_engine::net::conv::{self, Kernel, Network, Scratch, Shape};

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

    /// The rows of games in a batch, whose leaves a network judges from their planes.
    fn rows(network: &Network, config: BatchConfig, games: u64, size: u64) -> Vec<Vec<Row>> {
        let mut scratch = Scratch::new(network, Kernel::fastest());
        let mut batch = Batch::new(config, 0..size, 3);
        let (mut next, mut all) = (size, Vec::new());
        while !batch.is_empty() {
            let judged = batch.planes().iter().map(|planes| {
                let output = network.evaluate(&Planes::from_bytes(planes), &mut scratch);
                (output.policy, output.value)
            });
            let (policies, values): (Vec<_>, Vec<_>) = judged.collect();
            batch.advance(&policies, &values);
            all.extend(batch.finished(|| {
                next += 1;
                (next <= games).then(|| next - 1)
            }));
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
        for noise in ["0", "0.25"] {
            let agent = format!("puct:weights={},noise={noise}", file.display());
            let spec: Spec = agent.parse().unwrap();
            let config = Config { agent, nodes: 30, random_plies: 4 };
            let alone: Vec<Vec<Row>> =
                (0..6).map(|number| play(&spec, &config, 5, number)).collect();
            let search = Settings { noise: noise.parse().unwrap(), ..Settings::default() };
            let config = BatchConfig { nodes: 30, random_plies: 4, search, seed: 5 };
            assert_eq!(rows(&network, config, 6, 4), alone);
            assert_eq!(rows(&network, config, 6, 1), alone);
        }
    }
}
