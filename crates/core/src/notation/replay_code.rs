//! `tq1` replay codes: `tq1 e2 e8 …`, or with a JSON object, `tq1#{"winner":"Ka"} e2 e8 …`.
//!
//! The programs that exchange them also take numbered lists, capital letters, and walls with the
//! letter in front (`he3`, `h e3`).

use core::fmt;

use crate::game::Game;
use crate::illegal::IllegalMove;
use crate::mv::Move;
use crate::notation::dialect::Dialect;
use crate::notation::quoted::Quoted;
use crate::position::Position;

const PREFIX: &str = "tq1";

/// A replay code that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayCode {
    /// The game.
    pub game: Game,
    /// The JSON object, unread.
    pub metadata: Option<String>,
}

impl ReplayCode {
    /// Whether a text claims to be a replay code.
    pub fn is_one(text: &str) -> bool {
        let rest = text.trim_start().strip_prefix(PREFIX);
        rest.is_some_and(|rest| {
            rest.is_empty() || rest.starts_with('#') || rest.starts_with(char::is_whitespace)
        })
    }

    /// Reads a replay code and plays its moves.
    ///
    /// # Errors
    /// The error, with the number of the move.
    ///
    /// ```
    /// use quoridor_core::{Position, notation::ReplayCode};
    /// let text = r#"tq1#{"winner":"Ka"} e2 E8 he3 v c3"#;
    /// let code = ReplayCode::read(text, &Position::default()).unwrap();
    /// assert_eq!(code.metadata.as_deref(), Some(r#"{"winner":"Ka"}"#));
    /// assert_eq!(code.game.position().to_string(), "e3 / c3 / e2 e8 / 9 9 / 1");
    /// ```
    pub fn read(text: &str, start: &Position) -> Result<Self, ReplayCodeError> {
        if !Self::is_one(text) {
            return Err(ReplayCodeError::NoPrefix);
        }
        let body = &text.trim_start()[PREFIX.len()..];
        let (metadata, moves) = match body.strip_prefix('#') {
            Some(rest) => {
                let end = end_of_object(rest).ok_or(ReplayCodeError::BadMetadata)?;
                (Some(rest[..end].to_owned()), &rest[end..])
            }
            None => (None, body),
        };
        let mut game = Game::new(*start);
        let mut words = moves
            .split_whitespace()
            .filter_map(|word| Dialect::Standard.split_number(word).mv)
            .filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            let mut word = word.to_ascii_lowercase();
            if word == "h" || word == "v" {
                word.push_str(&words.next().unwrap_or_default().to_ascii_lowercase());
            }
            let ply = game.moves().len() + 1;
            let mv = read_word(&word)
                .ok_or_else(|| ReplayCodeError::NotAMove { ply, text: word.clone() })?;
            game.replay(mv).map_err(|reason| ReplayCodeError::Illegal { ply, mv, reason })?;
        }
        Ok(Self { game, metadata })
    }
}

/// A move in standard notation, or a wall with its letter in front. No word is both: `h` is a
/// column, but `hh8` has three letters or digits and no `h` or `v` at its end.
fn read_word(word: &str) -> Option<Move> {
    if let Ok(mv) = word.parse() {
        return Some(mv);
    }
    let (orientation, square) = word.split_at_checked(1)?;
    format!("{square}{orientation}").parse().ok().map(Move::Wall)
}

/// Where a JSON object that begins a text ends: its brackets are counted, those in strings are not.
fn end_of_object(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (byte == b'}').then_some(place + 1);
        }
    }
    None
}

/// An error in a replay code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayCodeError {
    /// It does not begin with `tq1`.
    NoPrefix,
    /// The text after `tq1#` is not a JSON object.
    BadMetadata,
    /// A word is not a move.
    NotAMove {
        /// Which, counted from one.
        ply: usize,
        /// The word.
        text: String,
    },
    /// A move is illegal.
    Illegal {
        /// Which, counted from one.
        ply: usize,
        /// The move.
        mv: Move,
        /// Why.
        reason: IllegalMove,
    },
}

impl fmt::Display for ReplayCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPrefix => f.write_str(
                "not a replay code: a replay code begins with tq1, like \
                 tq1 e2 e8",
            ),
            Self::BadMetadata => f.write_str(
                "replay code: after tq1# there must be a JSON object in braces, then a \
                 space and the moves",
            ),
            Self::NotAMove { ply, text } => {
                write!(
                    f,
                    "replay code, move {ply}, {}: not a move: a move is a square like e2 or a wall \
                     like e3h",
                    Quoted(text)
                )
            }
            Self::Illegal { ply, mv, reason } => write!(
                f,
                "replay code, move {ply}, '{mv}': \
                 {reason}"
            ),
        }
    }
}

impl core::error::Error for ReplayCodeError {}
