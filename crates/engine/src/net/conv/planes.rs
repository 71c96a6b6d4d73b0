//! The features of a position, one number for each square and plane.
//!
//! | plane | feature | value |
//! |---|---|---|
//! | 0, 1 | the pawn of the player to move (*own*), of the opponent | 1 |
//! | 2, 3, 4, 5 | a wall or the edge above, right of, below, left of the square | 1 |
//! | 6, 7 | a horizontal, a vertical wall is named by the square | 1 |
//! | 8, 9 | steps from the square to the own goal, to the opponent's goal | steps / 16 |
//! | 10, 11 | the square is on a shortest path of the own pawn, of the opponent's | 1 |
//! | 12, 13 | walls left, own and opponent's, everywhere | walls / 10⅔ |
//! | 14, 15 | no walls left, own and opponent's, everywhere | 1 |
//! | 16, 17 | distance of the own pawn, of the opponent's, to its goal, everywhere | steps / 16 |
//! | 18, 19 | steps from the own pawn, from the opponent's, to the square | steps / 16 |
//!
//! The player to move heads up: for North the rows are counted from row 9. The position mirrored
//! left to right gives the planes mirrored (walls are named by their left square, so their planes
//! are mirrored within eight columns). Numbers are bytes in 64ths: 64 is 1, a step is 4, a wall
//! left is 6. Steps count up to 63, which also stands for no path.

use quoridor_core::{BoardSize, MAX_SQUARES, Position, Seats};

use super::features::{ONE, PlaneBytes, write_features};
use super::layer::{Cells, LANES, NO_CELLS};

/// The features of a position on the official board for two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    cells: [Cells; Self::COUNT.div_ceil(LANES)],
}

impl Planes {
    /// The number of planes.
    pub const COUNT: usize = 20;

    /// The value that stands for one.
    pub const ONE: u8 = ONE;

    /// Whether a position has planes: on the official board, with two players.
    pub fn can_show(position: &Position) -> bool {
        position.variant().size == BoardSize::STANDARD && position.seats() == Seats::Two
    }

    /// The features of a position that [`can_show`](Self::can_show).
    pub fn new(position: &Position) -> Self {
        debug_assert!(Self::can_show(position));
        let mut bytes = [[0; MAX_SQUARES]; Self::COUNT];
        write_features(position, &mut bytes);
        Self::from_bytes(&bytes)
    }

    /// Features that [`write_features`] has written.
    pub fn from_bytes(bytes: &[PlaneBytes; Self::COUNT]) -> Self {
        let mut planes = Self { cells: [NO_CELLS; Self::COUNT.div_ceil(LANES)] };
        for (group, four) in bytes.as_chunks::<4>().0.iter().enumerate() {
            let [one, two, three, four] = four.each_ref().map(|plane| plane.as_chunks::<9>().0);
            for (row, cells) in planes.cells[group / 4].iter_mut().enumerate() {
                // Each row of a known length: the compiler then needs no checks.
                let [one, two, three, four] = [one[row], two[row], three[row], four[row]];
                let squares: &mut [_; 9] = cells[1..].first_chunk_mut().expect("nine columns");
                for (column, cell) in squares.iter_mut().enumerate() {
                    cell.as_chunks_mut().0[group % 4] =
                        [one[column], two[column], three[column], four[column]];
                }
            }
        }
        planes
    }

    /// The feature of a plane at a square, counted from the mover's side: nine times the row plus
    /// the column.
    pub fn get(&self, plane: usize, square: usize) -> u8 {
        self.cells[plane / LANES][square / 9][square % 9 + 1][plane % LANES]
    }

