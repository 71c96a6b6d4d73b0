//! What makes games differ from the best play of one player: all of it off unless it is asked for.

use clap::Args;
use serde::Serialize;

/// Departures from the best play, which show a network positions that it would not get into.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Variety {
    /// Share of moves with a short search, an eighth of the nodes (playout-cap randomisation);
    /// their policies are not learnt
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    pub short_searches: f64,

    /// Resign when both players have expected at most this score of the player to move, from 0 to
    /// 0.4; a tenth of such games is played on
    #[arg(long, value_name = "SCORE", default_value_t = 0.0, value_parser = resignation)]
    pub resign: f64,

    /// Share of games in which one player keeps its walls until the opponent is near its goal
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    pub hoarders: f64,
}

const MOST_SHARE: f64 = 1.0;
const MOST_RESIGN: f64 = 0.4;

impl Variety {
    /// Checks numbers that no command line has checked.
    ///
    /// # Errors
    /// One of them is out of its range; the text says which.
    pub fn check(&self) -> Result<(), String> {
        for (name, number, most) in [
            ("short_searches", self.short_searches, MOST_SHARE),
            ("resign", self.resign, MOST_RESIGN),
            ("hoarders", self.hoarders, MOST_SHARE),
        ] {
            if !(0.0..=most).contains(&number) {
                return Err(format!("{name}: expected a number from 0 to {most}, got {number}"));
            }
        }
        Ok(())
    }
}

/// By how much a short search has fewer nodes.
pub(super) const SHORT: u64 = 8;

/// The share of games that go on after a player would have resigned: how often that would have been
/// wrong can be counted in their rows.
pub(super) const RESIGNED_BUT_PLAYED_ON: f64 = 0.1;

/// A hoarder places walls once the opponent is this near its goal.
pub(super) const NEAR: u8 = 3;

fn share(text: &str) -> Result<f64, String> {
    within(text, MOST_SHARE)
}

fn resignation(text: &str) -> Result<f64, String> {
    within(text, MOST_RESIGN)
}

fn within(text: &str, most: f64) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=most).contains(number));
    number.ok_or_else(|| format!("expected a number from 0 to {most}"))
}
