//! The static evaluation: eight features and a small network.
//!
//! The features, for each player: the distance to the goal, the walls left, the steps that it must
//! take and that no wall can block, and the longest detour that one wall can cause. A network turns
//! them into a score, because their values depend on each other: being nearer is worth little while
//! the opponent has many walls, and walls are worth little when they come too late. A smaller
//! network of the distances and walls alone fits into a lookup table; it is enough where a position
//! is far outside the window (lazy evaluation).
//!
//! Scores are hundredths of a step for the player to move, [`LOG_ODDS_PER_UNIT`] log-odds each.

mod layer;

use std::fmt;
use std::path::Path;
use std::sync::LazyLock;

use quoridor_core::{Bottlenecks, Player, Position, SquareSet, WallSet};

pub use self::layer::Layer;
use self::layer::Lines;
use super::score::{MOST_EVALUATED, Score};
use crate::decision::LOG_ODDS_PER_STEP;
use crate::small_file;

/// The weights that the champion plays with.
static SHIPPED: LazyLock<Evaluation> = LazyLock::new(|| {
    Evaluation::read(include_str!("../../../../data/alphabeta-evaluation.txt"))
        .expect("a test reads it")
});

/// The networks of an evaluation.
#[derive(Clone, Debug)]
pub struct Evaluation {
    rough: Net<4, 16, 16>,
    /// The outputs of the small network, by distances and walls left.
    by_distances_and_walls: Vec<i16>,
    full: Net<8, 32, 16>,
}

/// The comment at the beginning of a file.
const HEAD: &str = "\
                    # What a position is worth to the player alphabeta: see docs/training.md, \
                    \"The champion's \
                    evaluation\".
# Two nets, layer by layer: for each input a line of what it adds to each unit, then a line of \
                    what the units begin with. Units below zero count as zero, but for
# the last layer's, which is hundredths of a step.
";

/// More bytes than a file ever has.
const MOST_BYTES: u64 = 1 << 20;

/// The log-odds of winning per unit of the evaluation, a hundredth of a step: the slope that the
/// networks are trained with.
pub const LOG_ODDS_PER_UNIT: f64 = LOG_ODDS_PER_STEP / 100.0;

/// Larger distances and detours are clipped to this.
const MOST_STEPS: u8 = 20;

/// Larger numbers of walls left are clipped to this.
const MOST_WALLS: u8 = 10;

/// The number of different distances.
const DISTANCES: usize = MOST_STEPS as usize + 1;

/// The number of different numbers of walls left.
const WALL_COUNTS: usize = MOST_WALLS as usize + 1;

impl Evaluation {
    /// The evaluation of the champion.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Reads the two networks from a text.
    ///
    /// # Errors
    /// The line that is wrong, and what was expected there.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = Lines::new(text);
        lines.heading("rough")?;
        let rough = Net::read(&mut lines)?;
        lines.heading("full")?;
        let full = Net::read(&mut lines)?;
        lines.end()?;
        Ok(Self::new(rough, full))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The reason in one line, without the name of the file.
    pub fn read_file(file: &Path) -> Result<Self, String> {
        let bytes = small_file::read(file, MOST_BYTES)?;
        Self::read(str::from_utf8(&bytes).map_err(|_| "not a text")?)
    }

    /// An evaluation of two networks: one of the first four features, one of all.
    pub fn new(rough: Net<4, 16, 16>, full: Net<8, 32, 16>) -> Self {
        let mut by_distances_and_walls =
            Vec::with_capacity(DISTANCES * DISTANCES * WALL_COUNTS * WALL_COUNTS);
        for own_distance in 0..=MOST_STEPS {
            for other_distance in 0..=MOST_STEPS {
                for own_walls in 0..=MOST_WALLS {
                    for other_walls in 0..=MOST_WALLS {
                        let score =
                            rough.score([own_distance, other_distance, own_walls, other_walls]);
                        by_distances_and_walls
                            .push(score.clamp(-MOST_EVALUATED, MOST_EVALUATED) as i16);
                    }
                }
            }
        }
        Self { rough, by_distances_and_walls, full }
    }

    /// The small network, of the distances and walls left.
    pub const fn rough(&self) -> &Net<4, 16, 16> {
        &self.rough
    }

    /// The large network, of all features.
    pub const fn full(&self) -> &Net<8, 32, 16> {
        &self.full
    }

