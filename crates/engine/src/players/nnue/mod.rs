//! `nnue`: the search of [`alphabeta`](super::alphabeta) with an efficiently updatable neural
//! network: Y. Nasu, *Efficiently updatable neural-network-based evaluation functions for computer
//! shogi* (2018).
//!
//! The network sees walls, pawns and shortest paths as bits ([`features`]); a position's successors
//! have almost the same, so the sums of the first layer are updated instead of recomputed
//! ([`network`]). It learnt the value and the policy of the convolutional network of
//! [`puct`](super::puct). The value is the evaluation; in nodes that are not too shallow the policy
//! orders the moves and says which walls are pruned; reductions by it are off by default.
//! docs/training.md describes it.

mod features;
mod file;
mod network;

use std::sync::{Arc, LazyLock};

use quoridor_core::{Move, Position, Symmetry, Variant};

pub use self::features::{Features, seen, view};
pub use self::file::{FileError, read, read_file, write};
use self::network::place_of;
pub use self::network::{Accumulator, HIDDEN, MOVES, Network, UNITS, Units};
use super::alphabeta::AlphaBetaPlayer;
use super::alphabeta::evaluation::Evaluation;
use super::alphabeta::knowledge::{Knowledge, LOGIT, Policy, PolicySettings, Source};
use super::alphabeta::score::{MOST_EVALUATED, Score};
use super::alphabeta::tuning::Tuning;
use crate::agent::{Agent, Unsupported};
use crate::registry::{
    AgentKind, MULTIPV, OptionKind, OptionType, Options, Parameter, SHIPPED, SpecError, THREADS,
    TIME, WEIGHTS_FILE, hash,
};
use crate::shipped::Shipped;

/// The player for a registry.
pub const KIND: AgentKind = AgentKind {
    name: "nnue",
    summary: "alphabeta with an efficiently updatable network, for values and move ordering",
    options: &[
        WEIGHTS_FILE,
        hash("64", "size of the transposition table in MiB"),
        THREADS,
        OptionKind { help: "number of best moves to compare and report", ..MULTIPV },
        TIME,
        OptionKind::new(
            "search",
            SEARCH_DEFAULT,
            OptionType::List(&SEARCH),
            "search parameters, for `quoridor tune`",
        ),
    ],
    supports: official_board,
    build,
};

// Not a closure: other crates would compile it, and with it the search, once more.
fn build(options: &Options) -> Result<Box<dyn Agent>, SpecError> {
    let network = match options.text("weights") {
        SHIPPED => {
            options.check_shipped("weights", &SHIPPED_FILE)?;
            Arc::clone(&SHIPPED_NETWORK)
        }
        file => {
            let read = read_file(file.as_ref());
            Arc::new(read.map_err(|reason| options.unusable("weights", reason))?)
        }
    };
    let values: [f64; SEARCH.len()] = options.list("search");
    let (tuning, policy) = values.split_first_chunk().expect("there are more parameters");
    let &[depth, rank_weight, nats_per_ply, likely, reduced_less, unlikely] = policy else {
        unreachable!("the list has as many values as parameters")
    };
    let logits = |nats: f64| (nats * f64::from(LOGIT)) as i32;
    let settings = PolicySettings {
        depth: depth as i32,
        rank_weight,
        logits_per_ply: logits(nats_per_ply),
        likely: logits(likely),
        reduced_less: logits(reduced_less),
        unlikely: logits(unlikely),
    };
    let knowledge = NetworkKnowledge { network, settings };
    Ok(Box::new(AlphaBetaPlayer::new(options, knowledge, Tuning::new(*tuning))?))
}

/// The search parameters: those of `alphabeta`, and those of the policy. Nats are differences of
/// logits from the likeliest move's.
const SEARCH: [Parameter; 11] = {
    let [lazy, reverse, futility, divisor, base] = Tuning::PARAMETERS;
    [
        lazy,
        reverse,
        futility,
        divisor,
        base,
        Parameter { name: "policy_depth", min: 1.0, max: 200.0 },
        Parameter { name: "policy_rank_weight", min: 0.0, max: 100.0 },
        Parameter { name: "policy_nats_per_ply", min: 0.01, max: 100.0 },
        Parameter { name: "policy_likely_nats", min: 0.0, max: 100.0 },
        Parameter { name: "policy_reduced_less_nats", min: 0.0, max: 100.0 },
        Parameter { name: "policy_unlikely_nats", min: 0.0, max: 100.0 },
    ]
};

const SEARCH_DEFAULT: &str = "10000,110,75,1.9,3,2,1,100,3,0,5";

/// The network's features are of the official board.
fn official_board(variant: Variant) -> Result<(), Unsupported> {
    if Features::can_show(variant) {
        Ok(())
    } else {
        Err(Unsupported { variant, can: "games for two on 9x9" })
    }
}

