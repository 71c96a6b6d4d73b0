//! What games prove: pure values that merge with `+`, and look from the other side with `!`.
//!
//! [`Score`] counts games, [`Pairs`] counts pairs of games from one opening with seats swapped;
//! both are [`Evidence`], from which Elo with its error, normalised Elo, the likelihood of
//! superiority and an [`Sprt`] follow. [`Crosstable`] rates the players of a whole tournament.
//! [`Distribution`] and [`GameFigures`] describe the games. [`binomial`] is exact where there are
//! few games.
//!
//! `docs/statistics.md` has every formula with its source. All intervals are for [`CONFIDENCE`].

pub mod binomial;
mod bradley_terry;
mod clustered_mean;
mod crosstable;
mod distribution;
mod evidence;
mod game_figures;
mod interval;
mod pairs;
mod score;
mod special;
mod sprt;

pub use bradley_terry::{Rating, Settings as RatingSettings};
pub use clustered_mean::ClusteredMean;
pub use crosstable::{Crosstable, Encounter, Strength};
pub use distribution::Distribution;
pub use evidence::{Evidence, elo_of_share, share_of_elo};
pub use game_figures::GameFigures;
pub use interval::{Estimate, Interval};
pub use pairs::Pairs;
pub use score::{GameResult, Score};
pub use sprt::{EloModel, ParseEloModelError, ParseSprtError, Sprt, SprtError, SprtVerdict};

/// How sure an interval is meant to be.
pub const CONFIDENCE: f64 = 0.95;

/// How many standard deviations to either side hold [`CONFIDENCE`] of a normal distribution.
pub const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;
