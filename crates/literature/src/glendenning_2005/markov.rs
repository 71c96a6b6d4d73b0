//! The Markov chain feature: how likely a pawn that strolls at random is to reach its goal before
//! it leaves the board at its back.
//!
//! The thesis (section 3.3.1, after Doyle and Snell, *Random walks and electric networks*) sees the
//! board as a Dirichlet problem. The walk goes from a square to each of its neighbours in the
//! Quoridor graph with probability 1/degree. The goal squares absorb it with the value 1. Behind
//! the row that the pawn started the game on lies an invisible row that absorbs it with the value
//! 0: each square of the start row has one neighbour more. The feature is the value at the pawn,
//! where every value is the mean of its neighbours': f = Q f + R f_B, or (I − Q) f = R f_B.
//!
//! The thesis leaves open the walk that never ends: the opponent's pawn can shut the walker
//! in for good (see [`shortest_path`]), and then I − Q has no inverse. Such a walk does not reach
//! the goal, so its value is 0.
//!
//! [`shortest_path`]: super::features::shortest_path

use quoridor_core::{MAX_SIDE, MAX_SQUARES, Player, Position, Square, SquareSet};

/// A random walk over a board.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The squares one step away, by the index of the square. A jump over a pawn may have no way
    /// back.
    neighbours: [SquareSet; MAX_SQUARES],
    /// Where it ends with the value 1.
    goals: SquareSet,
    /// The squares from which one more step leads to the value 0.
    start_row: SquareSet,
}

/// The most squares that are not goals.
const MAX_UNKNOWNS: usize = MAX_SQUARES - MAX_SIDE as usize;

/// How far apart in the list of unknowns two neighbours can be: two rows, if a jump joins them.
/// Most often it is one row.
const BAND: usize = 2 * MAX_SIDE as usize;

/// The entries of one equation: those for the unknowns up to [`BAND`] before its own, its own, and
/// those up to [`BAND`] after it.
type Row = [f64; 2 * BAND + 1];

impl Walk {
    /// A walk over some squares.
    pub fn new(
        squares: SquareSet,
        goals: SquareSet,
        start_row: SquareSet,
        neighbours: impl Fn(Square) -> SquareSet,
    ) -> Self {
        let mut walk = Self { neighbours: [SquareSet::EMPTY; MAX_SQUARES], goals, start_row };
        for square in squares {
            walk.neighbours[usize::from(square.index())] = neighbours(square);
        }
        walk
    }

    /// The walk of a player's pawn in a game for two: over the Quoridor graph, in which the
    /// opponent's pawn is jumped over.
    pub fn of_player(position: &Position, player: Player) -> Self {
        let opponent = player.opposite();
        let squares = position.variant().size.squares() - SquareSet::of(position.pawn(opponent));
        // A player starts where the opponent wants to go.
        Self::new(squares, position.goals(player), position.goals(opponent), |square| {
            position.steps_from(square, position.other_pawns(player))
        })
    }

    /// The probability that the walk from a square ends on a goal square, exactly: (I − Q) f = R
    /// f_B, solved by elimination.
    ///
    /// Each equation is multiplied by the degree of its square. In reading order neighbours are
    /// close together, so the matrix is a band. It needs no pivoting: the diagonal of a row is
    /// never less than the rest of it together, and elimination keeps that so.
    pub fn value(&self, from: Square) -> f64 {
        if self.goals.contains(from) {
            return 1.0;
        }
        let unknowns = self.unknowns(from);
        if !unknowns.contains(from) {
            return 0.0;
        }
        let mut places = [0; MAX_SQUARES];
        for (place, square) in unknowns.iter().enumerate() {
            places[usize::from(square.index())] = place;
        }
        let mut rows = [[0.0; 2 * BAND + 1]; MAX_UNKNOWNS];
        let mut right_sides = [0.0; MAX_UNKNOWNS];
        let mut band = 0;
        for (place, square) in unknowns.iter().enumerate() {
            let neighbours = self.neighbours(square);
            rows[place][BAND] = self.degree(square);
            right_sides[place] = (neighbours & self.goals).len() as f64;
            for neighbour in neighbours & unknowns {
                let other = places[usize::from(neighbour.index())];
                rows[place][BAND + other - place] = -1.0;
                band = band.max(other.abs_diff(place));
            }
        }
        let count = unknowns.len();
        eliminate(&mut rows[..count], &mut right_sides[..count], band);
        rounded(solve_from_below(
            &rows[..count],
            &mut right_sides[..count],
            places[usize::from(from.index())],
        ))
    }

