//! Keys and commands.

use ratatui::buffer::Buffer;
use ratatui::layout::Size;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::look;
use crate::command::COMMANDS;

/// The keys, and what they do.
const KEYS: [(&str, &str); 9] = [
    ("arrows, Enter", "choose a square for the pawn and go there"),
    ("Tab", "from the pawn to a wall, and back"),
    ("r", "turn the wall; Enter places it"),
    ("mouse", "click a square or a groove; the right button turns the wall"),
    ("Esc", "back: from a line, a wall, a thinking computer, the game"),
    ("Space", "pause and go on, while computers play"),
    ("PgUp, PgDn", "older and newer moves"),
    ("Ctrl-C", "quit; the game is saved"),
    ("letters", "type a move (e2, e3h; Hoľa's u, ul, h44, v24) or a command:"),
];

pub(super) fn draw(size: Size, buffer: &mut Buffer) {
    let row = |name: &str, help: &str| {
        Line::from(vec![
            Span::styled(format!(" {name:<15}"), look::STRONG),
            Span::raw(help.to_owned()),
        ])
    };
    let mut lines: Vec<Line<'_>> = KEYS.iter().map(|(key, help)| row(key, help)).collect();
    lines.extend(COMMANDS.iter().map(|command| row(command.usage, command.help)));
    let room = usize::from(size.height);
    lines.insert(0, Line::styled(" Keys and commands (any key: back)", look::BAR));
    lines.truncate(room);
    Paragraph::new(lines).render(buffer.area, buffer);
}
