//! The moves of a game, one after the other.

use core::fmt;

use crate::game::Game;
use crate::notation::dialect::{Dialect, MoveTextError};
use crate::notation::quoted::Quoted;
use crate::notation::replay_code::{ReplayCode, ReplayCodeError};
use crate::player::Player;
use crate::players_out::PlayersOut;
use crate::position::Position;

impl Dialect {
    /// Reads the moves of a game, with or without move numbers, and plays them.
    ///
    /// In Glendenning's notation the numbers count turns and may say whose move it is (`4b.`,
    /// `3w.`): both are checked. In other notations numbers are skipped.
    ///
    /// # Errors
    /// The first move that cannot be read or made.
    ///
    /// ```
    /// use quoridor_core::{Position, notation::Dialect};
    /// let start = Position::default();
    /// let game = Dialect::Glendenning.read_moves("1.e8 e2 2b.e7", &start).unwrap();
    /// assert_eq!(Dialect::Standard.write_moves(&game).unwrap(), "1. e2 e8 2. e3");
    /// let error = Dialect::Standard.read_moves("1. e2 e8 2. e4", &start).unwrap_err();
    /// let expected = "move 3, 'e4': illegal: the pawn on e2 cannot go to e4: \
    ///                 it can go to e1 d2 f2 e3";
    /// assert_eq!(error.to_string(), expected);
    /// ```
    pub fn read_moves(self, text: &str, start: &Position) -> Result<Game, MoveListError> {
        let (mut game, mut out) = (Game::new(*start), PlayersOut::default());
        for word in text.split_whitespace() {
            let Word { turn, side, mv } = self.word(word);
            let error = |reason| MoveListError {
                ply: game.moves().len() + 1,
                text: word.to_owned(),
                reason,
            };
            if side.is_some_and(|side| side != game.position().turn()) {
                return Err(error(MoveError::WrongSide));
            }
            let expected = turn_number(start, game.moves().len());
            if turn.is_some_and(|turn| turn != expected) {
                return Err(error(MoveError::WrongTurn { expected }));
            }
            let Some(mv) = mv else { continue };
            let legal = self
                .replay_move(mv, game.position(), &mut out)
                .map_err(|reason| error(MoveError::Text(reason)))?;
            game.push(legal).expect("it was proved in this position");
        }
        Ok(game)
    }

    /// Writes the moves of a game, numbered where the dialect numbers them.
    ///
    /// # Errors
    /// The first move that the dialect has no word for.
    pub fn write_moves(self, game: &Game) -> Result<String, MoveTextError> {
        let mut text = String::new();
        let plies_a_turn = game.start().seats().count();
        let first =
            game.start().seats().place(game.start().turn()).expect("the player to move takes part");
        for (ply, (mv, before)) in game.moves().iter().zip(game.positions()).enumerate() {
            let place = (first + ply) % plies_a_turn;
            let turn = (first + ply) / plies_a_turn + 1;
            if ply > 0 {
                text.push(' ');
            }
            let alone = place == 0 && ply + 1 == game.moves().len();
            text.push_str(&self.number(turn, place, ply == 0 && place > 0, alone));
            text.push_str(&self.write_move(*mv, before)?);
        }
        Ok(text)
    }

    /// The move number before a move: `late` if the text begins with it although others move before
    /// it in a turn, `alone` if it is the first of its turn and the last of all.
    pub(crate) fn number(self, turn: usize, place: usize, late: bool, alone: bool) -> String {
        match self {
            Self::Standard if late => format!("{turn}... "),
            Self::Standard if place == 0 => format!("{turn}. "),
            Self::Glendenning if late => format!("{turn}w."),
            Self::Glendenning if alone => format!("{turn}b."),
            Self::Glendenning if place == 0 => format!("{turn}."),
            _ => String::new(),
        }
    }

    /// Splits a word of a game. A number without its dot, or dots without their number, have no
    /// move.
    pub(crate) fn word(self, word: &str) -> Word<'_> {
        let Word { turn, side, mv } = self.split_number(word);
        let is_filler = |text: &str| {
            text.bytes().all(|byte| byte.is_ascii_digit()) || text.bytes().all(|byte| byte == b'.')
        };
        Word { turn, side, mv: mv.filter(|text| !is_filler(text)) }
    }

    /// Splits a word like `4b.e6h` into its number and its move, which may be empty.
    pub(crate) fn split_number(self, word: &str) -> Word<'_> {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let unnumbered = Word { turn: None, side: None, mv: Some(word) };
        if rest.len() == word.len() {
            return unnumbered;
        }
        let (side, dots) = match rest.as_bytes() {
            [b'b', b'.', ..] if self == Self::Glendenning => (Some(Player::South), &rest[1..]),
            [b'w', b'.', ..] if self == Self::Glendenning => (Some(Player::North), &rest[1..]),
            [b'.', ..] => (None, rest),
            _ => return unnumbered,
        };
        // A number that is too large for any game is wrong, too.
        let number = word[..word.len() - rest.len()].parse().unwrap_or(usize::MAX);
        let turn = (self == Self::Glendenning).then_some(number);
        Word { turn, side, mv: Some(dots.trim_start_matches('.')) }
    }
}

