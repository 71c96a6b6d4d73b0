//! Estimates from random layouts: which layouts leave both pawns a path, and how many
//! moves there are then.
//!
//! For each number of walls, layouts are drawn from all of them alike, and the pawns from all pairs
//! of squares that are not both goals; the rules say whether that is a position, and which moves
//! are legal. The estimates weigh the numbers of walls by how many layouts they have, so that they
//! are those of drawing from all states alike (a stratified sample).

use quoridor_core::{
    BoardSize, ByPlayer, Player, Position, Seats, Setup, Square, Variant, WallSet,
};
use quoridor_engine::random::Random;

use super::formulas::{MOST_WALLS, wall_splits, wall_splits_with_a_wall};
use super::layouts::Layouts;
use quoridor_arena::statistics::binomial::clopper_pearson;
use quoridor_arena::statistics::{CONFIDENCE, Estimate, Interval, NORMAL_QUANTILE};

/// How many pairs of squares the pawns can stand on if not both are on their goals: 81·80 - 9·9.
pub(crate) const PAWNS: f64 = 6399.0;

/// The samples with one number of walls.
pub(crate) struct Stratum {
    /// The share of layouts with pawns that are positions: neither pawn is sealed off from its
    /// goal.
    pub(crate) legal: Estimate,
    /// How many legal walls there are on average in positions in which the game goes on; `None` if
    /// none was drawn.
    pub(crate) walls: Option<f64>,
    samples: Vec<Sample>,
}

/// A layout and pawns: how many legal steps and walls there are, both none if it is not a position
/// or if the game is over.
#[derive(Clone, Copy, Default)]
struct Sample {
    is_legal: bool,
    goes_on: bool,
    steps: u32,
    walls: u32,
}

/// The estimates from all samples.
pub(crate) struct Sampled {
    /// By the number of walls.
    pub(crate) strata: Vec<Stratum>,
    /// How many states there are: layouts and pawns with paths, walls left, and the side to move.
    pub(crate) states: Estimate,
    /// How many moves there are on average in a state in which the game goes on.
    pub(crate) branching: Estimate,
}

impl Sampled {
    /// Draws a number of layouts for each number of walls.
    pub(crate) fn new(layouts: &Layouts, samples: u64, random: &mut Random) -> Self {
        let strata: Vec<Stratum> =
            (0..=MOST_WALLS).map(|walls| Stratum::draw(layouts, walls, samples, random)).collect();
        let weight =
            |walls: u32| f64::from(wall_splits(walls)) * layouts.counts()[walls as usize] as f64;
        let states = states(&strata, weight);
        let branching = branching(&strata, weight);
        Self { strata, states, branching }
    }
}

impl Stratum {
    fn draw(layouts: &Layouts, walls: u32, samples: u64, random: &mut Random) -> Self {
        let samples: Vec<Sample> = (0..samples)
            .map(|_| {
                let layout = layouts
                    .sample(walls as usize, random)
                    .expect("there are layouts of up to twenty walls");
                let (south, north) = draw_pawns(random);
                position(layout, south, north)
                    .map_or_else(Sample::default, |position| Sample::of(&position))
            })
            .collect();
        let count = samples.len() as u64;
        let legal = samples.iter().filter(|sample| sample.is_legal).count() as u64;
        let interval =
            clopper_pearson(legal, count, CONFIDENCE).unwrap_or(Interval { low: 0.0, high: 1.0 });
        let legal = Estimate { value: legal as f64 / count as f64, interval };
        let going_on = samples.iter().filter(|sample| sample.goes_on);
        let number = going_on.clone().count();
        let walls = (number > 0)
            .then(|| going_on.map(|sample| f64::from(sample.walls)).sum::<f64>() / number as f64);
        Self { legal, walls, samples }
    }

    /// The mean of a number over all samples, and its variance divided by how many there are.
    fn mean(&self, number: impl Fn(&Sample) -> f64) -> (f64, f64) {
        let count = self.samples.len() as f64;
        let mean = self.samples.iter().map(&number).sum::<f64>() / count;
        let squares: f64 = self.samples.iter().map(|sample| (number(sample) - mean).powi(2)).sum();
        (mean, squares / count / count)
    }
}

impl Sample {
    fn of(position: &Position) -> Self {
        let goes_on = position.winner().is_none();
        let count = |set: usize| if goes_on { set as u32 } else { 0 };
        Self {
            is_legal: true,
            goes_on,
            steps: count(position.legal_steps().len()),
            walls: count(position.legal_walls().len()),
        }
    }
}