    /// The value of a position that is not over, from the distances and the walls left alone.
    #[inline]
    pub(super) fn roughly(
        &self,
        position: &Position,
        own_distance: u8,
        other_distance: u8,
    ) -> Score {
        let player = position.turn();
        let distance = |steps: u8| usize::from(steps.min(MOST_STEPS));
        let walls_left = |player: Player| usize::from(position.walls_left(player).min(MOST_WALLS));
        let place = distance(own_distance) * DISTANCES + distance(other_distance);
        let place = (place * WALL_COUNTS + walls_left(player)) * WALL_COUNTS
            + walls_left(player.opposite());
        Score::from(self.by_distances_and_walls[place])
    }

    /// The value of a position that is not over.
    pub(super) fn of(&self, position: &Position) -> Score {
        self.full.score(features(position)).clamp(-MOST_EVALUATED, MOST_EVALUATED)
    }
}

impl fmt::Display for Evaluation {
    /// A file that [`read`](Self::read) takes, and finds the same numbers in.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HEAD}\nrough\n{}full\n{}", self.rough, self.full)
    }
}

/// The features of a position, each for the player to move and then for the opponent: the distance
/// to the goal, the walls left, the safe steps (that must be taken and that no wall can block), and
/// the longest detour that one wall can cause.
#[inline]
pub fn features(position: &Position) -> [u8; 8] {
    Paths::new(position).features
}

/// The shortest paths of a position, as inputs of the networks.
pub(crate) struct Paths {
    /// The [`features`].
    pub(crate) features: [u8; 8],
    /// The squares on shortest paths, of the player to move and of the opponent.
    pub(crate) squares: [SquareSet; 2],
    /// The legal walls that lie across all shortest paths where they are narrow, likewise.
    pub(crate) blocking: [WallSet; 2],
}

impl Paths {
    #[inline]
    pub(crate) fn new(position: &Position) -> Self {
        let (player, opponent) = (position.turn(), position.turn().opposite());
        let (own, other) = (position.bottlenecks(player), position.bottlenecks(opponent));
        let open = position.open_among(own.walls | other.walls);
        let walls_left = |player: Player| position.walls_left(player).min(MOST_WALLS);
        let features = [
            own.distance.min(MOST_STEPS),
            other.distance.min(MOST_STEPS),
            walls_left(player),
            walls_left(opponent),
            sure_steps(&own, open),
            sure_steps(&other, open),
            longest_detour(position, player, &own, open),
            longest_detour(position, opponent, &other, open),
        ];
        Self {
            features,
            squares: [own.squares, other.squares],
            blocking: [own.walls & open, other.walls & open],
        }
    }
}

fn sure_steps(narrow: &Bottlenecks, open: WallSet) -> u8 {
    narrow.sure_steps(open).min(usize::from(MOST_STEPS)) as u8
}

/// The longest detour that one of the walls can cause.
fn longest_detour(position: &Position, player: Player, narrow: &Bottlenecks, open: WallSet) -> u8 {
    let detour = |wall| {
        position.distance_behind(player, wall).map_or(0, |distance| distance - narrow.distance)
    };
    (narrow.walls & open).iter().map(detour).max().unwrap_or(0).min(MOST_STEPS)
}

/// A perceptron with two hidden layers of rectified linear units.
#[derive(Clone, Debug, PartialEq)]
pub struct Net<const INPUTS: usize, const FIRST: usize, const SECOND: usize> {
    /// From the inputs.
    pub first: Layer<INPUTS, FIRST>,
    /// From the first hidden layer.
    pub second: Layer<FIRST, SECOND>,
    /// From the second hidden layer.
    pub last: Layer<SECOND, 1>,
}

impl<const INPUTS: usize, const FIRST: usize, const SECOND: usize> Net<INPUTS, FIRST, SECOND> {
    /// A network of zeros.
    pub const ZERO: Self = Self { first: Layer::ZERO, second: Layer::ZERO, last: Layer::ZERO };

    /// All weights and biases, in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = &f32> {
        self.first.numbers().chain(self.second.numbers()).chain(self.last.numbers())
    }

    /// All weights and biases, in the order of the file, to be changed.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.first.numbers_mut().chain(self.second.numbers_mut()).chain(self.last.numbers_mut())
    }

    fn read(lines: &mut Lines<'_>) -> Result<Self, String> {
        Ok(Self {
            first: Layer::read(lines)?,
            second: Layer::read(lines)?,
            last: Layer::read(lines)?,
        })
    }

    /// The output for some features, in hundredths of a step.
    #[inline]
    pub fn score(&self, inputs: [u8; INPUTS]) -> Score {
        let first = self.first.units(&inputs.map(f32::from)).map(|unit| unit.max(0.0));
        let second = self.second.units(&first).map(|unit| unit.max(0.0));
        let [score] = self.last.units(&second);
        score as Score
    }
}

