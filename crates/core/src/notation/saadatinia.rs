//! Move codes of Saadatinia and Amini, 2020: `{1:up}` moves the pawn, `{2:7&14}` places a wall.
//!
//! The numbers of a wall are an element of the program's `char[][] board`, row first, counted from
//! the top left: squares have even indices, the grooves between them odd ones. `{2:7&14}` lies in
//! the groove below the fourth row, over the last two columns: a wall is named by its end nearest
//! the top left. The paper prints these two examples only. Two codes are inferred: a jump is
//! written like a step in its direction, and a diagonal jump names both directions (`{1:up-left}`).

use crate::mv::Move;
use crate::position::Position;
use crate::square::Square;
use crate::wall::{Orientation, Wall};

const STEPS: [(&str, (i8, i8)); 8] = [
    ("up", (0, 1)),
    ("down", (0, -1)),
    ("left", (-1, 0)),
    ("right", (1, 0)),
    ("up-left", (-1, 1)),
    ("up-right", (1, 1)),
    ("down-left", (-1, -1)),
    ("down-right", (1, -1)),
];

/// Whether a text is made of Saadatinia's codes in braces, which elsewhere enclose comments.
pub fn is_braced_codes(text: &str) -> bool {
    let is_code =
        |word: &str| (word.starts_with("{1:") || word.starts_with("{2:")) && word.ends_with('}');
    let mut words = text.split_whitespace().peekable();
    words.peek().is_some() && words.all(is_code)
}

/// Reads a code, with or without its braces: in records braces enclose comments.
pub(super) fn read(text: &str, position: &Position) -> Option<Move> {
    let code = match text.strip_prefix('{') {
        Some(rest) => rest.strip_suffix('}')?,
        None => text,
    };
    match code.split_once(':')? {
        ("1", direction) => read_step(direction, position),
        ("2", numbers) => read_wall(numbers, position),
        _ => None,
    }
}

fn read_step(direction: &str, position: &Position) -> Option<Move> {
    let (_, (columns, rows)) = STEPS.into_iter().find(|(word, _)| *word == direction)?;
    let to = position.pawn(position.turn()).offset(columns, rows)?;
    // Straight over the other pawn, which a diagonal jump never lands on.
    let is_taken = position.pawn(position.turn().opposite()) == to;
    let to = if is_taken { to.offset(columns, rows)? } else { to };
    Some(Move::Step(to))
}

fn read_wall(numbers: &str, position: &Position) -> Option<Move> {
    let (row, column) = numbers.split_once('&')?;
    let (row, column) = (index(row)?, index(column)?);
    let orientation = match (row % 2, column % 2) {
        (1, 0) => Orientation::Horizontal,
        (0, 1) => Orientation::Vertical,
        _ => return None,
    };
    let row = (position.variant().size.height() - 1).checked_sub(1 + row / 2)?;
    Wall::new(Square::new(column / 2, row)?, orientation).map(Move::Wall)
}

/// A number without a sign or leading zeros.
fn index(text: &str) -> Option<u8> {
    let is_plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    is_plain.then(|| text.parse().ok())?
}

/// Writes a code; `None` for a move that has none.
pub(super) fn write(mv: Move, position: &Position) -> Option<String> {
    match mv {
        Move::Step(to) => {
            let from = position.pawn(position.turn());
            let offset = |to: u8, from: u8| to as i8 - from as i8;
            let (columns, rows) =
                (offset(to.column(), from.column()), offset(to.row(), from.row()));
            // A straight jump is two squares long.
            let unit = (columns.signum(), rows.signum());
            let (word, _) = STEPS.into_iter().find(|(_, step)| *step == unit)?;
            Some(format!("{{1:{word}}}"))
        }
        Move::Wall(wall) => {
            let row = position.variant().size.height() - 2 - wall.square().row();
            let column = wall.square().column();
            let (row, column) = match wall.orientation() {
                Orientation::Horizontal => (2 * row + 1, 2 * column),
                Orientation::Vertical => (2 * row, 2 * column + 1),
            };
            Some(format!("{{2:{row}&{column}}}"))
        }
        Move::Pass => None,
    }
}
