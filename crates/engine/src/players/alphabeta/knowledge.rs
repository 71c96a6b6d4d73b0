//! What a search knows of positions beside the rules: their values, and how likely moves are.
//!
//! The search is compiled for each kind of knowledge: `alphabeta` has its [`Evaluation`], `nnue` a
//! network with a policy.

use std::fmt::Debug;

use quoridor_core::{Move, Position};

use super::evaluation::Evaluation;
use super::score::Score;

/// Knowledge that the threads of a search share.
pub(crate) trait Knowledge: Debug + Sync {
    /// What a thread keeps from position to position.
    type Cache: Debug + Default + Send;

    /// The value of a position that is not over, from the distances and the walls left alone.
    fn rough_score(&self, position: &Position, own_distance: u8, other_distance: u8) -> Score;

    /// The value of a position that is not over.
    fn score(&self, cache: &mut Self::Cache, position: &Position) -> Score;

    /// How likely each move is to be best, if that is known for nodes of a remaining depth.
    fn policy(
        &self,
        _cache: &mut Self::Cache,
        _position: &Position,
        _depth: i32,
    ) -> Option<Policy> {
        None
    }
}

/// Where a player has its knowledge from. It may be made by the first search: most players that are
/// built never search.
pub(crate) trait Source: Debug + Send {
    /// The knowledge.
    type Knowledge: Knowledge;

    /// The knowledge, made if it is not there yet.
    fn knowledge(&self) -> &Self::Knowledge;
}

impl Knowledge for Evaluation {
    type Cache = ();

    #[inline]
    fn rough_score(&self, position: &Position, own_distance: u8, other_distance: u8) -> Score {
        self.roughly(position, own_distance, other_distance)
    }

    #[inline]
    fn score(&self, (): &mut (), position: &Position) -> Score {
        self.of(position)
    }
}

/// An evaluation, or the shipped one.
impl Source for Option<Evaluation> {
    type Knowledge = Evaluation;

    fn knowledge(&self) -> &Evaluation {
        self.as_ref().unwrap_or_else(|| Evaluation::shipped())
    }
}

/// The units that logits are counted in.
pub(crate) const LOGIT: i32 = 4096;

/// How likely each move is to be best, and how much the search makes of that.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    /// The logarithm of each move's share by its index, up to a constant, in [`LOGIT`]s.
    pub(crate) logits: [i32; Move::COUNT],
    pub(crate) settings: PolicySettings,
}

/// How much the search makes of a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PolicySettings {
    /// The least remaining depth of nodes whose moves are ordered by the policy.
    pub(crate) depth: i32,
    /// How much a logit counts beside the other ranks (killers, history, …).
    pub(crate) rank_weight: f64,
    /// Moves are reduced by a ply more for each of these (in [`LOGIT`]s) that they are less likely
    /// than the likeliest.
    pub(crate) logits_per_ply: i32,
    /// Quiet walls that are less likely than the likeliest by less than this count as forcing.
    pub(crate) likely: i32,
    /// Moves that are less likely than the likeliest by less than this are reduced by a ply less.
    pub(crate) reduced_less: i32,
    /// Quiet walls that are less likely than the likeliest by more than this are pruned.
    pub(crate) unlikely: i32,
}
