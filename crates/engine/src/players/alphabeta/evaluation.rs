//! What a position is worth where the search ends.
//!
//! Everything is in hundredths of a step, for whoever is to move; a position that is worth `x` is won with the chance 1 / (1 + e^(−0.006 x)), as far as
//! games against itself tell.

use quoridor_core::{Bottlenecks, Player, Position, WallSet};

use super::score::{MOST_EVALUATED, Score};

/// The numbers that can be tuned, with the option `weights`: in hundredths of a step, but for the last three.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    /// To be to move: when no walls are left, and when all are.
    tempo: [f64; 2],
    /// To be a step nearer to the goal than the opponent: when no walls are left, and when all are.
    step: [f64; 2],
    /// The first to the tenth wall in stock.
    wall: [f64; 10],
    /// Each of the last three walls for each step (up to eight) that the opponent has still to go: a wall that comes too late is worth nothing.
    timely_wall: f64,
    /// Each step that has to be taken and that no wall can lie across: whatever the opponent has left, and what four walls of the opponent's add to it.
    sure_step: [f64; 2],
    /// Each step by which one wall of an opponent who has walls could lengthen the path.
    detour: f64,
    /// What a quiet wall may gain for each move that is left to search, in shallow nodes.
    pub(super) margin: f64,
    /// How little late moves are reduced: the divisor of a product of logarithms.
    pub(super) boldness: f64,
    /// After how many other moves a quiet wall is no longer looked at, times the square of the depth.
    pub(super) late: f64,
}

impl Weights {
    pub(super) const COUNT: usize = 21;
    /// For whoever would set them.
    pub(super) const HELP: &str = "for tuning: tempo late, tempo, step late, step, ten walls, timely wall, sure step, \
                                   the same with walls, detour, margin, boldness, late";
    /// In the order of the fields.
    pub(super) const DEFAULT: &str = "36,11,100,-9,4,141,88,99,61,47,29,28,31,53,9,10,21,32,90,1.9,3";

    pub(super) fn new(numbers: [f64; Self::COUNT]) -> Self {
        let [tempo_late, tempo, step_late, step, rest @ ..] = numbers;
        let (wall, rest) = rest.split_first_chunk().expect("there are more than ten");
        let [timely_wall, sure, sure_with_walls, detour, margin, boldness, late] =
            rest.try_into().expect("seven are left");
        Self {
            tempo: [tempo_late, tempo],
            step: [step_late, step],
            wall: *wall,
            timely_wall,
            sure_step: [sure, sure_with_walls],
            detour,
            margin,
            boldness,
            late,
        }
    }

    /// The value of a position that is not over, but for what the walls to come can do to the paths: seldom off by more than [`ROUGH`].
    #[inline]
    pub(super) fn evaluate_roughly(&self, position: &Position, own_distance: u8, other_distance: u8) -> Score {
        let player = position.turn();
        let left = position.walls_left(player) + position.walls_left(player.opposite());
        let phase = f64::from(left.min(20)) / 20.0;
        let between = |[late, early]: [f64; 2]| late + (early - late) * phase;
        let steps = f64::from(other_distance) - f64::from(own_distance);
        let value = between(self.tempo) + between(self.step) * steps + self.player(position, player, other_distance)
            - self.player(position, player.opposite(), own_distance);
        (value as Score).clamp(-MOST_EVALUATED, MOST_EVALUATED)
    }

    /// What a player has but for being near to the goal, against an opponent so far from its own.
    #[inline]
    fn player(&self, position: &Position, player: Player, opponent_distance: u8) -> f64 {
        let walls = position.walls_left(player);
        let stock: f64 = self.wall[..usize::from(walls).min(10)].iter().sum();
        let timely = self.timely_wall * f64::from(walls.min(3) * opponent_distance.min(8));
        stock + timely
    }

    /// The value of a position, from the rough one.
    #[inline]
    pub(super) fn refine(&self, rough: Score, position: &Position) -> Score {
        (rough + self.firmness(position)).clamp(-MOST_EVALUATED, MOST_EVALUATED)
    }

    /// How much firmer the paths of whoever is to move are than the opponent's.
    fn firmness(&self, position: &Position) -> Score {
        let player = position.turn();
        let own = position.bottlenecks(player);
        let other = position.bottlenecks(player.opposite());
        let open = position.open_among(own.walls | other.walls);
        (self.firmness_of(position, player, &own, open) - self.firmness_of(position, player.opposite(), &other, open))
            as Score
    }

    fn firmness_of(&self, position: &Position, player: Player, narrow: &Bottlenecks, open: WallSet) -> f64 {
        let threats = position.walls_left(player.opposite());
        let [sure, with_walls] = self.sure_step;
        let sure_step = sure + with_walls * f64::from(threats.min(4)) / 4.0;
        let detour = if threats == 0 {
            0
        } else {
            let behind = |wall| position.distance_behind(player, wall).map_or(0, |distance| distance - narrow.distance);
            (narrow.walls & open).iter().map(behind).max().unwrap_or(0)
        };
        sure_step * narrow.sure_steps(open) as f64 - self.detour * f64::from(detour)
    }
}

/// What the firmness of the paths seldom comes to.
pub(super) const ROUGH: Score = 200;
