//! Lisa Glendenning, *Mastering Quoridor*, thesis, University of New Mexico, 2005.
//!
//! An iterative-deepening alpha-beta search ([`search`]) on a weighted sum ([`evaluation`]) of ten
//! features ([`features`]), two of them solutions of a Markov chain ([`markov`]). The weights are a
//! chromosome of her genetic algorithm; eleven populations gave eleven champions ([`champions`]),
//! and `psi1` won both of the competitions between them. It had 8 seconds for a move in one and 15
//! in the other.
//!
//! Two players only, as in the thesis, but on any board.

pub mod champions;
pub mod evaluation;
pub mod features;
pub mod markov;
#[cfg(test)]
mod sample;
pub mod search;
mod walks;

use std::time::Duration;

use evaluation::WeightedSum;
use features::{FEATURES, Feature};
use quoridor_core::{Game, Position};
use quoridor_engine::registry::{AgentKind, NO_REPEAT, OptionKind, OptionType, Options, Parameter};
use quoridor_engine::{Agent, Decision, Limits, Term, Watch, choices, two_players_only};
use search::GlendenningSearch;

use crate::Evaluator;

/// The player, for a list of players.
pub const KIND: AgentKind = AgentKind {
    name: "glendenning-2005",
    summary: "Glendenning 2005: alpha-beta on ten weighted features, the weights evolved",
    options: &[
        OptionKind::new(
            "chromosome",
            "psi1",
            OptionType::Choice(&champions::NAMES),
            "the champion of the thesis whose weights it plays with",
        )
        .excluding("weights"),
        OptionKind::new(
            "weights",
            "0.747,0.096,0,0,0,-0.792,0,0,0,0.327",
            OptionType::List(&WEIGHTS),
            "weights of the features, instead of a chromosome",
        ),
        time("15"),
        CUTOFF,
        NO_REPEAT,
    ],
    supports: two_players_only,
    build: |options| Ok(Box::new(FeaturePlayer::new(&FEATURES, &weights(options), options))),
};

const WEIGHTS: [Parameter; 10] = weights_of(&FEATURES);

/// The weights of some features, as numbers of an option.
pub(crate) const fn weights_of<const N: usize>(features: &[Feature; N]) -> [Parameter; N] {
    let mut weights = [Parameter { name: "", min: -MAX_WEIGHT, max: MAX_WEIGHT }; N];
    let mut place = 0;
    while place < N {
        weights[place].name = features[place].abbreviation;
        place += 1;
    }
    weights
}

/// The option for the time per move.
pub(crate) const fn time(default: &'static str) -> OptionKind {
    let values = OptionType::Seconds { min: f64::MIN_POSITIVE, max: 1e9 };
    OptionKind::new("time", default, values, "thinking time per move if no limit is given")
}

/// When to stop deepening; its default is [`search::CUTOFF`].
pub(crate) const CUTOFF: OptionKind = OptionKind::new(
    "cutoff",
    "17689",
    OptionType::ANY_INTEGER,
    "stop deepening after an iteration with this many leaves",
);

/// The weights that the options ask for: those of a chromosome, or others.
fn weights(options: &Options) -> [f64; 10] {
    if options.is_set("weights") {
        return options.list("weights");
    }
    champions::weights(options.text("chromosome")).expect("the tests read every row of the table")
}

/// A player that searches as she did, on any features.
#[derive(Clone, Debug)]
pub struct FeaturePlayer {
    search: GlendenningSearch<WeightedSum>,
    /// The limits if none are given.
    limits: Limits,
    no_repeat: bool,
}

/// Weights up to here keep every sum of features far below the value of a win.
const MAX_WEIGHT: f64 = 1e6;

impl FeaturePlayer {
    /// A player on some features, its other options `time`, `cutoff` and `no-repeat`.
    pub(crate) fn new<const N: usize>(
        features: &[Feature; N],
        weights: &[f64; N],
        options: &Options,
    ) -> Self {
        Self {
            search: GlendenningSearch::new(
                WeightedSum::new(features, weights),
                options.get("cutoff"),
            ),
            limits: Limits::time(Duration::from_secs_f64(options.get("time"))),
            no_repeat: options.get("no-repeat"),
        }
    }
}

impl Agent for FeaturePlayer {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        // It plays no games out, so that a limit of them is none.
        let limits = Limits { simulations: None, ..*limits }.or(self.limits);
        self.search.choose(game.position(), choices(game, self.no_repeat), &limits, watch)
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        self.search.evaluator().terms(position)
    }
}

#[cfg(test)]
mod tests;
