//! The position that a command is about: from a board, a position string, moves.

use std::fmt;
use std::str::FromStr;

use anyhow::{Error, anyhow};
use clap::Args;
use quoridor_core::notation::{Dialect, ParseDialectError, ReplayCode, read_moves};
use quoridor_core::{BoardSize, Game, Position, Seats, Variant};

use crate::failure::Failure;

/// Where to start from.
#[derive(Args)]
pub(crate) struct StartArguments {
    /// Width and height of the board
    #[arg(long, value_name = "WxH", default_value_t = BoardSize::STANDARD)]
    board: BoardSize,

    /// Number of players: 2, 3 or 4
    #[arg(long, value_name = "N", default_value_t = Seats::Two)]
    players: Seats,

    /// Walls of each player [default: 10 for two players, 7 for three, 5 for four]
    #[arg(long, value_name = "N")]
    walls: Option<u8>,

    /// A position string, like "d2 f4 / e3 / e4 e6 / 8 9 / 1"
    #[arg(long, value_name = "STRING", allow_hyphen_values = true, conflicts_with_all = ["board",
          "players", "walls"])]
    position: Option<Position>,
}

/// Where to start from, and moves to play from there.
#[derive(Args)]
pub(crate) struct GameArguments {
    #[command(flatten)]
    start: StartArguments,

    /// Moves to play first, like "e2 e8 e3h", or a tq1 replay code
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// The notation of the moves: standard, glendenning, hola, openspiel, saadatinia, or auto for
    /// the one that fits
    #[arg(long, value_name = "DIALECT", default_value_t = DialectChoice::Is(Dialect::Standard))]
    dialect: DialectChoice,
}

/// A notation, or whichever fits.
#[derive(Clone, Copy)]
pub(crate) enum DialectChoice {
    Auto,
    Is(Dialect),
}

impl DialectChoice {
    /// Reads the moves of a game. A replay code says itself what it is.
    pub(crate) fn read_moves(self, text: &str, start: &Position) -> Result<Game, Error> {
        match self {
            Self::Is(dialect) if !ReplayCode::is_one(text) => Ok(dialect.read_moves(text, start)?),
            _ => Ok(read_moves(text, start)?.1),
        }
    }
}

impl FromStr for DialectChoice {
    type Err = ParseDialectError;

    fn from_str(text: &str) -> Result<Self, ParseDialectError> {
        if text == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::Is) }
    }
}

impl fmt::Display for DialectChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Is(dialect) => dialect.fmt(f),
        }
    }
}

impl StartArguments {
    pub(crate) fn position(&self) -> Position {
        self.position.unwrap_or_else(|| {
            let walls = self.walls.unwrap_or(Variant::official(self.players).walls);
            Position::start(Variant { size: self.board, seats: self.players, walls })
        })
    }
}

impl GameArguments {
    /// The game that they describe.
    pub(crate) fn game(&self) -> Result<Game, Failure> {
        let start = self.start.position();
        let text = self.moves.as_deref().unwrap_or_default();
        self.dialect
            .read_moves(text, &start)
            .map_err(|error| Failure::usage(anyhow!("--moves: {error}")))
    }
}
