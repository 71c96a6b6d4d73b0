//! The JSON vocabulary of the project, shared by `quoridor … --json` and the server.
//!
//! Each type is one JSON object. It derives [`Serialize`] and
//! [`JsonSchema`], so that the schemas in `docs/openapi.json` and
//! `docs/json.schema.json` come from the types that are written. docs/json.md explains the fields.

mod game;
mod import;
mod line;
mod named;
mod player;
mod position;
mod refusal;
mod value;

pub use game::{ContinuationJson, ExploredJson, GameJson, StoredGameJson, SummaryJson};
pub use import::{BadGameJson, ImportedJson};
pub use line::LineJson;
pub use named::Named;
pub use player::{ItemJson, LevelJson, LevelScoreJson, OptionJson, PlayerJson, PlayersJson};
pub use position::{PositionJson, RaceJson, RefusedJson, ResultJson};
pub use refusal::{Code, RefusalJson};
pub use value::{DecisionJson, RootMoveJson, TermJson, ValueJson, for_south};

use quoridor_core::{Player, Seats, SquareSet};
use schemars::JsonSchema;
use serde::Serialize;

/// A seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[schemars(rename = "Seat")]
pub enum SeatJson {
    /// The first to move; starts at the bottom.
    South,
    /// Starts on the left; of three and four players.
    West,
    /// Starts at the top.
    North,
    /// Starts on the right; of four players.
    East,
}

impl From<Player> for SeatJson {
    fn from(player: Player) -> Self {
        match player {
            Player::South => Self::South,
            Player::West => Self::West,
            Player::North => Self::North,
            Player::East => Self::East,
        }
    }
}

/// One value for each seat, by its name.
pub type SeatMap<T> = Named<T>;

/// One value for each seat of a game.
pub fn seat_map<T>(seats: Seats, mut value: impl FnMut(Player) -> T) -> SeatMap<T> {
    seats.players().iter().map(|&player| (player.to_string(), value(player))).collect()
}

/// The names of squares.
#[must_use]
pub fn squares(set: SquareSet) -> Vec<String> {
    texts(set.iter())
}

/// Things as they are displayed.
fn texts(things: impl IntoIterator<Item: ToString>) -> Vec<String> {
    things.into_iter().map(|thing| thing.to_string()).collect()
}
