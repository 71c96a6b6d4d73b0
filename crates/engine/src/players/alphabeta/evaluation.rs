//! What a position is worth where the search ends.
//!
//! Everything is in hundredths of a step, for whoever is to move.

use quoridor_core::{Player, Position};

use super::score::{MOST_EVALUATED, Score};

/// The numbers that can be tuned, with the option `weights`. All but the last three are in hundredths of a step.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    /// To be to move.
    pub(super) tempo: f64,
    /// The last wall that a player has left.
    pub(super) last_wall: f64,
    /// The tenth wall that a player has left; those between lie evenly between.
    pub(super) tenth_wall: f64,
    /// What a quiet wall may gain for each move that is left to search, in shallow nodes.
    pub(super) margin: f64,
    /// How little late moves are reduced: the divisor of a product of logarithms.
    pub(super) boldness: f64,
    /// After how many other moves a quiet wall is no longer looked at, times the square of the depth.
    pub(super) late: f64,
}

impl Weights {
    pub(super) const COUNT: usize = 6;
    /// In the order of the fields.
    pub(super) const DEFAULT: &str = "45,110,50,90,1.9,3";

    pub(super) const fn new([tempo, last_wall, tenth_wall, margin, boldness, late]: [f64; Self::COUNT]) -> Self {
        Self { tempo, last_wall, tenth_wall, margin, boldness, late }
    }
}

/// To be a step nearer to the goal than the opponent.
const STEP: Score = 100;

/// What is left of the worth of a player's walls, in sixteenths, when the opponent has so many steps to go: a wall that comes too late is worth nothing.
const WORTH_IN_TIME: [Score; 9] = [0, 4, 9, 12, 14, 15, 16, 16, 16];

impl Weights {
    /// The value of a position that is not over, given the distances of both players.
    #[inline]
    pub(super) fn evaluate(&self, position: &Position, own_distance: u8, other_distance: u8) -> Score {
        let player = position.turn();
        let distances = STEP * (Score::from(other_distance) - Score::from(own_distance));
        let walls =
            self.stock(position, player, other_distance) - self.stock(position, player.opposite(), own_distance);
        (distances + self.tempo as Score + walls).clamp(-MOST_EVALUATED, MOST_EVALUATED)
    }

    /// What a player's walls are worth against an opponent so far from the goal.
    #[inline]
    fn stock(&self, position: &Position, player: Player, opponent_distance: u8) -> Score {
        let left = f64::from(position.walls_left(player));
        // The sum of an arithmetic sequence.
        let slope = (self.tenth_wall - self.last_wall) / 9.0;
        let all = left * self.last_wall + slope * left * (left - 1.0) / 2.0;
        let share = WORTH_IN_TIME[usize::from(opponent_distance).min(WORTH_IN_TIME.len() - 1)];
        all as Score * share / 16
    }
}
