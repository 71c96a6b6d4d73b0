//! Masks that depend on the board size alone, computed at compile time.

use crate::passages::Passages;
use crate::player::Player;
use crate::square::{MAX_SIDE, Square};
use crate::square_set::SquareSet;
use crate::wall::SLOT_SIDE;

/// The masks of one board size.
#[derive(Debug)]
pub(crate) struct Geometry {
    /// The squares of the board.
    pub(crate) squares: SquareSet,
    /// The ways between them while no wall stands.
    pub(crate) passages: Passages,
    /// The goal squares, by seat.
    pub(crate) goals: [SquareSet; 4],
    /// The slots that hold a wall's middle, as a slot bitboard.
    pub(crate) slots: u64,
    /// The slots next to each side of the board, by the seat that *starts* there.
    pub(crate) sides: [u64; 4],
}

const WIDTHS: usize = 8;
const HEIGHTS: usize = 7;

static GEOMETRIES: [[Geometry; HEIGHTS]; WIDTHS] = {
    let mut table = [const { [const { Geometry::new(2, 3) }; HEIGHTS] }; WIDTHS];
    let mut width = 0;
    while width < WIDTHS {
        let mut height = 0;
        while height < HEIGHTS {
            table[width][height] = Geometry::new(width as u8 + 2, height as u8 + 3);
            height += 1;
        }
        width += 1;
    }
    table
};

impl Geometry {
    /// The masks of a board size, which must be one that [`BoardSize`](crate::BoardSize) allows.
    #[inline]
    pub(crate) const fn of(width: u8, height: u8) -> &'static Self {
        &GEOMETRIES[width as usize - 2][height as usize - 3]
    }

    const fn new(width: u8, height: u8) -> Self {
        let mut squares = SquareSet::EMPTY;
        let mut up = SquareSet::EMPTY;
        let mut right = SquareSet::EMPTY;
        let mut goals = [SquareSet::EMPTY; 4];
        let mut slots = 0;
        let mut sides = [0; 4];
        let mut row = 0;
        while row < height {
            let mut column = 0;
            while column < width {
                let square = Square::from_index_unchecked(row * MAX_SIDE + column);
                squares.insert(square);
                if row + 1 < height {
                    up.insert(square);
                }
                if column + 1 < width {
                    right.insert(square);
                }
                // A player's goal is the side that the player across starts from.
                let on_side = [row == 0, column == 0, row + 1 == height, column + 1 == width];
                let mut seat = 0;
                while seat < 4 {
                    if on_side[seat] {
                        goals[Player::ALL[seat].opposite() as usize].insert(square);
                    }
                    seat += 1;
                }
                if row + 1 < height && column + 1 < width {
                    let slot = 1 << (row * SLOT_SIDE + column);
                    slots |= slot;
                    let next_to_side =
                        [row == 0, column == 0, row + 2 == height, column + 2 == width];
                    let mut seat = 0;
                    while seat < 4 {
                        if next_to_side[seat] {
                            sides[seat] |= slot;
                        }
                        seat += 1;
                    }
                }
                column += 1;
            }
            row += 1;
        }
        Self { squares, passages: Passages { up, right }, goals, slots, sides }
    }
}
