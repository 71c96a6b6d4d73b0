//! `puct`: a tree search guided by a convolutional network.
//!
//! Selection by the policy and upper confidence bounds: C. Rosin, *Multi-armed bandits with episode
//! context*, AMAI 61 (2011); with a network: D. Silver et al., *Mastering chess and shogi by
//! self-play with a general reinforcement learning algorithm*, Science 362 (2018). Proved results
//! as in M. Winands, Y. Björnsson, J.-T. Saito, *Monte-Carlo tree search solver*, CG 2008.
//!
//! A simulation goes down the [`tree`] to a leaf, whose result is known exactly ([`exact`])
//! or which the network evaluates; every node on the way is then worth what its children are worth
//! ([`search`]). Paths to the same position share its node. A position that the game or the path
//! has seen before is a draw. The tree is kept from move to move. At the end the moves are ranked
//! by their visits ([`ranking`]). Weaker levels draw a move instead ([`levels`]).
//!
//! Threads share one tree behind a lock, which nobody holds while the network is at work; positions
//! that are being evaluated count as lost meanwhile (virtual loss), so that threads spread out.

mod exact;
mod levels;
mod network_evaluation;
mod proof;
mod ranking;
mod search;
mod stepwise;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use quoridor_core::{BoardSize, Game, Seats, Variant};

pub use self::exact::Races;
use self::levels::Level;
pub use self::network_evaluation::{
    NetworkEvaluation, NetworkEvaluator, evaluate, shipped_network,
};
use self::search::Search;
pub use self::stepwise::StepwiseSearch;
use self::tree::Tree;
use crate::agent::{Agent, Unsupported, Watch};
use crate::decision::Decision;
use crate::limits::Limits;
use crate::net::conv::{self, Kernel, Network, Scratch};
use crate::random::Random;
use crate::registry::{
    AgentKind, CONTEMPT, LEVEL, MULTIPV, OptionKind, OptionType, SEED, SHIPPED, SpecError, THREADS,
    TIME, WEIGHTS_FILE, hash,
};
use crate::shipped::Shipped;

/// The player for a registry.
pub const KIND: AgentKind = AgentKind {
    name: "puct",
    summary: "tree search guided by a convolutional network (PUCT), with proofs and exact races",
    options: &[
        LEVEL,
        WEIGHTS_FILE,
        hash("256", "size of the tree in MiB"),
        THREADS,
        MULTIPV,
        TIME,
        OptionKind::new(
            "c-puct",
            "2.5",
            OptionType::Float { min: 0.01, max: 100.0 },
            "exploration constant",
        ),
        OptionKind::new(
            "fpu",
            "0.3",
            OptionType::Float { min: 0.0, max: 2.0 },
            "first-play urgency: reduction of the value of untried moves",
        ),
        OptionKind::new(
            "policy-temperature",
            "1.4",
            OptionType::Float { min: 0.1, max: 10.0 },
            "temperature of the policy; higher is flatter",
        ),
        OptionKind::new(
            "noise",
            "0",
            OptionType::Float { min: 0.0, max: 1.0 },
            "share of random noise in the policy at the root, for self-play",
        ),
        OptionKind { help: "seed of the noise, and of the mistakes below level 7", ..SEED },
        CONTEMPT,
    ],
    supports: official_board,
    build: |options| {
        let network = match options.text("weights") {
            SHIPPED => {
                options.check_shipped("weights", &SHIPPED_FILE)?;
                Arc::clone(&SHIPPED_NETWORK)
            }
            file => {
                let read = conv::read_file(file.as_ref());
                Arc::new(read.map_err(|reason| options.unusable("weights", reason))?)
            }
        };
        let mebibytes: usize = options.get("hash");
        Ok(Box::new(PuctPlayer {
            workers: (0..options.get("threads")).map(|_: u32| Worker::new(&network)).collect(),
            network,
            tree: Tree::new(mebibytes << 20),
            lines: options.get("multipv"),
            level: Level::of(options.get("level")),
            settings: Settings {
                exploration: options.get("c-puct"),
                first_play_urgency: options.get("fpu"),
                temperature: options.get("policy-temperature"),
                noise: options.get("noise"),
                contempt: options.get("contempt"),
            },
            random: Random::new(options.get("seed")),
            seed: options.get("seed"),
            default_limits: Limits::time(Duration::from_secs_f64(options.get("time"))),
        }))
    },
};

