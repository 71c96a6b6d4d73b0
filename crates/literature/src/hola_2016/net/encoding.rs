//! The inputs of a network: encodings of a position.

use std::fmt;
use std::str::FromStr;

use quoridor_core::{Player, Position, Square};
use quoridor_engine::sort_few;

use super::action::Action;

/// How a position becomes numbers.
///
/// Hoľa counts squares from the top left, 0 to 80, and his colour 0 moves first. Here that is
/// South, who begins at the bottom where his begins at the top; what a net can learn is the same
/// either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// The 133 numbers of the thesis (4.1.2), as they are and not scaled: colour to move (0, 1),
    /// the two pawns' squares (0 to 80), the walls left of both, and 0 or 1 for each of 128 walls.
    #[default]
    Numbers,
    /// The inputs of his published program (`mrkvost/quoridor`) in its last version, 218 numbers:
    /// colour to move, 81 squares with 1 for the first player's pawn and −1 for the second's, the
    /// walls left as four binary digits each, 128 walls.
    Squares,
}

impl Encoding {
    /// All of them, the thesis's first.
    pub const ALL: [Self; 2] = [Self::Numbers, Self::Squares];

    /// The name, as in weights files and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Numbers => "numbers",
            Self::Squares => "squares",
        }
    }

    /// How many numbers it makes of a position.
    pub const fn inputs(self) -> usize {
        match self {
            Self::Numbers => 5 + 128,
            Self::Squares => 1 + 81 + 2 * 4 + 128,
        }
    }

    /// The numbers of a position on the official board for two, with at most ten walls each; those
    /// that are zero are left out.
    pub fn encode(self, position: &Position, inputs: &mut Inputs) {
        inputs.clear();
        let walls_from = self.inputs() - 128;
        inputs.push(0, if position.turn() == Player::South { 0.0 } else { 1.0 });
        let [first, second] =
            [Player::South, Player::North].map(|player| from_top_left(position.pawn(player)));
        let walls_left = [Player::South, Player::North].map(|player| position.walls_left(player));
        match self {
            Self::Numbers => {
                inputs.push(1, first as f32);
                inputs.push(2, second as f32);
                inputs.push(3, f32::from(walls_left[0]));
                inputs.push(4, f32::from(walls_left[1]));
            }
            Self::Squares => {
                let mut pawns = [(first, 1.0), (second, -1.0)];
                sort_few(&mut pawns, |(one, _), (other, _)| one.cmp(other));
                for (square, value) in pawns {
                    inputs.push(1 + square, value);
                }
                for (place, left) in walls_left.into_iter().enumerate() {
                    for digit in 0..4 {
                        inputs.push(82 + 4 * place + digit, f32::from(left >> (3 - digit) & 1));
                    }
                }
            }
        }
        let begin = inputs.entries.len();
        for wall in position.walls() {
            inputs.push(walls_from + Action::of_wall(wall).number(), 1.0);
        }
        // The board's walls come in the order of our numbers, not of his.
        sort_few(&mut inputs.entries[begin..], |(one, _), (other, _)| one.cmp(other));
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    fn from_str(text: &str) -> Result<Self, UnknownEncoding> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == text).ok_or(UnknownEncoding)
    }
}

/// The text is not the name of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEncoding;

impl fmt::Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an encoding: the encodings are numbers and squares")
    }
}

impl std::error::Error for UnknownEncoding {}

fn from_top_left(square: Square) -> usize {
    usize::from((8 - square.row()) * 9 + square.column())
}

/// A position as numbers: which of the inputs are not zero, in their order, and what they are.
///
/// Few of them are, so that the first layer of a net costs a tenth of what all of them would.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Inputs {
    entries: Vec<(u16, f32)>,
}

impl Inputs {
    /// The inputs that are not zero: their numbers, ascending, and values.
    #[inline]
    pub fn entries(&self) -> &[(u16, f32)] {
        &self.entries
    }

    fn clear(&mut self) {
        self.entries.clear();
    }

    fn push(&mut self, number: usize, value: f32) {
        if value != 0.0 {
            self.entries.push((number as u16, value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(encoding: Encoding, position: &str) -> Vec<f32> {
        let mut inputs = Inputs::default();
        encoding.encode(&position.parse().unwrap(), &mut inputs);
        assert!(inputs.entries().is_sorted_by(|one, other| one.0 < other.0));
        let mut dense = vec![0.0; encoding.inputs()];
        inputs.entries().iter().for_each(|&(number, value)| dense[usize::from(number)] = value);
        dense
    }

    /// The state that the thesis prints: `(0, 51, 70, 5, 9, {32, 116, 119, 59, 12, 31})`. Square 51
    /// is in the sixth row from the top (54 would begin the seventh), column 6 from zero: g4; 70 is
    /// h2. Walls 116 and 119 are v52 and v55.
    #[test]
    fn the_state_of_the_thesis() {
        let position = "a4 d1 e7 h5 / e2 h2 / g4 h2 / 5 9 / 1";
        let numbers = dense(Encoding::Numbers, position);
        assert_eq!(numbers.len(), 133);
        assert_eq!(numbers[..5], [0.0, 51.0, 70.0, 5.0, 9.0]);
        let walls: Vec<usize> = (0..128).filter(|wall| numbers[5 + wall] == 1.0).collect();
        assert_eq!(walls, [12, 31, 32, 59, 116, 119]);
    }

    #[test]
    fn the_other_player_is_colour_one() {
        let numbers = dense(Encoding::Numbers, "- / - / e2 e9 / 10 10 / 2");
        assert_eq!(numbers[..5], [1.0, 67.0, 4.0, 10.0, 10.0]);
    }

    #[test]
    fn squares_and_binary_digits() {
        let squares = dense(Encoding::Squares, "a4 d1 e7 h5 / e2 h2 / g4 h2 / 5 9 / 2");
        assert_eq!(squares.len(), 218);
        assert_eq!((squares[0], squares[1 + 51], squares[1 + 70]), (1.0, 1.0, -1.0));
        assert_eq!(squares[1..82].iter().filter(|&&value| value != 0.0).count(), 2);
        assert_eq!(squares[82..90], [0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
        let walls: Vec<usize> = (0..128).filter(|wall| squares[90 + wall] == 1.0).collect();
        assert_eq!(walls, [12, 31, 32, 59, 116, 119]);
    }
}
