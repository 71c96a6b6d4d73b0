//! A drawing of a position with the value of every move.

use core::fmt::Write;

use quoridor_core::{Move, Orientation, Player, Position, Square};

use crate::solution::Solution;
use crate::value::Value;
use crate::winners::look;

/// The side of a square and the gap between squares, in pixels.
const SIDE: usize = 44;
const GAP: usize = 16;
const MARGIN: usize = 24;

/// Draws a position with the value of every move on its target, as an SVG drawing; `None` if the
/// solution does not know the position.
///
/// The number of a move is that of the moves until the end of the game, the colour says who wins.
pub fn moves_svg(solution: &Solution, position: &Position) -> Option<String> {
    let size = position.variant().size;
    let (columns, rows) = (usize::from(size.width()), usize::from(size.height()));
    let pitch = SIDE + GAP;
    let (width, height) =
        (2 * MARGIN + columns * pitch - GAP, 2 * MARGIN + rows * pitch - GAP + 24);
    let x = |column: usize| MARGIN + column * pitch;
    let y = |row: usize| MARGIN + (rows - 1 - row) * pitch;
    let corner = |square: Square| (x(square.column().into()), y(square.row().into()));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"10\" \
         text-anchor=\"middle\">\n<title>Value of every move: {position}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for square in size.squares() {
        let (x, y) = corner(square);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#f1ece2\"/>"
        );
    }
    for wall in position.walls() {
        let (x, y) = corner(wall.square());
        let (x, y, w, h) = match wall.orientation() {
            Orientation::Horizontal => (x, y - GAP + 3, 2 * SIDE + GAP, GAP - 6),
            Orientation::Vertical => (x + SIDE + 3, y - pitch, GAP - 6, 2 * SIDE + GAP),
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"#6b4a2b\"/>"
        );
    }
    for (player, colour) in [(Player::South, "#3182bd"), (Player::North, "#e6550d")] {
        let (x, y) = corner(position.pawn(player));
        let _ = writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"15\" fill=\"{colour}\"/>",
            x + SIDE / 2,
            y + SIDE / 2
        );
    }
    for (mv, value) in solution.moves(position)? {
        let for_first = match (value, position.turn()) {
            (Value::Win(moves), Player::North) => Value::Loss(moves),
            (Value::Loss(moves), Player::North) => Value::Win(moves),
            (value, _) => value,
        };
        let (colour, text) = look(Some(for_first));
        // A horizontal wall is named left of its middle, a vertical one below it: both fit.
        let (x, y) = match mv {
            Move::Step(square) => {
                let (x, y) = corner(square);
                (x + SIDE / 2, y + SIDE / 2)
            }
            Move::Wall(wall) => {
                let (x, y) = corner(wall.square());
                match wall.orientation() {
                    Orientation::Horizontal => (x + SIDE / 2, y - GAP / 2),
                    Orientation::Vertical => (x + SIDE + GAP / 2, y + SIDE / 2),
                }
            }
            Move::Pass => continue,
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"16\" height=\"13\" rx=\"2\" fill=\"{colour}\"/>\
             <text x=\"{x}\" y=\"{}\">{text}</text>",
            x - 8,
            y - 7,
            y + 3
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\">number: moves to the end of the game; blue: South wins, orange: \
         North wins, grey: draw</text>\n</svg>",
        width / 2,
        height - 10
    );
    Some(svg)
}

#[cfg(test)]
mod tests {
    use quoridor_core::Position;

    use super::moves_svg;
    use crate::solver::{Options, Progress, solve};
    use crate::space::Space;

    #[test]
    fn every_move_is_drawn() {
        let space = Space::new("3x3".parse().unwrap(), 1);
        let options = Options { threads: 1, memory: 1 << 30, keep: true };
        let solution = solve(&space, options, None, &Progress::default()).unwrap();
        let start = Position::start(space.variant());
        let svg = moves_svg(&solution, &start).unwrap();
        assert_eq!(svg.matches("rx=\"2\"").count(), start.legal_moves().len());
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.ends_with("</svg>\n"));
        let other: Position = "- / - / c1 c5 / 0 0 / 1 / 5x5".parse().unwrap();
        assert_eq!(moves_svg(&solution, &other), None);
    }
}