    /// The planes as the network reads them.
    pub(super) const fn cells(&self) -> &[Cells] {
        &self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::{MOST_STEPS, STEP, WALL_LEFT, write_board_features};
    use super::super::policy::{policy_index, seen_by};
    use super::*;
    use crate::random::Random;
    use quoridor_core::{Direction, Move, Player, Square, SquareSet, Symmetry};

    fn planes(text: &str) -> Planes {
        Planes::new(&text.parse().unwrap())
    }

    fn row(planes: &Planes, plane: usize, row: usize) -> Vec<u8> {
        (0..9).map(|column| planes.get(plane, 9 * row + column)).collect()
    }

    /// Positions with many walls, and some where a wall has cut an area off.
    fn random_positions(count: usize) -> Vec<Position> {
        let mut random = Random::new(17);
        let mut positions = Vec::new();
        while positions.len() < count {
            let mut position = Position::default();
            for _ in 0..random.below(50) {
                let moves: Vec<Move> = position.legal_moves().iter().collect();
                position.play_unchecked(random.pick(&moves).unwrap());
                if position.outcome().is_some() {
                    break;
                }
            }
            if position.outcome().is_none() {
                positions.push(position);
            }
        }
        positions
    }

    /// Worked out by hand: a wall above e1 and f1, North to move later.
    #[test]
    fn features_worked_out_by_hand() {
        let planes = planes("e1 / c4 / e1 e9 / 9 9 / 1");
        assert_eq!(planes.get(0, 4), ONE);
        assert_eq!(planes.get(1, 76), ONE);
        // The first row: e and f are closed above, all are closed below.
        assert_eq!(row(&planes, 2, 0), [0, 0, 0, 0, ONE, ONE, 0, 0, 0]);
        assert_eq!(row(&planes, 4, 0), [ONE; 9]);
        assert_eq!(row(&planes, 4, 1), [0, 0, 0, 0, ONE, ONE, 0, 0, 0]);
        // The vertical wall is right of c4 and c5.
        assert_eq!(row(&planes, 3, 3), [0, 0, ONE, 0, 0, 0, 0, 0, ONE]);
        assert_eq!(row(&planes, 5, 4), [ONE, 0, 0, ONE, 0, 0, 0, 0, 0]);
        assert_eq!(row(&planes, 6, 0), [0, 0, 0, 0, ONE, 0, 0, 0, 0]);
        assert_eq!(row(&planes, 7, 3), [0, 0, ONE, 0, 0, 0, 0, 0, 0]);
        // Around the wall South needs a step more than the eight rows.
        assert_eq!(row(&planes, 8, 0), [8, 8, 8, 8, 9, 9, 8, 8, 8].map(|steps| STEP * steps));
        assert_eq!(row(&planes, 8, 8), [0; 9]);
        assert_eq!(row(&planes, 10, 0), [0, 0, 0, ONE, ONE, 0, 0, 0, 0]);
        assert_eq!((planes.get(12, 0), planes.get(16, 80), planes.get(17, 3)), (54, 36, 36));
        assert_eq!(row(&planes, 18, 0), [4, 3, 2, 1, 0, 1, 2, 3, 4].map(|steps| STEP * steps));
    }

    #[test]
    fn no_walls_left_is_a_feature() {
        let planes = planes("- / - / e1 e9 / 0 0 / 1");
        assert_eq!((planes.get(14, 40), planes.get(15, 40), planes.get(12, 0)), (ONE, ONE, 0));
    }

    /// The second implementation of the symmetries is the rules' own.
    #[test]
    fn a_mirrored_position_has_mirrored_planes() {
        for position in random_positions(300) {
            let planes = Planes::new(&position);
            let mirrored = Planes::new(&Symmetry::Mirror.position(&position).unwrap());
            for plane in 0..Planes::COUNT {
                // Right and left change places; walls are named by their left square.
                let (image, last) = match plane {
                    3 => (5, 8),
                    5 => (3, 8),
                    6 | 7 => (plane, 7),
                    _ => (plane, 8),
                };
                for (row, column) in
                    (0..9).flat_map(|row| (0..=last).map(move |column| (row, column)))
                {
                    assert_eq!(
                        planes.get(plane, 9 * row + column),
                        mirrored.get(image, 9 * row + last - column),
                        "{position} plane {plane}"
                    );
                }
            }
        }
    }

    #[test]
    fn both_players_see_the_same() {
        for position in random_positions(300) {
            let turned = Symmetry::MirrorRotation.position(&position).unwrap();
            assert_eq!(Planes::new(&position), Planes::new(&turned), "{position}");
        }
    }

    /// Square by square, with the questions that the rules answer.
    #[test]
    fn features_are_those_of_the_rules() {
        for position in random_positions(100) {
            let planes = Planes::new(&position);
            let own = position.turn();
            let ways = match own {
                Player::North => {
                    [Direction::Down, Direction::Right, Direction::Up, Direction::Left]
                }
                _ => Direction::ALL,
            };
            for (side, player) in [own, own.opposite()].into_iter().enumerate() {
                let (pawn, path) = (position.pawn(player), position.shortest_path_squares(player));
                for square in Square::all() {
                    let get = |plane: usize| planes.get(plane + side, seen_by(own, square));
                    let steps = |to| position.steps_between(square, to).unwrap_or(MOST_STEPS);
                    let is = |is: bool| if is { ONE } else { 0 };
                    assert_eq!(get(0), is(square == pawn), "{position} {square}");
                    assert_eq!(get(8), STEP * steps(position.goals(player)), "{position} {square}");
                    assert_eq!(get(10), is(path.contains(square)), "{position} {square}");
                    assert_eq!(get(12), WALL_LEFT * position.walls_left(player));
                    assert_eq!(get(14), is(position.walls_left(player) == 0));
                    assert_eq!(get(16), STEP * position.distance(player));
                    assert_eq!(get(18), STEP * steps(SquareSet::of(pawn)), "{position} {square}");
                }
            }
            for square in Square::all() {
                for (place, way) in ways.into_iter().enumerate() {
                    let is_closed = planes.get(2 + place, seen_by(own, square)) == ONE;
                    assert_eq!(is_closed, position.neighbour(square, way).is_none());
                }
            }
            let mut walls = [[0; MAX_SQUARES]; 2].concat();
            for wall in position.walls() {
                walls[policy_index(Move::Wall(wall), own).unwrap() - MAX_SQUARES] = ONE;
            }
            let seen = (0..2 * MAX_SQUARES)
                .map(|place| planes.get(6 + place / MAX_SQUARES, place % MAX_SQUARES));
            assert!(seen.eq(walls), "{position}");
        }
    }

    #[test]
    fn the_features_of_the_board_are_a_part_of_all() {
        let places = [0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15];
        for position in random_positions(100) {
            let (mut all, mut board) = ([[1; MAX_SQUARES]; 20], [[1; MAX_SQUARES]; 12]);
            write_features(&position, &mut all);
            write_board_features(&position, &mut board);
            assert_eq!(board, places.map(|place| all[place]), "{position}");
        }
    }
}
