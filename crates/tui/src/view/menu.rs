//! The menu.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::look;
use super::text::cut;
use crate::layout::menu_area;
use crate::state::{Asked, Entry, Item, Menu, Message, NewGame, Page, Row};

pub(super) fn draw(menu: &Menu, size: Size, buffer: &mut Buffer) {
    let area = menu_area(size, menu.len());
    let title = match &menu.page {
        Page::Main => "Be the first to cross the board.",
        Page::NewGame(form) => form.title,
        Page::Training(page) => page.title(),
    };
    let head = vec![
        Line::styled("Q U O R I D O R", look::STRONG),
        Line::styled("━".repeat(15), look::WALL),
        Line::raw(title),
    ];
    Paragraph::new(head).render(
        Rect { x: area.x + 2, y: 1, width: area.width.saturating_sub(2), height: 3 },
        buffer,
    );
    let rows = rows(menu);
    for (place, row) in rows.into_iter().enumerate().take(usize::from(area.height)) {
        let line = Rect { y: area.y + place as u16, height: 1, ..area };
        let is_selected = place == menu.selected;
        let marker = if is_selected { "▶ " } else { "  " };
        Line::from(format!("{marker}{row}")).render(line, buffer);
        if is_selected {
            buffer.set_style(line, look::BAR);
        }
    }
    let below = Rect {
        y: area.bottom() + 1,
        height: size.height.saturating_sub(area.bottom() + 1),
        x: area.x + 2,
        width: area.width.saturating_sub(2),
    };
    Paragraph::new(footer(menu)).wrap(Wrap { trim: true }).render(below, buffer);
}

fn rows(menu: &Menu) -> Vec<String> {
    match &menu.page {
        Page::Main => menu
            .items()
            .iter()
            .map(|item| match (item, &menu.latest) {
                (Item::Continue, Some(latest)) => cut(&format!("{}: {latest}", item.name()), 56),
                _ => item.name().to_owned(),
            })
            .collect(),
        Page::NewGame(form) => {
            let row = |row| match form.value(row) {
                Some(value) => format!("{:<14}‹ {value} ›", NewGame::name(row)),
                None => NewGame::name(row),
            };
            form.rows().into_iter().map(row).collect()
        }
        Page::Training(page) => page.rows().iter().map(|&row| page.shown(row)).collect(),
    }
}

fn footer(menu: &Menu) -> Vec<Line<'static>> {
    if let Some(entry) = &menu.entry {
        return vec![
            Line::styled(question(entry), look::STRONG),
            Line::from(vec![Span::raw("> "), Span::raw(entry.text.clone()), Span::raw("█")]),
            Line::styled("Enter: done   Esc: leave it", look::FAINT),
        ];
    }
    let mut lines = Vec::new();
    match &menu.message {
        Some(Message::Good(text)) => lines.push(Line::styled(text.clone(), look::GOOD)),
        Some(Message::Bad(text)) => lines.push(Line::styled(text.clone(), look::BAD)),
        None => {}
    }
    match &menu.page {
        Page::Main => {
            lines.push(Line::styled("arrows, Enter or the mouse; ? help; q quit", look::FAINT));
        }
        Page::NewGame(form) => {
            let about =
                form.rows().get(menu.selected).map(|&row| form.about(row)).unwrap_or_default();
            lines.push(Line::raw(about));
            lines.push(Line::styled(
                "left, right: change   Enter: choose or type   Esc: back",
                look::FAINT,
            ));
        }
        Page::Training(page) => {
            lines.push(Line::raw(page.about().to_owned()));
            lines
                .push(Line::styled("left, right: change   Enter: choose   Esc: back", look::FAINT));
        }
    }
    lines
}

fn question(entry: &Entry) -> String {
    match entry.asked {
        Asked::FileToLoad => "Which file? A number behind it says which of its games.".to_owned(),
        Asked::FileToSave => {
            "Into which file? Nothing for the next free quoridor-N.pgn.".to_owned()
        }
        Asked::Value(Row::Seat(player)) => {
            format!(
                "Who plays {player}? human, level 1 to 10, or a player like mertens-2006:depth=3"
            )
        }
        Asked::Value(row) => format!("{}:", NewGame::name(row)),
    }
}
