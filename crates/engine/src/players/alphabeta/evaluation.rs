//! What a position is worth where the search ends.
//!
//! Everything is in hundredths of a step, for whoever is to move.

use quoridor_core::{Player, Position};

use super::score::{MOST_EVALUATED, Score};

/// The numbers that can be tuned.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// To be a step nearer to the goal than the opponent.
    pub(super) step: Score,
    /// To be to move.
    pub(super) tempo: Score,
    /// The walls left: what the first, the second, … is worth. Those beyond the last are worth as much as it.
    pub(super) walls: [Score; 10],
    /// What is left of the worth of a player's walls, in sixteenths, when the opponent has so many steps to go: a wall that comes too late is worth nothing.
    pub(super) walls_against: [Score; 9],
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            step: 100,
            tempo: 45,
            walls: [110, 95, 85, 75, 70, 65, 60, 55, 50, 50],
            walls_against: [0, 4, 9, 12, 14, 15, 16, 16, 16],
        }
    }
}

impl Weights {
    /// The value of a position that is not over, given the distances of both players.
    #[inline]
    pub(super) fn evaluate(&self, position: &Position, own_distance: u8, other_distance: u8) -> Score {
        let player = position.turn();
        let distances = self.step * (Score::from(other_distance) - Score::from(own_distance));
        let walls =
            self.stock(position, player, other_distance) - self.stock(position, player.opposite(), own_distance);
        (distances + self.tempo + walls).clamp(-MOST_EVALUATED, MOST_EVALUATED)
    }

    /// What a player's walls are worth against an opponent so far from the goal.
    #[inline]
    fn stock(&self, position: &Position, player: Player, opponent_distance: u8) -> Score {
        let left = usize::from(position.walls_left(player));
        let listed: Score = self.walls[..left.min(self.walls.len())].iter().sum();
        let beyond = self.walls[self.walls.len() - 1] * left.saturating_sub(self.walls.len()) as Score;
        let share = self.walls_against[usize::from(opponent_distance).min(self.walls_against.len() - 1)];
        (listed + beyond) * share / 16
    }
}