/// The file of the shipped network.
pub static SHIPPED_FILE: Shipped = crate::shipped!("nnue.weights");

static SHIPPED_NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let bytes = SHIPPED_FILE.bytes().expect("it is looked for before");
    Arc::new(read(bytes).expect("the tests read the shipped weights"))
});

/// The network as the search asks it.
#[derive(Debug)]
struct NetworkKnowledge {
    network: Arc<Network>,
    settings: PolicySettings,
}

/// The sums of the last position that was seen in each view. The next one in the same view is near
/// in the tree, so it has most of its features.
#[derive(Debug, Default)]
struct Accumulators {
    by_view: [Option<Box<Accumulator>>; 4],
}

impl NetworkKnowledge {
    /// The activations for a position in its view.
    #[inline]
    fn units(&self, cache: &mut Accumulators, position: &Position, view: Symmetry) -> Units {
        let place = &mut cache.by_view[place_of(view)];
        let accumulator = place.get_or_insert_with(|| Box::new(self.network.empty()));
        self.network.update(accumulator, Features::seen(position, view));
        accumulator.units()
    }
}

impl Knowledge for NetworkKnowledge {
    type Cache = Accumulators;

    #[inline]
    fn rough_score(&self, position: &Position, own_distance: u8, other_distance: u8) -> Score {
        Evaluation::shipped().rough_score(position, own_distance, other_distance)
    }

    fn score(&self, cache: &mut Accumulators, position: &Position) -> Score {
        let units = self.units(cache, position, view(position));
        self.network.score(&units).clamp(-MOST_EVALUATED, MOST_EVALUATED)
    }

    fn policy(&self, cache: &mut Accumulators, position: &Position, depth: i32) -> Option<Policy> {
        if depth < self.settings.depth {
            return None;
        }
        let view = view(position);
        let shown = self.network.policy(&self.units(cache, position, view));
        let mut logits = [0; Move::COUNT];
        for (logit, &place) in logits.iter_mut().zip(&SEEN[place_of(view)]) {
            *logit = shown[usize::from(place)];
        }
        Some(Policy { logits, settings: self.settings })
    }
}

impl Source for NetworkKnowledge {
    type Knowledge = Self;

    fn knowledge(&self) -> &Self {
        self
    }
}

/// The index of each move in each view; of the pass, zero.
static SEEN: LazyLock<[[u8; Move::COUNT]; 4]> = LazyLock::new(|| {
    let mut places = [[0; Move::COUNT]; 4];
    for symmetry in Symmetry::ALL {
        for (index, place) in (0..).zip(&mut places[place_of(symmetry)][..MOVES]) {
            let mv = Move::from_index(index).expect("an index of a move");
            *place = seen(mv, symmetry).index();
        }
    }
    places
});

#[cfg(test)]
mod tests {
    use quoridor_core::Player;

    use super::features::tests::positions;
    use super::file::tests::random_file;
    use super::*;

    fn random_knowledge() -> NetworkKnowledge {
        let settings = PolicySettings {
            depth: 2,
            rank_weight: 1.0,
            logits_per_ply: LOGIT,
            likely: LOGIT,
            reduced_less: 0,
            unlikely: LOGIT,
        };
        NetworkKnowledge { network: Arc::new(read(&random_file(7)).unwrap()), settings }
    }

    /// From position to position of whole games the answers are those without anything kept.
    #[test]
    fn what_is_kept_does_not_change_answers() {
        let knowledge = random_knowledge();
        let mut kept = Accumulators::default();
        for position in positions(20) {
            let mut none = Accumulators::default();
            assert_eq!(
                knowledge.score(&mut kept, &position),
                knowledge.score(&mut none, &position),
                "{position}"
            );
            let mut none = Accumulators::default();
            let [kept, fresh] = [&mut kept, &mut none]
                .map(|cache| knowledge.policy(cache, &position, 2).unwrap().logits);
            assert_eq!(kept, fresh, "{position}");
            assert!(knowledge.policy(&mut none, &position, 1).is_none());
        }
    }

    /// The images of a position have the images of its moves as likely.
    #[test]
    fn policies_of_images_are_images() {
        let knowledge = random_knowledge();
        let mut cache = Accumulators::default();
        let mut policy = |position: &Position| {
            let policy = knowledge.policy(&mut cache, position, 2).unwrap();
            move |mv: Move| policy.logits[usize::from(mv.index())]
        };
        for position in positions(5) {
            // With both pawns in the middle the view is not mirrored.
            let players = [Player::South, Player::North];
            if players.iter().all(|&player| position.pawn(player).column() == 4) {
                continue;
            }
            let logit = policy(&position);
            for symmetry in Symmetry::ALL {
                let image = policy(&symmetry.position(&position).unwrap());
                for mv in position.legal_moves().iter() {
                    assert_eq!(image(seen(mv, symmetry)), logit(mv), "{position} {mv}");
                }
            }
        }
    }
}
