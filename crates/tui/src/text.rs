//! Texts from outside: names and comments of files that were loaded.

/// The text on one line, without escape sequences, control characters and marks that turn the
/// direction of writing: nothing that could do something to a terminal. Line breaks and tabs become
/// spaces.
///
/// ```
/// assert_eq!(quoridor_tui::clean("\x1b[31mAnn\x1b[0m\x07 \x1b]0;title\x07& Bob\n"), "Ann & Bob");
/// ```
pub fn clean(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '\x1b' => match rest.next() {
                Some('[') => skip_control_sequence(&mut rest),
                // Operating system command, device control string, and the three others that end as
                // they do.
                Some(']' | 'P' | 'X' | '^' | '_') => skip_string(&mut rest),
                // An intermediate byte is followed by one more (`ESC ( B`).
                Some(' '..='/') => drop(rest.next()),
                _ => {}
            },
            '\u{9b}' => skip_control_sequence(&mut rest),
            '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => skip_string(&mut rest),
            '\n' | '\t' => clean.push(' '),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            _ if character.is_control() => {}
            _ => clean.push(character),
        }
    }
    clean.trim().to_owned()
}

/// Skips the parameters of a control sequence and the letter that ends it. Whatever cannot be in
/// one ends it too, and is lost with it.
fn skip_control_sequence(rest: &mut std::str::Chars<'_>) {
    rest.find(|character| !matches!(character, ' '..='?'));
}

/// Skips a string up to its end (`BEL`, `ESC \` or the one-character terminator); without an end,
/// everything.
fn skip_string(rest: &mut std::str::Chars<'_>) {
    while let Some(character) = rest.next() {
        match character {
            '\x07' | '\u{9c}' => return,
            '\x1b' => {
                rest.next();
                return;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn escape_sequences_are_stripped() {
        for (text, expected) in [
            ("plain Hoľa", "plain Hoľa"),
            ("\x1b[2J\x1b[1;31mred\x1b[0m", "red"),
            ("\x1b]0;owned\x07name", "name"),
            ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
            ("\x1bP1$qm\x1b\\dcs", "dcs"),
            ("\x1bcreset", "reset"),
            ("\x1b(Bset", "set"),
            ("\u{9b}31mc1", "c1"),
            ("\u{9d}0;t\u{9c}c1", "c1"),
            ("bell\x07 back\x08 del\x7f nul\0", "bell back del nul"),
            ("two\nlines\tand a tab\r", "two lines and a tab"),
            ("\u{202e}turned\u{2066}", "turned"),
            ("cut \x1b", "cut"),
            ("cut \x1b[31", "cut"),
            ("cut \x1b]0;never ends", "cut"),
        ] {
            assert_eq!(clean(text), expected, "{text:?}");
        }
    }

    /// Of any combination of the characters that begin, fill and end escape sequences, no control
    /// character is left.
    #[test]
    fn nothing_that_controls_a_terminal_is_left() {
        let parts = [
            '\x1b', '[', ']', '\u{9b}', '\u{90}', '\x07', '\\', ';', '1', 'm', 'ľ', '\n',
            '\u{202e}',
        ];
        let mut number = 0_usize;
        for _ in 0..20_000 {
            number += 7919;
            let digits =
                std::iter::successors(Some(number), |number| Some(number / parts.len())).take(8);
            let text: String = digits.map(|number| parts[number % parts.len()]).collect();
            assert!(!clean(&text).chars().any(|c| c.is_control() || c == '\u{202e}'), "{text:?}");
        }
    }
}
