//! The board, and what is on it.

use quoridor_core::{BoardSize, Game, Move, Orientation, Player, Position, Square, Wall};

/// Side of a square, width of a groove, and the frame around the squares, in pixels.
pub(crate) const SQUARE: u32 = 36;
const GROOVE: u32 = 8;
const MARGIN: u32 = 22;

const FRAME: &str = "#5d4229";
const FIELD: &str = "#c69c6d";
/// The square that the last step left.
const LEFT_BEHIND: &str = "#d9bb8c";
const WALL: &str = "#f3d9a4";
const LABEL: &str = "#e8d5b5";

/// The colour of a player.
pub(crate) const fn colour(player: Player) -> &'static str {
    match player {
        Player::South => "#2b5fb8",
        Player::West => "#147a4d",
        Player::North => "#c24a0a",
        Player::East => "#7b3fb5",
    }
}

/// The places of a board of some size.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    size: BoardSize,
}

impl Board {
    pub(crate) fn of(position: &Position) -> Self {
        Self { size: position.variant().size }
    }

    /// Width and height in pixels.
    pub(crate) fn extent(self) -> (u32, u32) {
        let side = |count: u8| u32::from(count) * (SQUARE + GROOVE) - GROOVE + 2 * MARGIN;
        (side(self.size.width()), side(self.size.height()))
    }

    /// The top left corner of a square.
    fn corner(self, square: Square) -> (u32, u32) {
        let from_top = self.size.height() - 1 - square.row();
        let along = |count: u8| MARGIN + u32::from(count) * (SQUARE + GROOVE);
        (along(square.column()), along(from_top))
    }

    /// The middle of a square.
    pub(crate) fn middle(self, square: Square) -> (u32, u32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }

    /// The wood, the squares and the names of rows and columns.
    pub(crate) fn empty(self) -> String {
        let (width, height) = self.extent();
        let mut text =
            format!("<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{FRAME}\"/>");
        for square in Square::all().filter(|&square| self.size.has_square(square)) {
            text.push_str(&self.field(square, FIELD));
        }
        let label = |x: u32, y: u32, name: char| {
            format!(
                "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"11\" \
                 text-anchor=\"middle\" fill=\"{LABEL}\">{name}</text>"
            )
        };
        let squares = || Square::all().filter(|&square| self.size.has_square(square));
        for square in squares().filter(|square| square.row() == 0) {
            let name = char::from(b'a' + square.column());
            text.push_str(&label(self.middle(square).0, height - 7, name));
        }
        for square in squares().filter(|square| square.column() == 0) {
            let name = char::from(b'1' + square.row());
            text.push_str(&label(MARGIN / 2, self.middle(square).1 + 4, name));
        }
        text
    }

    fn field(self, square: Square, fill: &str) -> String {
        let (x, y) = self.corner(square);
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" rx=\"4\" \
             fill=\"{fill}\"/>"
        )
    }

    /// A wall, with an edge in the colour of its owner; `inside` goes between its tags.
    pub(crate) fn wall(self, wall: Wall, owner: Option<Player>, inside: &str) -> String {
        let (x, y) = self.corner(wall.square());
        let long = 2 * SQUARE + GROOVE;
        let (x, y, width, height) = match wall.orientation() {
            Orientation::Horizontal => (x, y - GROOVE, long, GROOVE),
            Orientation::Vertical => (x + SQUARE, y - SQUARE - GROOVE, GROOVE, long),
        };
        let edge = owner.map_or_else(String::new, |player| {
            format!(" stroke=\"{}\" stroke-width=\"1.5\"", colour(player))
        });
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"3\" \
             fill=\"{WALL}\"{edge}>{inside}</rect>"
        )
    }

    /// A pawn; `inside` goes between its tags.
    pub(crate) fn pawn(self, player: Player, square: Square, inside: &str) -> String {
        let (x, y) = self.middle(square);
        format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{}\" stroke=\"#fff8ec\" \
             stroke-width=\"1.5\">{inside}</circle>",
            SQUARE / 3,
            colour(player)
        )
    }

    /// A position of a game with its walls and pawns.
    fn after(self, game: &Game, ply: usize) -> String {
        let position = &game.positions()[ply];
        let mut text = self.empty();
        let last = ply.checked_sub(1).map(|before| (game.moves()[before], before));
        if let Some((Move::Step(_), before)) = last {
            let earlier = &game.positions()[before];
            text.push_str(&self.field(earlier.pawn(earlier.turn()), LEFT_BEHIND));
        }
        for wall in position.walls() {
            text.push_str(&self.wall(wall, owner(game, wall), ""));
        }
        for (player, &square) in position.pawns().iter() {
            text.push_str(&self.pawn(player, square, ""));
        }
        text
    }
}

/// The player who placed a wall in a game; nobody if it was there before.
fn owner(game: &Game, wall: Wall) -> Option<Player> {
    let placed = game.moves().iter().position(|&mv| mv == Move::Wall(wall))?;
    Some(game.positions()[placed].turn())
}

/// An SVG document.
pub(crate) fn document((width, height): (u32, u32), inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">{inside}</svg>"
    )
}

/// The picture of a position.
#[must_use]
pub fn position(position: &Position) -> String {
    still(&Game::new(*position), 0)
}

/// The picture of a game after some moves; at its end if it has fewer.
#[must_use]
pub fn still(game: &Game, ply: usize) -> String {
    let board = Board::of(game.start());
    document(board.extent(), &board.after(game, ply.min(game.moves().len())))
}

/// The same without the document around it.
pub(crate) fn drawing(game: &Game, ply: usize) -> String {
    Board::of(game.start()).after(game, ply.min(game.moves().len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::well_formed::count;

    fn played(start: &str, moves: &str) -> Game {
        let mut game = Game::new(start.parse().unwrap());
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn every_square_wall_and_pawn_is_drawn_once() {
        let game = played("- / - / e1 e9 / 10 10 / 1", "e2 e8 e3h c5v");
        let svg = still(&game, 4);
        // The frame, 81 squares and two walls; the last move was no step.
        assert_eq!(count(&svg, "rect"), 1 + 81 + 2);
        assert_eq!(count(&svg, "circle"), 2);
        assert_eq!(count(&svg, "text"), 18);
        // After the second move, the square that North left is marked.
        assert_eq!(count(&still(&game, 2), "rect"), 1 + 81 + 1);
        assert_eq!(still(&game, 99), svg);
    }

    #[test]
    fn small_boards_and_four_players() {
        let svg = position(&"- / - / c1 a3 c5 e3 / 2 2 2 2 / 1 / 5x5".parse().unwrap());
        assert_eq!((count(&svg, "rect"), count(&svg, "circle")), (26, 4));
    }

    /// 9 squares of 36, 8 grooves of 8 and a frame of 22; e1 is in the middle of the lowest row.
    #[test]
    fn places() {
        let board = Board::of(&"- / - / e1 e9 / 10 10 / 1".parse().unwrap());
        assert_eq!(board.extent(), (432, 432));
        assert_eq!(board.middle("e1".parse().unwrap()), (216, 392));
        // e3h lies above e3 and f3.
        let wall = board.wall("e3h".parse().unwrap(), None, "");
        assert!(wall.starts_with("<rect x=\"198\" y=\"278\" width=\"80\" height=\"8\""), "{wall}");
        let wall = board.wall("e3v".parse().unwrap(), Some(Player::North), "");
        assert!(wall.starts_with("<rect x=\"234\" y=\"242\" width=\"8\" height=\"80\""), "{wall}");
        assert!(wall.contains("#c24a0a"));
    }
}
