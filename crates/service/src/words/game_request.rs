//! A game as requests name it.

use quoridor_core::{BoardSize, Game, Move, Position, Seats, Variant};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::problem::Problem;

/// A game: where it starts and what was played.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[schemars(rename = "Game")]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    /// The position string where it starts; excludes `board`, `players` and `walls`.
    position: Option<String>,
    /// Width and height, `9x9` unless given.
    board: Option<String>,
    /// The number of players, 2 unless given.
    #[schemars(range(min = 2, max = 4))]
    players: Option<usize>,
    /// The walls of each player; 10, 7 and 5 for two, three and four players unless given.
    walls: Option<u8>,
    /// The moves played from there.
    #[serde(default)]
    moves: Vec<String>,
}

impl GameRequest {
    /// Where it starts.
    pub fn start(&self) -> Result<Position, Problem> {
        if let Some(position) = &self.position {
            if self.board.is_some() || self.players.is_some() || self.walls.is_some() {
                return Err(Problem::bad(
                    "game: `position` already sets board, players and walls: leave them out",
                ));
            }
            return position
                .parse()
                .map_err(|error| Problem::bad(format_args!("game.position: {error}")));
        }
        let size = match &self.board {
            Some(board) => {
                board.parse().map_err(|error| Problem::bad(format_args!("game.board: {error}")))?
            }
            None => BoardSize::STANDARD,
        };
        let seats = Seats::new(self.players.unwrap_or(2))
            .ok_or_else(|| Problem::bad("game.players: there are 2, 3 or 4 players"))?;
        let walls = self.walls.unwrap_or(Variant::official(seats).walls);
        Ok(Position::start(Variant { size, seats, walls }))
    }

    /// The game, its moves proved legal.
    pub fn game(&self) -> Result<Game, Problem> {
        let mut game = Game::new(self.start()?);
        for (ply, text) in self.moves.iter().enumerate() {
            let wrong = |problem: &dyn std::fmt::Display| {
                Problem::bad(format_args!(
                    "game.moves, move {}, '{}': {problem}",
                    ply + 1,
                    text.escape_debug()
                ))
            };
            let mv: Move = text.parse().map_err(|error| wrong(&error))?;
            game.replay(mv).map_err(|reason| wrong(&reason))?;
        }
        Ok(game)
    }

    /// Whether moves were named.
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }
}

/// A move in standard notation.
pub fn read_move(text: &str) -> Result<Move, Problem> {
    text.parse().map_err(|error| {
        let shown: String = text.chars().take(20).collect();
        Problem::bad(format_args!("move: '{}' is {error}", shown.escape_debug()))
    })
}
