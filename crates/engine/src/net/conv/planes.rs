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

use quoridor_core::{
    BoardSize, Direction, MAX_SQUARES, Move, Orientation, Player, Position, Seats, Square,
    SquareSet,
};

use super::layer::{Cells, NO_CELLS};
use super::policy::{policy_index, seen_by};

/// One, in 64ths.
const ONE: u8 = 64;
/// A step, in 64ths.
const STEP: u8 = 4;
/// A wall left, in 64ths.
const WALL_LEFT: u8 = 6;
/// Steps from here on, and no path, count as this many.
const MOST_STEPS: u8 = 63;
/// More walls left than that count as this many.
const MOST_WALLS: u8 = 42;

/// The features of a position on the official board for two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    cells: [Cells; Self::COUNT / 4],
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
        let own = position.turn();
        let mut planes = Self { cells: [NO_CELLS; Self::COUNT / 4] };
        for (place, player) in [own, own.opposite()].into_iter().enumerate() {
            let pawn = SquareSet::of(position.pawn(player));
            planes.set(place, seen_by(own, position.pawn(player)), ONE);
            let to_goal = steps_from(position, position.goals(player));
            let from_pawn = steps_from(position, pawn);
            let distance = to_goal[usize::from(position.pawn(player).index())];
            for square in Square::all() {
                let (index, here) = (usize::from(square.index()), seen_by(own, square));
                planes.set(8 + place, here, STEP * to_goal[index]);
                planes.set(18 + place, here, STEP * from_pawn[index]);
                if to_goal[index] + from_pawn[index] == distance {
                    planes.set(10 + place, here, ONE);
                }
            }
            let left = position.walls_left(player).min(MOST_WALLS);
            planes.fill(12 + place, WALL_LEFT * left);
            planes.fill(14 + place, if left == 0 { ONE } else { 0 });
            planes.fill(16 + place, STEP * distance);
        }
        planes.set_edges(position);
        planes
    }

    fn set_edges(&mut self, position: &Position) {
        let own = position.turn();
        let ways = match own {
            Player::North => [Direction::Down, Direction::Right, Direction::Up, Direction::Left],
            _ => Direction::ALL,
        };
        for square in Square::all() {
            for (place, way) in ways.into_iter().enumerate() {
                if position.neighbour(square, way).is_none() {
                    self.set(2 + place, seen_by(own, square), ONE);
                }
            }
        }
        for wall in position.walls() {
            let plane = match wall.orientation() {
                Orientation::Horizontal => 6,
                Orientation::Vertical => 7,
            };
            let place = policy_index(Move::Wall(wall), own).expect("a wall is no pass");
            self.set(plane, place % MAX_SQUARES, ONE);
        }
    }

    /// The feature of a plane at a square, counted from the mover's side: nine times the row plus
    /// the column.
    pub fn get(&self, plane: usize, square: usize) -> u8 {
        self.cells[plane / 4][square / 9][square % 9 + 1][plane % 4]
    }

    fn set(&mut self, plane: usize, square: usize, value: u8) {
        self.cells[plane / 4][square / 9][square % 9 + 1][plane % 4] = value;
    }

    fn fill(&mut self, plane: usize, value: u8) {
        for row in &mut self.cells[plane / 4] {
            for cell in &mut row[1..10] {
                cell[plane % 4] = value;
            }
        }
    }

    /// The planes as the network reads them.
    pub(super) const fn cells(&self) -> &[Cells] {
        &self.cells
    }
}

/// How many steps every square is from the nearest of some, by its index; pawns are no obstacles.
fn steps_from(position: &Position, from: SquareSet) -> [u8; MAX_SQUARES] {
    let mut steps = [MOST_STEPS; MAX_SQUARES];
    let (mut reached, mut front) = (from, from);
    for distance in 0..MOST_STEPS {
        if front.is_empty() {
            break;
        }
        for square in front {
            steps[usize::from(square.index())] = distance;
        }
        front = position.neighbours(front) - reached;
        reached |= front;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use quoridor_core::Symmetry;

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

    #[test]
    fn distances_are_those_of_the_rules() {
        for position in random_positions(100) {
            let planes = Planes::new(&position);
            let own = position.turn();
            let field = position.distance_field(own);
            let path = position.shortest_path_squares(own);
            for square in Square::all() {
                let steps = field.get(square).unwrap_or(MOST_STEPS);
                assert_eq!(planes.get(8, seen_by(own, square)), STEP * steps);
                let is_on_path = planes.get(10, seen_by(own, square)) == ONE;
                assert_eq!(is_on_path, path.contains(square), "{position} {square}");
            }
            assert_eq!(planes.get(16, 0), STEP * position.distance(own));
        }
    }
}
