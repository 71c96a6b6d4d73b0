//! Texts in error messages.

use core::fmt;

/// A text between quotation marks, on one line, and cut if it is long: what was wrong shows at its
/// beginning.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

const LONGEST: usize = 40;

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(LONGEST) {
            Some((end, _)) => write!(f, "'{}…'", self.0[..end].escape_debug()),
            None => write!(f, "'{}'", self.0.escape_debug()),
        }
    }
}
