//! Numbers and lines of moves, as short as the room asks for.

use quoridor_core::Move;
use ratatui::text::Span;

/// How many columns a text takes: some characters take two, some none.
pub(super) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// A text cut to a number of columns; a cut is marked.
pub(super) fn cut(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut cut = String::new();
    for character in text.chars() {
        if width(&cut) + width(character.encode_utf8(&mut [0; 4])) + 1 > room {
            break;
        }
        cut.push(character);
    }
    if room > 0 {
        cut.push('…');
    }
    cut
}

/// Moves with spaces between them.
pub(super) fn in_words(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// A large number in a few characters: `12.3k`, `4.5M`.
pub(super) fn number(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{:.1}k", count as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1}M", count as f64 / 1e6),
        _ => format!("{:.1}G", count as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("abcd", 0), "");
        assert_eq!(cut("囲碁将棋", 8), "囲碁将棋", "two columns each");
        assert_eq!(cut("囲碁将棋", 7), "囲碁将…");
        assert_eq!(cut("囲碁将棋", 6), "囲碁…");
    }

    #[test]
    fn large_numbers_are_short() {
        assert_eq!(number(9_999), "9999");
        assert_eq!(number(12_345), "12.3k");
        assert_eq!(number(4_500_000), "4.5M");
        assert_eq!(number(2_000_000_000), "2.0G");
    }
}
