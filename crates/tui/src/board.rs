//! Where the squares and walls of a board are on the screen: for drawing them, and for finding what
//! the mouse points at.

use quoridor_core::{BoardSize, Orientation, Square, Wall};
use ratatui::layout::{Position as Point, Rect};

/// How large a square is drawn, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Cell {
    /// From the smallest to the largest. They look square, for a character is about twice as high
    /// as it is wide.
    pub(crate) const ALL: [Self; 3] =
        [Self { width: 3, height: 1 }, Self { width: 5, height: 2 }, Self { width: 7, height: 3 }];

    /// Width and height of a whole board with its frame and its coordinates on all sides.
    pub(crate) fn board(self, size: BoardSize) -> (u16, u16) {
        let across = u16::from(size.width()) * (self.width + 1) + 1;
        let down = u16::from(size.height()) * (self.height + 1) + 1;
        (across + 2 * MARGIN_X, down + 2 * MARGIN_Y)
    }
}

/// The room for the coordinates beside the frame, and above and below it.
const MARGIN_X: u16 = 2;
const MARGIN_Y: u16 = 1;

/// A board at a place on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardPlace {
    pub(crate) size: BoardSize,
    pub(crate) cell: Cell,
    /// Whether row 1 is at the top.
    pub(crate) flipped: bool,
    /// The upper left corner, coordinates included.
    corner: Point,
}

/// The square or groove at a point of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Square(Square),
    Wall(Wall),
    /// The crossing of two grooves: a wall of either orientation has its middle there.
    Slot(Square),
}

impl BoardPlace {
    pub(crate) const fn new(size: BoardSize, cell: Cell, flipped: bool, corner: Point) -> Self {
        Self { size, cell, flipped, corner }
    }

    /// The frame around the squares.
    pub(crate) fn frame(&self) -> Rect {
        let (width, height) = self.cell.board(self.size);
        let (x, y) = (self.corner.x + MARGIN_X, self.corner.y + MARGIN_Y);
        Rect { x, y, width: width - 2 * MARGIN_X, height: height - 2 * MARGIN_Y }
    }

    /// The square as it is drawn.
    pub(crate) fn square(&self, square: Square) -> Rect {
        let Cell { width, height } = self.cell;
        let (across, down) = self.on_screen(square);
        let frame = self.frame();
        Rect {
            x: frame.x + 1 + across * (width + 1),
            y: frame.y + 1 + down * (height + 1),
            width,
            height,
        }
    }

    /// The wall as it is drawn: one character wide or high.
    pub(crate) fn wall(&self, wall: Wall) -> Rect {
        let (near, far) =
            (wall.square(), wall.square().offset(1, 1).expect("a wall touches four squares"));
        let (one, other) = (self.square(near), self.square(far));
        let around = one.union(other);
        match wall.orientation() {
            Orientation::Horizontal => Rect { y: around.y + self.cell.height, height: 1, ..around },
            Orientation::Vertical => Rect { x: around.x + self.cell.width, width: 1, ..around },
        }
    }

    /// The square or groove at a point of the screen. Of the walls in a groove, the one whose
    /// middle is nearest.
    pub(crate) fn spot(&self, point: Point) -> Option<Spot> {
        let frame = self.frame();
        let inner = Rect {
            x: frame.x + 1,
            y: frame.y + 1,
            width: frame.width - 2,
            height: frame.height - 2,
        };
        if !inner.contains(point) {
            return None;
        }
        let (across, in_column) = part(point.x - inner.x, self.cell.width);
        let (down, in_row) = part(point.y - inner.y, self.cell.height);
        let (columns, rows) = (u16::from(self.size.width()), u16::from(self.size.height()));
        Some(match (in_column, in_row) {
            (Some(_), Some(_)) => Spot::Square(self.square_at(across, down)?),
            (None, None) => Spot::Slot(self.slot_at(across, down)?),
            // In a groove beside a square: the slot at its nearer end.
            (Some(x), None) => {
                let across = nearer_slot(across, x, self.cell.width, columns);
                Spot::Wall(Wall::new(self.slot_at(across, down)?, Orientation::Horizontal)?)
            }
            (None, Some(y)) => {
                let down = nearer_slot(down, y, self.cell.height, rows);
                Spot::Wall(Wall::new(self.slot_at(across, down)?, Orientation::Vertical)?)
            }
        })
    }

