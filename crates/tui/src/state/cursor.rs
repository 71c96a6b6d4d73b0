//! The cursor, which the arrows and the mouse move about the board: a square for the pawn, or a
//! wall that is not there yet.

use quoridor_core::{BoardSize, Direction, Move, Orientation, Square, Wall};

use crate::board::Spot;

/// The kind of move that Enter makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Move the pawn.
    Pawn,
    /// Place a wall.
    Wall,
}

/// The square and the wall that are pointed at; both are on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    pub(crate) mode: Mode,
    pub(crate) square: Square,
    pub(crate) wall: Wall,
    size: BoardSize,
}

impl Cursor {
    /// On a pawn; the ghost wall waits in the middle of the board.
    pub(crate) fn new(size: BoardSize, pawn: Square) -> Self {
        let middle = Square::new((size.width() - 1) / 2, (size.height() - 1) / 2);
        let wall = middle.and_then(|middle| Wall::new(middle, Orientation::Horizontal));
        let wall = wall.filter(|&wall| size.has_wall(wall)).or_else(|| Wall::from_index(0));
        Self { mode: Mode::Pawn, square: pawn, wall: wall.expect("every board has a wall"), size }
    }

    /// The move that it stands for.
    pub(crate) const fn mv(&self) -> Move {
        match self.mode {
            Mode::Pawn => Move::Step(self.square),
            Mode::Wall => Move::Wall(self.wall),
        }
    }

    /// A step in a direction of the board; at the edge it stays.
    pub(crate) fn step(&mut self, direction: Direction) {
        let (columns, rows) = direction.offset();
        match self.mode {
            Mode::Pawn => {
                let next = self
                    .square
                    .offset(columns, rows)
                    .filter(|&square| self.size.has_square(square));
                self.square = next.unwrap_or(self.square);
            }
            Mode::Wall => {
                let next = self.wall.offset(columns, rows).filter(|&wall| self.size.has_wall(wall));
                self.wall = next.unwrap_or(self.wall);
            }
        }
    }

    /// From the pawn to the wall, or back.
    pub(crate) const fn toggle(&mut self) {
        self.mode = match self.mode {
            Mode::Pawn => Mode::Wall,
            Mode::Wall => Mode::Pawn,
        };
    }

    /// Turns the wall.
    pub(crate) const fn turn(&mut self) {
        self.wall = self.wall.turned();
    }

    /// Goes to where the mouse points.
    pub(crate) fn point(&mut self, spot: Spot) {
        match spot {
            Spot::Square(square) => (self.mode, self.square) = (Mode::Pawn, square),
            Spot::Wall(wall) => (self.mode, self.wall) = (Mode::Wall, wall),
            Spot::Slot(square) => {
                self.mode = Mode::Wall;
                self.wall = Wall::new(square, self.wall.orientation()).unwrap_or(self.wall);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_on_every_board() {
        for size in BoardSize::all() {
            let mut cursor = Cursor::new(size, Square::A1);
            for mode in [Mode::Pawn, Mode::Wall] {
                cursor.mode = mode;
                for direction in Direction::ALL {
                    for _ in 0..12 {
                        cursor.step(direction);
                        cursor.turn();
                        assert!(
                            size.has_square(cursor.square) && size.has_wall(cursor.wall),
                            "{size}"
                        );
                    }
                }
            }
        }
    }
}
