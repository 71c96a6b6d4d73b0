//! Drawing the state: from the [`App`] alone, so that tests can look at a screen without a
//! terminal.

mod board;
mod help;
mod look;
mod menu;
mod panels;
#[cfg(test)]
mod tests;
mod text;

use quoridor_core::Move;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Position as Point, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

pub use self::look::Look;

use crate::layout::{Layout, MENU_SIZE, TooSmall};
use crate::state::{App, Message, Mode, Screen, Table};

/// Draws everything.
pub(crate) fn draw(app: &App, look: Look, frame: &mut Frame<'_>) {
    let size = frame.area().as_size();
    let cursor = draw_screen(app, size, frame.buffer_mut());
    look.apply(frame.buffer_mut());
    if let Some(point) = cursor {
        frame.set_cursor_position(point);
    }
}

/// Draws the screen, and says where the cursor of the terminal is if it is shown.
fn draw_screen(app: &App, size: Size, buffer: &mut Buffer) -> Option<Point> {
    if app.help {
        help::draw(size, buffer);
        return None;
    }
    match (app.screen, &app.table) {
        (Screen::Game, Some(table)) => {
            let variant = table.session.position().variant();
            match Layout::new(size, variant, table.flipped) {
                Ok(layout) => return draw_game(table, &layout, buffer),
                Err(TooSmall { needed }) => too_small(size, needed, buffer),
            }
        }
        _ if size.width < MENU_SIZE.width || size.height < MENU_SIZE.height => {
            too_small(size, MENU_SIZE, buffer);
        }
        _ => menu::draw(&app.menu, size, buffer),
    }
    None
}

fn too_small(size: Size, needed: Size, buffer: &mut Buffer) {
    let lines = vec![
        Line::styled("The terminal is too small.", look::STRONG),
        Line::raw(format!("It has {} columns and {} rows;", size.width, size.height)),
        Line::raw(format!("{} and {} are needed.", needed.width, needed.height)),
        Line::raw("Make it larger, or end with Ctrl-C and play with --plain."),
    ];
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(buffer.area, buffer);
}

fn draw_game(table: &Table, layout: &Layout, buffer: &mut Buffer) -> Option<Point> {
    title(table, layout, buffer);
    board::draw(table, &layout.board, buffer);
    panels::players(table, layout.players, buffer);
    panels::history(table, layout.history, buffer);
    panels::engine(table, layout.engine, buffer);
    let message = message(table);
    if table.line.is_empty() {
        // A long message takes the line of the keys too.
        if message.width() > usize::from(layout.message.width) {
            let both = layout.message.union(layout.line);
            Paragraph::new(message).wrap(Wrap { trim: true }).render(both, buffer);
        } else {
            message.render(layout.message, buffer);
            keys(table).render(layout.line, buffer);
        }
        return None;
    }
    message.render(layout.message, buffer);
    // Of a line that is too long, its end.
    let room = usize::from(layout.line.width).saturating_sub(3);
    let hidden = table.line.chars().count().saturating_sub(room);
    let shown: String = table.line.chars().skip(hidden).collect();
    let line = Line::from(vec![Span::styled("> ", look::STRONG), Span::raw(shown)]);
    let end = layout.line.x + line.width() as u16;
    line.render(layout.line, buffer);
    Some(Point { x: end, y: layout.line.y })
}

fn title(table: &Table, layout: &Layout, buffer: &mut Buffer) {
    let variant = table.session.position().variant();
    let last = panels::last_move(table)
        .map(|(player, mv)| format!("{player} played {mv} "))
        .unwrap_or_default();
    Line::from(format!(" Quoridor  {variant}")).render(layout.title, buffer);
    Paragraph::new(last).alignment(Alignment::Right).render(layout.title, buffer);
    buffer.set_style(layout.title, look::BAR);
}

/// News, or the move that Enter would make.
fn message(table: &Table) -> Line<'static> {
    match &table.message {
        Some(Message::Good(text)) => return Line::styled(format!(" {text}"), look::GOOD),
        Some(Message::Bad(text)) => return Line::styled(format!(" {text}"), look::BAD),
        None => {}
    }
    if let Some(verdict) = table.session.verdict() {
        return Line::styled(format!(" {verdict}. Esc: menu"), look::GOOD);
    }
    if table.is_writing() {
        return Line::styled(" saving", look::FAINT);
    }
    if table.paused {
        return Line::styled(
            " paused: type pause to go on, or press Space while computers play",
            look::STRONG,
        );
    }
    let mv = table.chosen();
    match (table.cursor.mode, table.session.position().check(mv)) {
        _ if !table.session.to_move().is_human() && table.cursor.mode == Mode::Pawn => {
            Line::default()
        }
        (_, Ok(())) if mv == Move::Pass => {
            Line::styled(" you can only pass: Enter passes", look::GOOD)
        }
        (Mode::Wall, Ok(())) => Line::styled(
            format!(" wall {mv}: Enter places it, r turns it, Tab: the pawn"),
            look::GOOD,
        ),
        (Mode::Wall, Err(reason)) => Line::styled(format!(" wall {mv}: {reason}"), look::BAD),
        (Mode::Pawn, Ok(())) => Line::styled(format!(" Enter goes to {mv}"), look::GOOD),
        (Mode::Pawn, Err(_)) => Line::default(),
    }
}

fn keys(table: &Table) -> Line<'static> {
    let text = if !table.session.has_human() {
        " Space: pause   Esc: move now, or menu   or type undo, save, quit   ?: help"
    } else if table.cursor.mode == Mode::Wall {
        " arrows: move wall   r: turn   Enter: place   Tab: pawn   or type   ?: help"
    } else {
        " arrows, Enter: pawn   Tab: wall   or type e2, e3h, undo   ?: help   Esc: menu"
    };
    Line::styled(text, look::FAINT)
}
