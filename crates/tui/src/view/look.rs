//! Colours and characters, and how to do without them.

use quoridor_core::Player;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// The abilities of the terminal, or the wishes of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether there are colours.
    pub colours: bool,
    /// Whether nothing but ASCII is shown.
    pub ascii: bool,
}

impl Look {
    /// A text as it can be shown.
    pub(crate) fn text(self, text: &str) -> String {
        let show = |character: char| {
            if self.ascii && !character.is_ascii() { plain(character) } else { character }
        };
        text.chars().map(show).collect()
    }

    /// Takes from a finished screen what is not wanted. Everything that matters is drawn so that it
    /// can be told without.
    pub(crate) fn apply(self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            if !self.colours {
                (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
            }
            if self.ascii && !cell.symbol().is_ascii() {
                let shown = self.text(cell.symbol());
                cell.set_symbol(shown.get(..1).unwrap_or(" "));
            }
        }
    }
}

/// The ASCII character that stands for another.
fn plain(character: char) -> char {
    match character {
        '━' | '═' => '=',
        '┃' | '║' => '#',
        '│' => '|',
        '─' | '–' | '−' => '-',
        '┌' | '┐' | '└' | '┘' | '╭' | '╮' | '╰' | '╯' | '├' | '┤' => '+',
        '·' => '.',
        '•' => 'o',
        '×' => 'x',
        '▶' | '›' => '>',
        '‹' => '<',
        '█' => '_',
        '…' => '~',
        'ľ' => 'l',
        'á' => 'a',
        'é' => 'e',
        _ => '?',
    }
}

/// The colour of a player.
pub(super) const fn of_player(player: Player) -> Style {
    Style::new().fg(Color::Indexed(match player {
        Player::South => 75,
        Player::West => 114,
        Player::North => 209,
        Player::East => 221,
    }))
}

/// A pawn: a block of the player's colour.
pub(super) const fn pawn(player: Player) -> Style {
    of_player(player).add_modifier(Modifier::REVERSED.union(Modifier::BOLD))
}

pub(super) const TILE: Style = Style::new().bg(Color::Indexed(236)).fg(Color::Indexed(244));
pub(super) const WALL: Style = Style::new().fg(Color::Indexed(214));
pub(super) const LAST_WALL: Style =
    Style::new().fg(Color::Indexed(230)).add_modifier(Modifier::BOLD);
pub(super) const GHOST: Style = Style::new().fg(Color::Indexed(120)).add_modifier(Modifier::BOLD);
pub(super) const BAD_GHOST: Style =
    Style::new().fg(Color::Indexed(203)).add_modifier(Modifier::BOLD);
pub(super) const HINT: Style = Style::new().fg(Color::Indexed(213)).add_modifier(Modifier::BOLD);
pub(super) const FRAME: Style = Style::new().fg(Color::Indexed(242));
pub(super) const FAINT: Style = Style::new().fg(Color::Indexed(246));
pub(super) const TITLE: Style = Style::new().fg(Color::Indexed(252)).add_modifier(Modifier::BOLD);
pub(super) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
pub(super) const GOOD: Style = Style::new().fg(Color::Indexed(120));
pub(super) const BAD: Style = Style::new().fg(Color::Indexed(210));
pub(super) const BAR: Style = Style::new().add_modifier(Modifier::REVERSED);
