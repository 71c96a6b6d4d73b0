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

use std::time::Duration;

use quoridor_core::{Game, Position, Variant};

use crate::agent::{Agent, Unsupported, Watch, two_players_only};
use crate::decision::{Decision, Term};
use crate::limits::Limits;
use crate::registry::{AgentKind, NO_REPEAT, OptionKind, Options, SpecError};
use crate::repetition::choices;
use evaluation::WeightedSum;
use features::{FEATURES, Feature};
use search::Search;

pub(crate) const KIND: AgentKind = AgentKind {
    name: "glendenning-2005",
    summary: "Glendenning 2005: alpha-beta on ten weighted features, the weights evolved",
    options: &[
        OptionKind {
            name: "chromosome",
            default: "psi1",
            help: "whose weights: digamma1, digamma2, heta1, heta2, omega1, omicron1, psi1, psi2, rho1, rho2 or xi1",
        },
        OptionKind {
            name: "weights",
            default: "0.747,0.096,0,0,0,-0.792,0,0,0,0.327",
            help: "instead of a chromosome, the weights of SPP, SPO, MCP, MCO, MDP, MDO, PD, GSP, GSO, NFP",
        },
        OptionKind { name: "time", default: "15", help: TIME_HELP },
        CUTOFF,
        NO_REPEAT,
    ],
    build: |options| Ok(Box::new(FeaturePlayer::new(&FEATURES, &weights(options)?, options)?)),
};

pub(crate) const TIME_HELP: &str = "seconds for a move if there is no other limit";

/// When to stop deepening; its default is [`search::CUTOFF`].
pub(crate) const CUTOFF: OptionKind = OptionKind {
    name: "cutoff",
    default: "17689",
    help: "looks no deeper after an iteration of so many leaves, a whole number",
};

/// The weights that the options ask for: those of a chromosome, or others.
fn weights(options: &Options<'_>) -> Result<[f64; 10], SpecError> {
    if !options.is_set("weights") {
        return champions::weights(options.text("chromosome"))
            .ok_or_else(|| options.bad("chromosome"));
    }
    if options.is_set("chromosome") {
        return Err(options.not_both("chromosome", "weights"));
    }
    options.list("weights")
}

/// A player that searches as she did, on any features.
#[derive(Clone, Debug)]
pub struct FeaturePlayer {
    search: Search<WeightedSum>,
    /// What it may use up if nobody says.
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
        options: &Options<'_>,
    ) -> Result<Self, SpecError> {
        if weights.iter().any(|weight| weight.abs() > MAX_WEIGHT) {
            return Err(options.bad("weights"));
        }
        let is_time =
            |seconds: &f64| *seconds > 0.0 && Duration::try_from_secs_f64(*seconds).is_ok();
        let seconds = options.get_where("time", is_time)?;
        Ok(Self {
            search: Search::new(WeightedSum::new(features, weights), options.get("cutoff")?),
            limits: Limits::time(Duration::from_secs_f64(seconds)),
            no_repeat: options.get("no-repeat")?,
        })
    }
}

impl Agent for FeaturePlayer {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        // It plays no games out, so that a limit of them is none.
        let limits = Limits { simulations: None, ..*limits }.or(self.limits);
        self.search.choose(game.position(), choices(game, self.no_repeat), &limits, watch)
    }

    fn supports(&self, variant: Variant) -> Result<(), Unsupported> {
        two_players_only(variant)
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        self.search.evaluator().terms(position)
    }
}

#[cfg(test)]
mod tests;