    /// Nearly the same by the *method of relaxations* (Figure 3.9 of the thesis): every value
    /// begins at 0 and is replaced by the mean of its neighbours', left to right and from the
    /// bottom up, again and again until no value changes by more than the tolerance.
    ///
    /// The thesis found it slower than the exact solution and left it out of the features.
    pub fn relaxed(&self, from: Square, tolerance: f64) -> f64 {
        let mut values = [0.0; MAX_SQUARES];
        for goal in self.goals {
            values[usize::from(goal.index())] = 1.0;
        }
        let unknowns = self.unknowns(from);
        loop {
            let mut largest_change = 0.0_f64;
            for square in unknowns {
                let sum: f64 = self
                    .neighbours(square)
                    .iter()
                    .map(|next| values[usize::from(next.index())])
                    .sum();
                let value = &mut values[usize::from(square.index())];
                let mean = sum / self.degree(square);
                largest_change = largest_change.max((mean - *value).abs());
                *value = mean;
            }
            if largest_change <= tolerance {
                return values[usize::from(from.index())];
            }
        }
    }

    /// The squares, other than goals, that the walk can come to and that lead to a goal: all others
    /// have a value that is known.
    fn unknowns(&self, from: Square) -> SquareSet {
        let mut sources = [SquareSet::EMPTY; MAX_SQUARES];
        let mut reached = SquareSet::of(from);
        let mut fresh = reached - self.goals;
        while let Some(square) = fresh.first() {
            let neighbours = self.neighbours(square);
            for next in neighbours {
                sources[usize::from(next.index())].insert(square);
            }
            fresh = (fresh - SquareSet::of(square)) | (neighbours - reached - self.goals);
            reached |= neighbours;
        }
        let mut leading = reached & self.goals;
        let mut fresh = leading;
        while let Some(square) = fresh.first() {
            let before = sources[usize::from(square.index())] - leading;
            fresh = (fresh - SquareSet::of(square)) | before;
            leading |= before;
        }
        leading - self.goals
    }

    #[inline]
    fn neighbours(&self, square: Square) -> SquareSet {
        self.neighbours[usize::from(square.index())]
    }

    /// How many ways the walk can go from a square, the one off the board included.
    #[inline]
    fn degree(&self, square: Square) -> f64 {
        (self.neighbours(square).len() + usize::from(self.start_row.contains(square))) as f64
    }
}

/// A probability in whole 2⁻³⁰ths: equal positions are then equal whichever way they were solved,
/// and of equally good moves it is not rounding that chooses.
pub(super) fn rounded(probability: f64) -> f64 {
    const PARTS: f64 = (1_u64 << 30) as f64;
    (probability * PARTS).round() / PARTS
}

/// Clears everything left of the diagonal of a matrix that is zero farther than a band from it.
fn eliminate(rows: &mut [Row], right_sides: &mut [f64], band: usize) {
    for place in 0..rows.len() {
        let (above, below) = rows.split_at_mut(place + 1);
        let (pivot, tail) = (above[place][BAND], &above[place][BAND + 1..][..band]);
        for (row, distance) in below.iter_mut().zip(1..=band) {
            let entry = row[BAND - distance];
            if entry != 0.0 {
                let factor = entry / pivot;
                for (cell, above) in row[BAND + 1 - distance..][..band].iter_mut().zip(tail) {
                    *cell -= factor * above;
                }
                right_sides[place + distance] -= factor * right_sides[place];
            }
        }
    }
}

