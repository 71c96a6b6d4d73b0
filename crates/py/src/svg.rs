//! The board as an SVG picture, as notebooks show it.

use std::fmt::Write;

use quoridor_core::{Orientation, Player, Position, Square};

/// Side of a square, and width of a groove, in pixels.
const SQUARE: u32 = 36;
const GROOVE: u32 = 8;
const MARGIN: u32 = 22;

/// Colours of the pawns by seat: South, West, North, East.
const PAWNS: [&str; 4] = ["#f6f1e5", "#c0392b", "#2b2b2b", "#2e86c1"];

/// The picture of a position.
pub(crate) fn svg(position: &Position) -> String {
    let size = position.variant().size;
    let side = |count: u8| u32::from(count) * (SQUARE + GROOVE) - GROOVE;
    let (width, height) = (side(size.width()), side(size.height()));
    let left = |column: u8| MARGIN + u32::from(column) * (SQUARE + GROOVE);
    let top = |row: u8| MARGIN + u32::from(size.height() - 1 - row) * (SQUARE + GROOVE);
    let mut text = String::new();
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} \
         {1}\">\
         <rect width=\"{0}\" height=\"{1}\" rx=\"8\" fill=\"#5d4229\"/>",
        width + 2 * MARGIN,
        height + 2 * MARGIN
    );
    for square in Square::all().filter(|&square| size.has_square(square)) {
        let (x, y) = (left(square.column()), top(square.row()));
        let _ = write!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" rx=\"4\" \
             fill=\"#c69c6d\"/>"
        );
    }
    for wall in position.walls().iter() {
        let (x, y) = (left(wall.square().column()), top(wall.square().row()));
        let long = 2 * SQUARE + GROOVE;
        let (x, y, width, height) = match wall.orientation() {
            Orientation::Horizontal => (x, y - GROOVE, long, GROOVE),
            Orientation::Vertical => (x + SQUARE, y - SQUARE - GROOVE, GROOVE, long),
        };
        let _ = write!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"3\" \
             fill=\"#f3d9a4\"/>"
        );
    }
    for (player, square) in position.pawns().iter() {
        let (x, y) = (left(square.column()) + SQUARE / 2, top(square.row()) + SQUARE / 2);
        let colour = PAWNS[Player::ALL.iter().position(|&seat| seat == player).unwrap_or(0)];
        let _ = write!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{colour}\" stroke=\"#1c1c1c\"/>",
            SQUARE / 3
        );
    }
    let label = |text: &mut String, x: u32, y: u32, label: char| {
        let _ = write!(
            text,
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"11\" \
             text-anchor=\"middle\" fill=\"#e8d5b5\">{label}</text>"
        );
    };
    for column in 0..size.width() {
        let x = left(column) + SQUARE / 2;
        label(&mut text, x, height + 2 * MARGIN - 7, char::from(b'a' + column));
    }
    for row in 0..size.height() {
        label(&mut text, MARGIN / 2, top(row) + SQUARE / 2 + 4, char::from(b'1' + row));
    }
    text.push_str("</svg>");
    text
}
