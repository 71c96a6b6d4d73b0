//! The board.

use quoridor_core::{Move, Orientation, Player, Square, Wall};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::look;
use crate::board::BoardPlace;
use crate::state::{Mode, Table};

pub(super) fn draw(table: &Table, place: &BoardPlace, buffer: &mut Buffer) {
    let board = Board { table, place };
    board.frame(buffer);
    board.coordinates(buffer);
    for square in place.size.squares() {
        board.square(square, buffer);
    }
    board.walls(buffer);
    board.ghost(buffer);
}

struct Board<'a> {
    table: &'a Table,
    place: &'a BoardPlace,
}

impl Board<'_> {
    /// Each side in the colour of the player whose goal it is.
    fn frame(&self, buffer: &mut Buffer) {
        let Rect { x, y, width, height } = self.place.frame();
        let (right, bottom) = (x + width - 1, y + height - 1);
        let side = |goal: Player| {
            let goal = if self.place.flipped { goal.opposite() } else { goal };
            let plays = self.table.session.position().seats().has(goal);
            if plays { look::of_player(goal) } else { look::FRAME }
        };
        for column in x + 1..right {
            put(buffer, column, y, '─', side(Player::South));
            put(buffer, column, bottom, '─', side(Player::North));
        }
        for row in y + 1..bottom {
            put(buffer, x, row, '│', side(Player::East));
            put(buffer, right, row, '│', side(Player::West));
        }
        for (column, row, corner) in
            [(x, y, '┌'), (right, y, '┐'), (x, bottom, '└'), (right, bottom, '┘')]
        {
            put(buffer, column, row, corner, look::FRAME);
        }
    }

    fn coordinates(&self, buffer: &mut Buffer) {
        let frame = self.place.frame();
        for square in self.place.size.squares() {
            let Rect { x, y, width, height } = self.place.square(square);
            if square.row() == 0 {
                let letter = (b'a' + square.column()) as char;
                put(buffer, x + width / 2, frame.y - 1, letter, look::FAINT);
                put(buffer, x + width / 2, frame.bottom(), letter, look::FAINT);
            }
            if square.column() == 0 {
                let digit = (b'1' + square.row()) as char;
                put(buffer, frame.x - 2, y + height / 2, digit, look::FAINT);
                put(buffer, frame.right() + 1, y + height / 2, digit, look::FAINT);
            }
        }
    }

    fn square(&self, square: Square, buffer: &mut Buffer) {
        let area = self.place.square(square);
        buffer.set_style(area, look::TILE);
        let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
        let position = self.table.session.position();
        let pawn =
            position.seats().players().iter().find(|&&player| position.pawn(player) == square);
        match pawn {
            Some(&player) => self.pawn(player, area, buffer),
            None if self.table.hint == Some(Move::Step(square)) => {
                put(buffer, x, y, '?', look::HINT);
            }
            None if self.targets().contains(square) => {
                put(
                    buffer,
                    x,
                    y,
                    '•',
                    look::of_player(position.turn()).add_modifier(look::STRONG.add_modifier),
                );
            }
            None if self.left_by_last_move() == Some(square) => put(buffer, x, y, '×', look::FAINT),
            None => put(buffer, x, y, '·', look::TILE),
        }
        let is_pointed_at = self.waits_for_person()
            && self.table.cursor.mode == Mode::Pawn
            && self.table.cursor.square == square;
        if is_pointed_at {
            let style = pawn.map_or(look::STRONG.patch(look::GOOD), |&player| look::pawn(player));
            put(buffer, area.x, y, '[', style);
            put(buffer, area.right() - 1, y, ']', style);
        }
    }

    /// A block with the first letter of the player; on a larger board, its width in the middle of
    /// the square.
    fn pawn(&self, player: Player, area: Rect, buffer: &mut Buffer) {
        let inset = u16::from(area.height > 1);
        let block = Rect { x: area.x + inset, width: area.width - 2 * inset, ..area };
        for point in block.positions() {
            put(buffer, point.x, point.y, ' ', look::pawn(player));
        }
        let letter = player.to_string().chars().next().unwrap_or(' ');
        put(buffer, area.x + area.width / 2, area.y + area.height / 2, letter, look::pawn(player));
    }

    /// Where the pawn of a person can go.
    fn targets(&self) -> quoridor_core::SquareSet {
        let can_move = self.waits_for_person() && self.table.cursor.mode == Mode::Pawn;
        if can_move {
            self.table.session.position().legal_steps()
        } else {
            quoridor_core::SquareSet::EMPTY
        }
    }

    fn waits_for_person(&self) -> bool {
        !self.table.session.is_over() && self.table.session.to_move().is_human()
    }

    /// The square that the pawn has left that moved last.
    fn left_by_last_move(&self) -> Option<Square> {
        let game = self.table.session.game();
        let before = game.positions().iter().rev().nth(1)?;
        matches!(game.moves().last()?, Move::Step(_)).then(|| before.pawn(before.turn()))
    }

    fn walls(&self, buffer: &mut Buffer) {
        let last = self.table.session.game().moves().last();
        for wall in self.table.session.position().walls() {
            let style = if last == Some(&Move::Wall(wall)) { look::LAST_WALL } else { look::WALL };
            self.wall(wall, ['━', '┃'], style, buffer);
        }
    }

    /// The wall that was advised, and the one that Enter would place.
    fn ghost(&self, buffer: &mut Buffer) {
        if let Some(Move::Wall(wall)) = self.table.hint {
            self.wall(wall, ['═', '║'], look::HINT, buffer);
        }
        if self.table.cursor.mode == Mode::Wall {
            let wall = self.table.cursor.wall;
            match self.table.session.position().check(Move::Wall(wall)) {
                Ok(()) => self.wall(wall, ['═', '║'], look::GHOST, buffer),
                Err(_) => self.wall(wall, ['×', '×'], look::BAD_GHOST, buffer),
            }
        }
    }

    fn wall(&self, wall: Wall, [across, down]: [char; 2], style: Style, buffer: &mut Buffer) {
        let glyph = if wall.orientation() == Orientation::Horizontal { across } else { down };
        for point in self.place.wall(wall).positions() {
            put(buffer, point.x, point.y, glyph, style);
        }
    }
}

fn put(buffer: &mut Buffer, x: u16, y: u16, character: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_char(character).set_style(style);
    }
}
