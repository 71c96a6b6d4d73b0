//! Game records: the grammar of PGN, with Quoridor's moves.
//!
//! [`read`] takes a file of many games apart and gives each of them, or what is wrong with it and
//! where; [`Record::write`] writes what [`read`] reads.

mod annotation;
mod lexer;
mod problem;
mod reader;
mod result;
mod writer;

pub use annotation::{Clock, Evaluation, ParseClockError, ParseEvaluationError, Score};
pub use problem::{RecordError, RecordProblem};
pub use reader::{Records, read};
pub use result::{ParseResultError, is_result, read_result, write_result};

use crate::game::Game;
use crate::mv::Move;
use crate::notation::Dialect;
use crate::outcome::Outcome;
use crate::position::Position;

/// A game with its tags, comments and variations.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The tag pairs in order, without `Result`, `Variant`, `Position` and `Dialect`: those follow
    /// from the fields below.
    pub tags: Vec<Tag>,
    /// Where the game starts.
    pub start: Position,
    /// The notation of the moves in the text.
    pub dialect: Dialect,
    /// The game as it was played.
    pub main: Line,
    /// How it ended; `None` is a game that is still on, or whose end is unknown.
    pub result: Option<Outcome>,
}

/// A tag pair, `[Name "value"]`.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// A letter, then letters, digits and underscores.
    pub name: String,
    /// Any text on one line.
    pub value: String,
}

/// A sequence of moves with what was said about them.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Line {
    /// The comment before the first move; like every comment, lines without space around them,
    /// none empty.
    pub comment: String,
    /// The moves.
    pub moves: Vec<RecordedMove>,
}

impl Line {
    /// The number of moves, those of variations included.
    pub fn count_moves(&self) -> usize {
        let variations = self.moves.iter().flat_map(|recorded| &recorded.variations);
        self.moves.len() + variations.map(Self::count_moves).sum::<usize>()
    }
}

/// A move with what was said about it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 is a good move, 2 a poor one, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
    /// `[%eval …]`.
    pub evaluation: Option<Evaluation>,
    /// `[%clk …]`.
    pub clock: Option<Clock>,
    /// The comment after the move.
    pub comment: String,
    /// Variations: lines that could have been played instead.
    pub variations: Vec<Line>,
}

impl From<Move> for RecordedMove {
    fn from(mv: Move) -> Self {
        Self {
            mv,
            nags: Vec::new(),
            evaluation: None,
            clock: None,
            comment: String::new(),
            variations: Vec::new(),
        }
    }
}

impl Record {
    /// The record of a game, without tags and comments.
    pub fn new(game: &Game, result: Option<Outcome>) -> Self {
        let moves = game.moves().iter().copied().map(RecordedMove::from).collect();
        Self {
            start: *game.start(),
            main: Line { comment: String::new(), moves },
            result,
            ..Self::default()
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// The game as it was played.
    ///
    /// # Panics
    /// If the moves are not legal one after the other. Those of a record that was read are.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        for recorded in &self.main.moves {
            game.replay(recorded.mv).expect("the moves of a record are legal");
        }
        game
    }
}