impl<const INPUTS: usize, const FIRST: usize, const SECOND: usize> fmt::Display
    for Net<INPUTS, FIRST, SECOND>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, second, last } = self;
        write!(f, "{first}{second}{last}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The features of a position in which they can be counted by hand: a row with two gaps, b1 and
    /// i1, of which South can be cut off from the nearer.
    #[test]
    fn features_counted_by_hand() {
        let position: Position = "c1 e1 g1 / - / e1 e9 / 9 8 / 1".parse().unwrap();
        let [own_distance, other_distance, own_walls, other_walls, ..] = features(&position);
        assert_eq!([own_distance, other_distance, own_walls, other_walls], [11, 11, 9, 8]);
        // Behind a1h South has to go round by i1: four steps to the right instead of three to the
        // left.
        assert_eq!(features(&position)[6], 1);
    }

    /// The shipped weights, against the plain formula in double precision.
    #[test]
    fn the_net_is_the_formula() {
        let evaluation = Evaluation::shipped();
        let Net { first, second, last } = &evaluation.full;
        for inputs in
            [[8, 8, 10, 10, 0, 0, 1, 1], [3, 12, 0, 7, 3, 5, 0, 4], [20, 1, 10, 0, 0, 1, 20, 0]]
        {
            let mut values: Vec<f64> = inputs.map(f64::from).to_vec();
            values = first.slow_units(&values).iter().map(|unit| unit.max(0.0)).collect();
            values = second.slow_units(&values).iter().map(|unit| unit.max(0.0)).collect();
            let slow = last.slow_units(&values)[0];
            assert!((f64::from(evaluation.full.score(inputs)) - slow).abs() < 1.5, "{slow}");
        }
    }

    /// With any weights it is better to be nearer, to have more walls, and to be to move.
    #[test]
    fn better_is_better() {
        let score = |features| Evaluation::shipped().full.score(features);
        for (steps, walls) in [(4, 2), (6, 3), (8, 5), (10, 7)] {
            let even = score([steps, steps, walls, walls, 1, 1, 2, 2]);
            assert!(even > 0, "to move, {steps} steps, {walls} walls");
            assert!(
                score([steps - 3, steps, walls, walls, 1, 1, 2, 2]) > even,
                "nearer, {steps} steps, {walls} walls"
            );
            assert!(
                score([steps, steps, walls + 2, walls, 1, 1, 2, 2]) > even,
                "walls, {steps} steps, {walls} walls"
            );
            assert!(
                score([steps, steps, walls, walls, 1, 1, 0, 6]) > even,
                "firmer, {steps} steps, {walls} walls"
            );
        }
    }

    /// Numbers that decimal digits cannot show exactly among them.
    #[test]
    fn what_is_written_reads_back_equal() {
        let mut evaluation = Evaluation::shipped().clone();
        let thirds = (1..).map(|number| 1.0 / (3.0 * number as f32) - 1e-30);
        evaluation.full.numbers_mut().zip(thirds).for_each(|(number, third)| *number = third);
        let read = Evaluation::read(&evaluation.to_string()).unwrap();
        assert_eq!((read.rough(), read.full()), (evaluation.rough(), evaluation.full()));
        assert_eq!(read.by_distances_and_walls, evaluation.by_distances_and_walls);
    }

    #[test]
    fn a_spoiled_file_is_refused() {
        let text = include_str!("../../../../data/alphabeta-evaluation.txt");
        assert!(Evaluation::read(text).is_ok());
        for (spoiled, line) in [
            (text.replacen("layer 4 16", "layer 4 17", 1), "line 6: \"layer 4 16\" was wanted"),
            (text.replacen("rough", "smooth", 1), "line 5: \"rough\" was wanted"),
            (
                text.lines().take(30).collect::<Vec<_>>().join("\n"),
                "line 31: a line of 1 numbers was wanted, but the file ends",
            ),
            (format!("{text}1 2 3\n"), "nothing more was wanted"),
        ] {
            let error = Evaluation::read(&spoiled).unwrap_err();
            assert!(error.contains(line), "{error}");
        }
    }
}
