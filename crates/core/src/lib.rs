//! The rules of Quoridor: exact, fast, without dependencies, I/O or unsafe code.
//!
//! ```
//! use quoridor_core::{Game, Move, Player};
//!
//! let mut game = Game::default();
//! for mv in ["e2", "e8", "e3h"] {
//!     game.play(mv.parse().unwrap()).unwrap();
//! }
//! let position = game.position();
//! assert_eq!(position.to_string(), "e3 / - / e2 e8 / 9 10 / 2");
//! assert_eq!(position.distance(Player::South), 8); // seven rows, and one step around the wall
//! let reason = position.check("e3v".parse().unwrap()).unwrap_err();
//! assert_eq!(reason.to_string(), "it crosses the wall e3h");
//! ```
//!
//! # Modules
//! - Vocabulary: [`Square`], [`Wall`], [`Orientation`], [`Player`], [`Seats`], [`Move`],
//!   [`BoardSize`], [`Variant`], [`Outcome`], [`Direction`], [`ByPlayer`], and the sets
//!   [`SquareSet`], [`WallSet`], [`MoveSet`].
//! - [`Setup`], any arrangement of pawns and walls, becomes a legal [`Position`] exactly once.
//! - [`Position`]: legal moves, [`IllegalMove`] reasons, paths ([`DistanceField`], [`Path`],
//!   [`Detours`]), [`Symmetry`], hash.
//! - [`Game`]: a position with its history; [`Adjudication`] ends games that the rules would not.
//!   [`LegalMove`]: a move that was proved legal. [`PlayersOut`]: who has left a game.
//! - [`notation`]: standard and dialects, position strings, replay codes. [`record`]: PGN-like
//!   files of games.
//! - [`Diagram`]: the board as text.
//! - [`perft`](fn@perft): counts of move sequences, the generator's test.

/// The example of README.md, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bottlenecks;
mod by_player;
mod diagram;
mod direction;
mod floods;
mod game;
mod geometry;
mod illegal;
mod legal_move;
mod move_set;
mod mv;
pub mod notation;
mod outcome;
mod passages;
mod past_pawns;
mod paths;
mod perft;
mod perft_case;
mod perft_merged;
mod placement;
mod player;
mod players_out;
mod position;
pub mod record;
mod seats;
mod setup;
mod square;
mod square_set;
mod steps;
mod symmetry;
mod variant;
mod visible;
mod wall;
mod wall_set;
#[cfg(feature = "serde")]
mod with_serde;
mod zobrist;

pub use bottlenecks::Bottlenecks;
pub use by_player::{ByPlayer, ParseByPlayerError};
pub use diagram::Diagram;
pub use direction::Direction;
pub use floods::Floods;
pub use game::{Adjudication, Ending, Game};
pub use illegal::{IllegalMove, PlayError};
pub use legal_move::{LegalMove, OtherPosition};
pub use move_set::{MoveSet, MoveSetIter};
pub use mv::{Move, ParseMoveError};
pub use outcome::{Outcome, ParseOutcomeError};
pub use paths::{Detours, DistanceField, Path};
pub use perft::{divide, divide_parallel, perft};
pub use perft_case::{PerftCase, PerftFileError, PerftFileProblem, read_perft_cases};
pub use perft_merged::{MergeOptions, perft_merged};
pub use player::{ParsePlayerError, Player};
pub use players_out::PlayersOut;
pub use position::Position;
pub use seats::{ParseSeatsError, Seats};
pub use setup::{Setup, SetupError};
pub use square::{MAX_SIDE, MAX_SQUARES, ParseSquareError, Square};
pub use square_set::{SquareSet, SquareSetIter};
pub use symmetry::Symmetry;
pub use variant::{BoardSize, ParseBoardSizeError, ParseVariantError, Variant};
pub use visible::{hidden_in, is_hidden, visible};
pub use wall::{MAX_WALLS, Orientation, ParseOrientationError, ParseWallError, Wall};
pub use wall_set::{WallSet, WallSetIter};
