//! The board as text.

use core::fmt;

use crate::player::Player;
use crate::position::Position;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::wall::{Orientation, Wall};

/// A picture of a position: walls, coordinates, and the pawns as the first letters of their
/// players.
///
/// ```
/// use quoridor_core::{Diagram, Position};
/// let position: Position = "b1 / b2 / b1 b3 / 0 0 / 1 / 3x3".parse().unwrap();
/// let picture = Diagram::of(&position).to_string();
/// assert_eq!(picture, "\x20   a   b   c
///   ┌───────────┐
/// 3 │ ·   N ┃ · │ 3
///   │       ┃   │
/// 2 │ ·   · ┃ · │ 2
///   │    ━━━━━━━│
/// 1 │ ·   S   · │ 1
///   └───────────┘
///     a   b   c
/// ");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    marked: SquareSet,
    glyphs: &'static Glyphs,
}

#[derive(Debug)]
struct Glyphs {
    empty: char,
    marked: char,
    horizontal: char,
    vertical: char,
    side: char,
    edge: char,
    top_corners: [char; 2],
    bottom_corners: [char; 2],
}

const BOXES: Glyphs = Glyphs {
    empty: '·',
    marked: '*',
    horizontal: '━',
    vertical: '┃',
    side: '│',
    edge: '─',
    top_corners: ['┌', '┐'],
    bottom_corners: ['└', '┘'],
};

const ASCII: Glyphs = Glyphs {
    empty: '.',
    marked: '*',
    horizontal: '=',
    vertical: '#',
    side: '|',
    edge: '-',
    top_corners: ['+', '+'],
    bottom_corners: ['+', '+'],
};

impl<'a> Diagram<'a> {
    /// The picture in box-drawing characters.
    pub const fn of(position: &'a Position) -> Self {
        Self { position, marked: SquareSet::EMPTY, glyphs: &BOXES }
    }

    /// The same in plain ASCII.
    #[must_use]
    pub const fn ascii(self) -> Self {
        Self { glyphs: &ASCII, ..self }
    }

    /// The same with empty squares of a set marked: a path, or a region.
    #[must_use]
    pub const fn mark(self, marked: SquareSet) -> Self {
        Self { marked, ..self }
    }

    fn square(&self, square: Square) -> char {
        let at = |&&player: &&Player| self.position.pawn(player) == square;
        match self.position.seats().players().iter().find(at) {
            Some(Player::South) => 'S',
            Some(Player::West) => 'W',
            Some(Player::North) => 'N',
            Some(Player::East) => 'E',
            None if self.marked.contains(square) => self.glyphs.marked,
            None => self.glyphs.empty,
        }
    }

    /// Whether the wall named by the square at this offset is on the board.
    fn wall(&self, square: Square, orientation: Orientation, columns: i8, rows: i8) -> bool {
        let wall = square.offset(columns, rows).and_then(|square| Wall::new(square, orientation));
        wall.is_some_and(|wall| self.position.walls().contains(wall))
    }

    fn row_of_squares(&self, f: &mut fmt::Formatter<'_>, row: u8, width: u8) -> fmt::Result {
        write!(f, "{} {}", row + 1, self.glyphs.side)?;
        for column in 0..width {
            let square = Square::new(column, row).expect("on the board");
            write!(f, " {} ", self.square(square))?;
            if column + 1 < width {
                let walled = self.wall(square, Orientation::Vertical, 0, 0)
                    || self.wall(square, Orientation::Vertical, 0, -1);
                write!(f, "{}", if walled { self.glyphs.vertical } else { ' ' })?;
            }
        }
        writeln!(f, "{} {}", self.glyphs.side, row + 1)
    }

    /// The groove above a row.
    fn row_of_walls(&self, f: &mut fmt::Formatter<'_>, row: u8, width: u8) -> fmt::Result {
        write!(f, "  {}", self.glyphs.side)?;
        for column in 0..width {
            let square = Square::new(column, row).expect("on the board");
            let begins = self.wall(square, Orientation::Horizontal, 0, 0);
            let ends = self.wall(square, Orientation::Horizontal, -1, 0);
            let across = if begins || ends { self.glyphs.horizontal } else { ' ' };
            write!(f, "{across}{across}{across}")?;
            if column + 1 < width {
                let middle = match self.wall(square, Orientation::Vertical, 0, 0) {
                    true => self.glyphs.vertical,
                    false if begins => self.glyphs.horizontal,
                    false => ' ',
                };
                write!(f, "{middle}")?;
            }
        }
        writeln!(f, "{}", self.glyphs.side)
    }

    fn columns(&self, f: &mut fmt::Formatter<'_>, width: u8) -> fmt::Result {
        f.write_str("   ")?;
        for column in 0..width {
            write!(f, " {}", (b'a' + column) as char)?;
            f.write_str(if column + 1 < width { "  " } else { "\n" })?;
        }
        Ok(())
    }

    fn edge(&self, f: &mut fmt::Formatter<'_>, width: u8, [left, right]: [char; 2]) -> fmt::Result {
        write!(f, "  {left}")?;
        for _ in 0..4 * width - 1 {
            write!(f, "{}", self.glyphs.edge)?;
        }
        writeln!(f, "{right}")
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.position.variant().size;
        let (width, height) = (size.width(), size.height());
        self.columns(f, width)?;
        self.edge(f, width, self.glyphs.top_corners)?;
        for row in (0..height).rev() {
            self.row_of_squares(f, row, width)?;
            if row > 0 {
                self.row_of_walls(f, row - 1, width)?;
            }
        }
        self.edge(f, width, self.glyphs.bottom_corners)?;
        self.columns(f, width)
    }
}
