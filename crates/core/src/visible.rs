//! Characters that nobody sees, or that change how the rest of a line is shown.
//!
//! Names and comments come from strangers and are printed on terminals, in records and on pages. A
//! control character could move the cursor or set the title of a terminal, and a bidirectional
//! override could make one name look like another. Every reader refuses them with [`hidden_in`];
//! every writer shows what other programs have stored with [`visible`].

use core::fmt::Write as _;
use std::borrow::Cow;

/// Whether a character is a control character, has no width, or changes the direction of writing.
///
/// ```
/// use quoridor_core::is_hidden;
/// assert!(is_hidden('\u{2800}') && is_hidden('\u{1d173}'));
/// assert!(is_hidden('\x1b') && is_hidden('\u{202e}') && is_hidden('\u{200b}'));
/// assert!(!is_hidden('é') && !is_hidden('ش') && !is_hidden('🙂'));
/// ```
pub const fn is_hidden(character: char) -> bool {
    matches!(
        character,
        // Control characters (category Cc).
        '\0'..='\x1f' | '\x7f'..='\u{9f}'
        // Soft hyphen, and marks, embeddings, overrides and isolates of the bidirectional
        // algorithm.
        | '\u{ad}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        // Without width: spaces, joiners, invisible operators, byte order mark, fillers.
        | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        // The empty Braille pattern, and format controls of hieroglyphs, shorthand and music.
        | '\u{2800}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        // Line and paragraph separators, and tags.
        | '\u{2028}' | '\u{2029}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The first [hidden](is_hidden) character of a text, other than line breaks and tabs, and than
/// joiners between letters whose script needs them.
///
/// ```
/// use quoridor_core::hidden_in;
/// assert_eq!(hidden_in("Ann\u{200c}"), Some('\u{200c}'));
/// assert_eq!(hidden_in("می\u{200c}خواهم\n"), None);
/// ```
pub fn hidden_in(text: &str) -> Option<char> {
    marked(text).find_map(|(character, is_shown)| (!is_shown).then_some(character))
}

/// Each character, and whether it may be shown as it is.
fn marked(text: &str) -> impl Iterator<Item = (char, bool)> {
    let next = text.chars().skip(1).map(Some).chain([None]);
    let mut before = None;
    text.chars().zip(next).map(move |(character, next)| {
        let joins = |neighbour: Option<char>| neighbour.is_some_and(has_joiners);
        let is_joiner =
            matches!(character, '\u{200c}' | '\u{200d}') && joins(before) && joins(next);
        before = Some(character);
        (character, is_joiner || is_layout(character) || !is_hidden(character))
    })
}

/// Whether a script of this letter has words with joiners: Arabic and its relatives, those of India
/// and Sri Lanka, Mongolian.
const fn has_joiners(letter: char) -> bool {
    matches!(letter, '\u{620}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1820}'..='\u{18af}')
}

/// A text in which every [hidden](is_hidden) character but line breaks and tabs is replaced by its
/// number.
///
/// ```
/// use quoridor_core::visible;
/// assert_eq!(visible("Ann\x1b[2J\n"), "Ann<U+001B>[2J\n");
/// assert_eq!(visible("Ann"), "Ann");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if hidden_in(text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for (character, is_shown) in marked(text) {
        if is_shown {
            shown.push(character);
        } else {
            let _ = write!(shown, "<U+{:04X}>", u32::from(character));
        }
    }
    Cow::Owned(shown)
}

/// Line breaks and tabs, which texts of several lines have.
const fn is_layout(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\t')
}
