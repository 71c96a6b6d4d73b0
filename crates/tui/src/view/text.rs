//! Numbers and lines of moves, as short as the room asks for.

use quoridor_core::Move;

/// A text of at most so many characters; what was cut off is marked.
pub(super) fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).take(room).collect()
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
    }

    #[test]
    fn large_numbers_are_short() {
        assert_eq!(number(9_999), "9999");
        assert_eq!(number(12_345), "12.3k");
        assert_eq!(number(4_500_000), "4.5M");
        assert_eq!(number(2_000_000_000), "2.0G");
    }
}