/// A word of a game, split: `4b.e6h` is turn 4, South, `e6h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    /// The turn number, where the dialect numbers turns.
    pub(crate) turn: Option<usize>,
    /// The side that the number names.
    pub(crate) side: Option<Player>,
    /// The move.
    pub(crate) mv: Option<&'a str>,
}

/// The number of the turn that a move belongs to, counted from one. A game that starts with another
/// player than the first completes its first turn as if the others had moved before.
pub(crate) fn turn_number(start: &Position, plies: usize) -> usize {
    let seats = start.seats();
    let first = seats.place(start.turn()).expect("the player to move takes part");
    (first + plies) / seats.count() + 1
}

/// A move of a list cannot be read or made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveListError {
    /// Which move, counted from one.
    pub ply: usize,
    /// The text of the move.
    pub text: String,
    reason: MoveError,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveError {
    Text(MoveTextError),
    WrongSide,
    WrongTurn { expected: usize },
}

impl fmt::Display for MoveListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, {}: ", self.ply, Quoted(&self.text))?;
        match self.reason {
            MoveError::Text(reason) => reason.fmt(f),
            MoveError::WrongSide => {
                f.write_str("it is the other side's turn (b moves first, then w)")
            }
            MoveError::WrongTurn { expected } => {
                write!(f, "wrong turn number: this is turn {expected}")
            }
        }
    }
}

impl core::error::Error for MoveListError {}

/// Reads the moves of a game in any dialect, or a replay code.
///
/// # Errors
/// No dialect makes a legal game of the text; or several do, and not the same game.
///
/// ```
/// use quoridor_core::{Position, notation::{Dialect, read_moves}};
/// let start = Position::default();
/// assert_eq!(read_moves("e2 e8", &start).unwrap().0, Dialect::Standard);
/// assert_eq!(read_moves("1.e8 e2", &start).unwrap().0, Dialect::Glendenning);
/// let error = read_moves("a1h", &start).unwrap_err();
/// let expected = "ambiguous: legal, and not the same game, as standard and as glendenning; \
///                 say which dialect it is";
/// assert_eq!(error.to_string(), expected);
/// ```
pub fn read_moves(text: &str, start: &Position) -> Result<(Dialect, Game), ReadMovesError> {
    if ReplayCode::is_one(text) {
        let code = ReplayCode::read(text, start).map_err(ReadMovesError::ReplayCode)?;
        return Ok((Dialect::Standard, code.game));
    }
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    for dialect in Dialect::ALL {
        match dialect.read_moves(text, start) {
            Ok(game) => games.push((dialect, game)),
            Err(error) => errors.push((dialect, error)),
        }
    }
    match games.iter().find(|(_, game)| *game != games[0].1) {
        Some(&(other, _)) => Err(ReadMovesError::Ambiguous { dialects: [games[0].0, other] }),
        None => games.into_iter().next().ok_or_else(|| {
            let farthest = errors
                .into_iter()
                .rev()
                .max_by_key(|(_, error)| error.ply)
                .expect("every dialect failed");
            ReadMovesError::NoDialect { dialect: farthest.0, error: farthest.1 }
        }),
    }
}

/// Why the moves of a game cannot be read, whatever the dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadMovesError {
    /// In two dialects the text is a legal game, and not the same one.
    Ambiguous {
        /// Which two.
        dialects: [Dialect; 2],
    },
    /// In no dialect the text is a legal game.
    NoDialect {
        /// The dialect that got farthest.
        dialect: Dialect,
        /// How it failed.
        error: MoveListError,
    },
    /// It is a replay code, but not a good one.
    ReplayCode(ReplayCodeError),
}

impl fmt::Display for ReadMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ambiguous { dialects: [one, other] } => {
                write!(
                    f,
                    "ambiguous: legal, and not the same game, as {one} and as {other}; say which \
                     dialect it is"
                )
            }
            Self::NoDialect { dialect, error } => {
                write!(f, "no dialect fits; read as {dialect}, {error}")
            }
            Self::ReplayCode(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReadMovesError {}
