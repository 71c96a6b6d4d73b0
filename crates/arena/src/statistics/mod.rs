//! Statistics of games: pure values that merge with `+` and swap sides with `!`.
//!
//! [`Score`] counts games, [`Pairs`] counts pairs of games from one opening with seats swapped (the
//! pentanomial); both are [`Evidence`], which gives Elo with its interval, normalised Elo, the
//! likelihood of superiority and an [`Sprt`]. [`Crosstable`] rates the players of a tournament.
//! [`Distribution`] and [`GameFigures`] describe the games. [`binomial`], [`fisher_exact`] and
//! [`welch_test`] are tests; a [`Comparison`] with a published figure ends in a [`Verdict`].
//!
//! `docs/statistics.md` has every formula with its source. All intervals are for [`CONFIDENCE`].

pub mod binomial;
mod bradley_terry;
mod clustered_mean;
mod comparison;
#[cfg(test)]
mod coverage;
mod crosstable;
mod distribution;
mod evidence;
mod fisher;
mod game_figures;
mod interval;
mod pairs;
mod rating_model;
mod score;
mod special;
mod sprt;
mod student;

pub use bradley_terry::{Rating, Settings as RatingSettings};
pub use clustered_mean::ClusteredMean;
pub use comparison::{Comparison, POWER, SIGNIFICANCE, Verdict, power_of_proportions};
pub use crosstable::{Crosstable, Encounter, Strength};
pub use distribution::Distribution;
pub use evidence::{Evidence, elo_of_share, share_of_elo};
pub use fisher::{Proportion, fisher_exact};
pub use game_figures::GameFigures;
pub use interval::{Estimate, Interval};
pub use pairs::Pairs;
pub use score::{GameResult, Score};
pub use sprt::{EloModel, ParseEloModelError, ParseSprtError, Sprt, SprtError, SprtVerdict};
pub use student::{Sample, welch_test};

/// The confidence level of all intervals.
pub const CONFIDENCE: f64 = 0.95;

/// The two-sided quantile of the normal distribution for [`CONFIDENCE`].
pub const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;