    /// Columns from the left and rows from the top, as they are on the screen.
    fn on_screen(&self, square: Square) -> (u16, u16) {
        let (column, row) = (square.column(), square.row());
        let (across, down) = if self.flipped {
            (self.size.width() - 1 - column, row)
        } else {
            (column, self.size.height() - 1 - row)
        };
        (u16::from(across), u16::from(down))
    }

    fn square_at(&self, across: u16, down: u16) -> Option<Square> {
        let (across, down) = (u8::try_from(across).ok()?, u8::try_from(down).ok()?);
        let (width, height) = (self.size.width(), self.size.height());
        if self.flipped {
            Square::new(width.checked_sub(across + 1)?, down)
        } else {
            Square::new(across, height.checked_sub(down + 1)?)
        }
    }

    /// The square that names the walls whose middle is right of and below a place.
    fn slot_at(&self, across: u16, down: u16) -> Option<Square> {
        // Of the four squares around the slot, the one nearest a1.
        let (one, other) = (self.square_at(across, down)?, self.square_at(across + 1, down + 1)?);
        Square::new(one.column().min(other.column()), one.row().min(other.row()))
    }
}

/// Which square along one axis, and where in it; or `None` for the groove behind it.
fn part(offset: u16, cell: u16) -> (u16, Option<u16>) {
    let (index, within) = (offset / (cell + 1), offset % (cell + 1));
    (index, (within < cell).then_some(within))
}

/// The slot before or behind a square along a groove, whichever is nearer; `count` squares have one
/// slot less.
fn nearer_slot(index: u16, within: u16, cell: u16, count: u16) -> u16 {
    let before = 2 * within + 1 < cell;
    (if before { index.saturating_sub(1) } else { index }).min(count - 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> impl Iterator<Item = BoardPlace> {
        let sizes = BoardSize::all();
        let kinds =
            Cell::ALL.into_iter().flat_map(|cell| [false, true].map(|flipped| (cell, flipped)));
        sizes.flat_map(move |size| {
            kinds.clone().map(move |(cell, flipped)| {
                BoardPlace::new(size, cell, flipped, Point { x: 5, y: 2 })
            })
        })
    }

    fn points(rect: Rect) -> impl Iterator<Item = Point> {
        rect.positions()
    }

    #[test]
    fn the_mouse_finds_every_square_where_it_is_drawn() {
        for place in places() {
            for square in place.size.squares() {
                for point in points(place.square(square)) {
                    assert_eq!(place.spot(point), Some(Spot::Square(square)), "{place:?}");
                }
            }
        }
    }

    /// At its middle a wall is found, in either orientation; and whatever wall is found at a point
    /// is drawn across that point.
    #[test]
    fn the_mouse_finds_every_wall_where_it_is_drawn() {
        for place in places() {
            for wall in place.size.walls() {
                let rect = place.wall(wall);
                let middle = Point { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
                assert_eq!(place.spot(middle), Some(Spot::Slot(wall.square())), "{place:?} {wall}");
            }
            let mut found = quoridor_core::WallSet::EMPTY;
            for point in points(place.frame()) {
                if let Some(Spot::Wall(wall)) = place.spot(point) {
                    assert!(
                        place.size.has_wall(wall) && place.wall(wall).contains(point),
                        "{place:?} {wall} {point}"
                    );
                    found.insert(wall);
                }
            }
            assert_eq!(found, place.size.walls(), "{place:?}");
        }
    }

    #[test]
    fn beside_the_board_there_is_nothing() {
        for place in places() {
            let frame = place.frame();
            let corners =
                [(frame.x, frame.y), (frame.right() - 1, frame.bottom() - 1), (0, 0), (500, 500)];
            assert!(corners.iter().all(|&(x, y)| place.spot(Point { x, y }).is_none()));
        }
    }

    #[test]
    fn a1_is_at_the_bottom_left_unless_the_board_is_flipped() {
        let place = |flipped| {
            BoardPlace::new(BoardSize::STANDARD, Cell::ALL[0], flipped, Point { x: 0, y: 0 })
        };
        let (a1, i9) = (Square::A1, "i9".parse().unwrap());
        assert_eq!(place(false).square(a1), Rect { x: 3, y: 18, width: 3, height: 1 });
        assert_eq!(place(true).square(i9), place(false).square(a1));
        assert_eq!(Cell::ALL[0].board(BoardSize::STANDARD), (41, 21));
    }
}