/// Two different squares, not both goals.
fn draw_pawns(random: &mut Random) -> (Square, Square) {
    let size = BoardSize::STANDARD;
    loop {
        let mut square = || Square::from_index(random.below(size.squares().len()) as u8);
        let (Some(south), Some(north)) = (square(), square()) else { continue };
        let both_won =
            size.goals(Player::South).contains(south) && size.goals(Player::North).contains(north);
        if south != north && !both_won {
            return (south, north);
        }
    }
}

/// The position with South to move, who has a wall left if anybody can; `None` if a pawn is sealed
/// off.
fn position(walls: WallSet, south: Square, north: Square) -> Option<Position> {
    let left = 20 - walls.len() as u8;
    let souths = left.min(10);
    let by_player = |one, other| move |player| if player == Player::South { one } else { other };
    let setup = Setup {
        walls,
        pawns: ByPlayer::new(
            Seats::Two,
            |player| if player == Player::South { south } else { north },
        ),
        walls_left: ByPlayer::new(Seats::Two, by_player(souths, left - souths)),
        ..Setup::start(Variant::STANDARD)
    };
    setup.position().ok()
}

/// The number of states: twice (for whose turn it is) the sum over the numbers of walls.
fn states(strata: &[Stratum], weight: impl Fn(u32) -> f64) -> Estimate {
    let (mut value, mut variance) = (0.0, 0.0);
    for (walls, stratum) in (0..).zip(strata) {
        let (mean, error) = stratum.mean(|sample| f64::from(u8::from(sample.is_legal)));
        value += weight(walls) * mean;
        variance += weight(walls).powi(2) * error;
    }
    let error = NORMAL_QUANTILE * variance.sqrt();
    Estimate { value, interval: Interval { low: value - error, high: value + error } }
        .map(|sum| 2.0 * PAWNS * sum)
}

/// The ratio of all moves to all states in which the game goes on. The error of a ratio is that of
/// moves less the ratio times states (Cochran 1977, 6.11).
fn branching(strata: &[Stratum], weight: impl Fn(u32) -> f64) -> Estimate {
    // In some divisions of the walls the player to move has none left.
    let moves = |walls: u32, sample: &Sample| {
        f64::from(sample.steps)
            + f64::from(sample.walls) * f64::from(wall_splits_with_a_wall(walls))
                / f64::from(wall_splits(walls))
    };
    let going_on = |sample: &Sample| f64::from(u8::from(sample.goes_on));
    let sum = |number: &dyn Fn(u32, &Sample) -> f64| -> f64 {
        (0..)
            .zip(strata)
            .map(|(walls, stratum)| weight(walls) * stratum.mean(|sample| number(walls, sample)).0)
            .sum()
    };
    let states = sum(&|_, sample| going_on(sample));
    let value = sum(&moves) / states;
    let variance: f64 = (0..)
        .zip(strata)
        .map(|(walls, stratum)| {
            let off = |sample: &Sample| moves(walls, sample) - value * going_on(sample);
            weight(walls).powi(2) * stratum.mean(off).1
        })
        .sum();
    let error = NORMAL_QUANTILE * variance.sqrt() / states;
    Estimate { value, interval: Interval { low: value - error, high: value + error } }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without walls every drawn pair is a position; with one, 124 of 128 fit beside it, and none
    /// of them seals. Pawns: 5121 of the 6399 pairs have not won.
    #[test]
    fn with_few_walls_by_hand() {
        let layouts = Layouts::new(BoardSize::STANDARD, 20);
        let random = &mut Random::new(1);
        let none = Stratum::draw(&layouts, 0, 4000, random);
        assert_eq!((none.legal.value, none.walls), (1.0, Some(128.0)));
        let (share, variance) = none.mean(|sample| f64::from(u8::from(sample.goes_on)));
        assert!((share - 5121.0 / 6399.0).abs() < 5.0 * variance.sqrt(), "{share}");
        // A wall in a corner leaves 125 of 128, one at an edge or in the middle 125 or 124: on
        // average 128 less 1 + 1 + 2·7/8.
        let one = Stratum::draw(&layouts, 1, 4000, random);
        assert_eq!(one.legal.value, 1.0);
        assert!((one.walls.unwrap() - (126.0 - 14.0 / 8.0)).abs() < 0.05, "{:?}", one.walls);
    }

    /// Fewer walls are legal than fit: on average (i + 1)·L(i + 1)/L(i) fit.
    #[test]
    fn legal_walls_fit() {
        let layouts = Layouts::new(BoardSize::STANDARD, 20);
        let stratum = Stratum::draw(&layouts, 10, 2000, &mut Random::new(2));
        let counts = layouts.counts();
        let fit = 11.0 * counts[11] as f64 / counts[10] as f64;
        let legal = stratum.walls.unwrap();
        assert!(legal < fit + 0.5 && legal > fit - 15.0, "{legal} of {fit}");
        assert!(stratum.legal.value > 0.5 && stratum.legal.value <= 1.0);
    }
}