/// The network's features are of the official board.
fn official_board(variant: Variant) -> Result<(), Unsupported> {
    if variant.seats == Seats::Two && variant.size == BoardSize::STANDARD {
        Ok(())
    } else {
        Err(Unsupported { variant, can: "games for two on 9x9" })
    }
}

/// The file of the shipped network.
pub static SHIPPED_FILE: Shipped = crate::shipped!("puct.weights");

static SHIPPED_NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let bytes = SHIPPED_FILE.bytes().expect("it is looked for before");
    Arc::new(conv::read(bytes).expect("the tests read the shipped weights"))
});

/// The parameters of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The constant c: how much the policy counts beside the value.
    pub exploration: f64,
    /// How much worse than its node a move is taken to be before it is tried.
    pub first_play_urgency: f64,
    /// The temperature that divides the logits of the policy.
    pub temperature: f32,
    /// The share of noise in the policy at the root.
    pub noise: f64,
    /// How bad a draw is for the player to move at the root, from 0 to 1.
    pub contempt: f64,
}

impl Settings {
    /// Checks numbers that were not read as the player's options: they have the same ranges.
    ///
    /// # Errors
    /// One of them is out of its range.
    pub fn check(&self) -> Result<(), SpecError> {
        let Self { exploration, first_play_urgency, temperature, noise, contempt } = *self;
        for (name, number) in [
            ("c-puct", exploration.to_string()),
            ("fpu", first_play_urgency.to_string()),
            ("policy-temperature", temperature.to_string()),
            ("noise", noise.to_string()),
            ("contempt", contempt.to_string()),
        ] {
            let option = option(name);
            option.values.check_option(option.name, &number)?;
        }
        Ok(())
    }
}

fn option(name: &str) -> &'static OptionKind {
    KIND.option(name).expect("the option is in the list")
}

/// The defaults of the player's options.
impl Default for Settings {
    fn default() -> Self {
        let number = |name| option(name).default.parse().expect("the default is a number");
        Self {
            exploration: number("c-puct"),
            first_play_urgency: number("fpu"),
            temperature: number("policy-temperature") as f32,
            noise: number("noise"),
            contempt: number("contempt"),
        }
    }
}

/// The buffers of one thread.
#[derive(Debug)]
struct Worker {
    scratch: Scratch,
    races: Races,
}

impl Worker {
    fn new(network: &Network) -> Self {
        Self { scratch: Scratch::new(network, Kernel::fastest()), races: Races::default() }
    }
}

/// The player.
#[derive(Debug)]
pub struct PuctPlayer {
    network: Arc<Network>,
    workers: Vec<Worker>,
    tree: Tree,
    /// How many of the best lines are reported.
    lines: usize,
    /// The limits of its level; `None` at full strength.
    level: Option<&'static Level>,
    settings: Settings,
    random: Random,
    seed: u64,
    default_limits: Limits,
}

impl Agent for PuctPlayer {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        let limits = limits.or(self.default_limits);
        match self.level {
            Some(level) => self.choose_at(level, game, &limits, watch),
            None => self.search(game, &limits, watch),
        }
    }

    fn new_game(&mut self) {
        self.tree.clear();
        self.random = Random::new(self.seed);
    }
}

impl PuctPlayer {
    /// Searches within the limits.
    fn search(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        let Self { network, workers, tree, lines, settings, random, .. } = self;
        let search = Search { network, settings, game, limits: *limits, lines: *lines };
        search.run(tree, workers, random, watch)
    }
}
