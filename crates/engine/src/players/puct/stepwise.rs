//! The search of `puct` with its leaves evaluated elsewhere: many searches give a leaf each, and
//! all leaves are evaluated together, as a GPU wants it.

use quoridor_core::{Game, Position};

use super::Settings;
use super::exact::Races;
use super::search::decision;
use super::tree::{Evaluation, Leaf, NodeId, Tree};
use crate::decision::Decision;
use crate::net::conv::POLICY_SIZE;
use crate::random::Random;

/// A search that stops at every leaf that needs the network.
///
/// It finds the same moves as `puct` with one thread, the same options and the same network.
///
/// ```
/// use quoridor_core::Game;
/// use quoridor_engine::players::puct::{Races, Settings, StepwiseSearch};
///
/// let (mut search, mut races) = (StepwiseSearch::new(Settings::default(), 1), Races::default());
/// search.begin(&Game::default(), 50);
/// while let Some(_position) = search.next_leaf(&mut races) {
///     search.submit(&[0.0; 243], 0.0);
/// }
/// assert_eq!(search.decision().nodes, 50);
/// ```
#[derive(Debug)]
pub struct StepwiseSearch {
    settings: Settings,
    random: Random,
    tree: Tree,
    root: Position,
    /// The hashes of the positions since the last wall, the root's last.
    seen: Vec<u64>,
    simulations: u64,
    most_simulations: u64,
    waiting: Option<Waiting>,
}

/// The leaf that has to be evaluated, and the path to it.
#[derive(Debug)]
struct Waiting {
    path: Vec<NodeId>,
    position: Position,
}

impl StepwiseSearch {
    /// A search that has not begun; the seed is that of the noise.
    pub fn new(settings: Settings, seed: u64) -> Self {
        Self {
            settings,
            random: Random::new(seed),
            tree: Tree::new(usize::MAX),
            root: Position::default(),
            seen: Vec::new(),
            simulations: 0,
            most_simulations: 0,
            waiting: None,
        }
    }

    /// Forgets everything, as if it were new; its memory is used again.
    pub fn restart(&mut self, seed: u64) {
        self.random = Random::new(seed);
        self.tree.clear();
        self.waiting = None;
    }

    /// Begins to search the position of a game, on the official board for two and not over, with a
    /// number of simulations.
    pub fn begin(&mut self, game: &Game, simulations: u64) {
        self.root = *game.position();
        self.seen.clear();
        self.seen.extend(game.since_last_wall().iter().map(Position::hash));
        (self.simulations, self.most_simulations) = (0, simulations.max(1));
        let is_new = self.tree.begin(game, &self.settings);
        // Thousands of trees share the memory, and no clock runs.
        self.tree.compact(|| false);
        let path = vec![self.tree.root()];
        self.waiting = is_new.then_some(Waiting { path, position: self.root });
    }

    /// Goes on to the next leaf that has to be evaluated; `None` when the search is over.
    pub fn next_leaf(&mut self, races: &mut Races) -> Option<&Position> {
        while self.waiting.is_none() {
            let is_proved = self.tree.node(self.tree.root()).proof().is_some();
            if is_proved || self.simulations >= self.most_simulations {
                return None;
            }
            self.simulations += 1;
            match self.tree.select(&self.root, &self.seen, &self.settings) {
                Leaf::New { path, position } => match races.exact(&position) {
                    Some(exact) => self.tree.settle(&path, exact, &self.settings),
                    None => self.waiting = Some(Waiting { path, position }),
                },
                // With one thread nobody else is evaluating.
                Leaf::Known | Leaf::Busy => {}
            }
        }
        self.waiting.as_ref().map(|waiting| &waiting.position)
    }

    /// Takes the evaluation of the leaf: the logits of the moves by their
    /// [`policy_index`](crate::net::conv::policy_index), and the logit of the expected score of the
    /// player to move.
    pub fn submit(&mut self, policy: &[f32; POLICY_SIZE], value: f32) {
        let Some(Waiting { path, position }) = self.waiting.take() else { return };
        let is_root = path.len() == 1;
        let evaluation =
            Evaluation::new(&position, policy, value, self.settings.temperature, is_root);
        if is_root {
            self.tree.expand_root(&position, &evaluation, &self.settings, &mut self.random);
        } else {
            self.tree.expand(&path, &position, &evaluation);
        }
    }

    /// The best move so far. The root must have been evaluated.
    pub fn decision(&self) -> Decision {
        decision(&self.tree, self.simulations)
    }
}