/// Solves what [`eliminate`] has left, from the last unknown up to the one that is asked for.
fn solve_from_below(rows: &[Row], right_sides: &mut [f64], wanted: usize) -> f64 {
    for place in (wanted..rows.len()).rev() {
        let known: f64 = rows[place][BAND + 1..]
            .iter()
            .zip(&right_sides[place + 1..])
            .map(|(entry, f)| entry * f)
            .sum();
        right_sides[place] = (right_sides[place] - known) / rows[place][BAND];
    }
    right_sides[wanted]
}

#[cfg(test)]
mod tests {
    use quoridor_core::Variant;
    use quoridor_engine::random::Random;

    use super::*;
    use crate::glendenning_2005::sample;

    /// Walks at random until it is absorbed, or for so long that it hardly ever would be, and says
    /// where it ended.
    fn stroll(walk: &Walk, from: Square, random: &mut Random) -> f64 {
        let mut here = from;
        for _ in 0..100_000 {
            if walk.goals.contains(here) {
                return 1.0;
            }
            let way = random.below(walk.degree(here) as usize);
            match walk.neighbours(here).iter().nth(way) {
                Some(next) => here = next,
                None => return 0.0,
            }
        }
        0.0
    }

    /// Without an opponent all squares of a row are alike, so that a walk is a gambler's who plays
    /// for one row at a time: from row r (1 to 9) it is r steps to ruin and 9 − r to the goal, and
    /// f = r/9.
    #[test]
    fn an_open_board_is_gamblers_ruin() {
        let size = Position::default().variant().size;
        let neighbours = |square: Square| -> SquareSet {
            [(0, 1), (1, 0), (0, -1), (-1, 0)]
                .into_iter()
                .filter_map(|(x, y)| square.offset(x, y))
                .collect()
        };
        let walk = Walk::new(
            size.squares(),
            size.goals(Player::South),
            size.goals(Player::North),
            neighbours,
        );
        for square in Square::all() {
            let expected = f64::from(square.row() + 1) / 9.0;
            assert!(
                (walk.value(square) - expected).abs() < 1e-9,
                "{square}: {}",
                walk.value(square)
            );
        }
    }

    #[test]
    fn the_relaxation_comes_to_the_same() {
        for position in sample::positions(Variant::STANDARD, 500) {
            for player in [Player::South, Player::North] {
                let (walk, pawn) = (Walk::of_player(&position, player), position.pawn(player));
                let (exact, relaxed) = (walk.value(pawn), walk.relaxed(pawn, 1e-15));
                assert!((exact - relaxed).abs() < 1e-9, "{position}: {exact} is not {relaxed}");
                assert!((0.0..=1.0).contains(&exact));
            }
        }
    }

    /// Of 40,000 strolls the mean is within five standard deviations, each at most √(1/4 / 40,000)
    /// = 0.0025.
    #[test]
    fn random_strolls_come_to_the_same() {
        let mut random = Random::new(2005);
        for position in sample::positions(Variant::STANDARD, 12) {
            let (walk, pawn) =
                (Walk::of_player(&position, position.turn()), position.pawn(position.turn()));
            let strolls = 40_000;
            let mean = (0..strolls).map(|_| stroll(&walk, pawn, &mut random)).sum::<f64>()
                / f64::from(strolls);
            assert!(
                (mean - walk.value(pawn)).abs() < 0.0125,
                "{position}: {mean} is not {}",
                walk.value(pawn)
            );
        }
    }

    /// South on e4 can only jump to e6, and e6 and e7 are a dead end.
    #[test]
    fn a_pawn_that_is_shut_in_is_worth_nothing() {
        let position: Position = "e3 e7 / d3 e4 d6 e6 / e4 e5 / 7 7 / 1".parse().unwrap();
        let walk = Walk::of_player(&position, Player::South);
        let pawn = position.pawn(Player::South);
        assert_eq!(walk.value(pawn), 0.0);
        assert_eq!(walk.relaxed(pawn, 1e-15), 0.0);
    }
}
