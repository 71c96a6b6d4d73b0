//! Positions and moves, asked about without a game being played.

use std::collections::BTreeMap;

use quoridor_core::{
    BoardSize, ByPlayer, Game, IllegalMove, Move, Player, Position, Seats, Setup, Wall, WallSet,
};
use quoridor_json::{PositionJson, RefusalJson, SeatJson, SeatMap, seat_map, squares};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Always;
use crate::problem::Problem;
use crate::words::{GameRequest, read_move};

/// A game whose last position is wanted.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "DescribePosition")]
#[serde(deny_unknown_fields)]
pub struct Described {
    #[serde(default)]
    game: GameRequest,
}

/// `POST /api/position`
///
/// # Errors
/// The game cannot be read, or a move is illegal.
pub fn describe(request: Described) -> Result<PositionJson, Problem> {
    Ok(PositionJson::new(&request.game.game()?))
}

/// A move in a position.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "CheckMove")]
#[serde(deny_unknown_fields)]
pub struct Checked {
    #[serde(default)]
    game: GameRequest,
    #[serde(rename = "move")]
    mv: String,
}

/// The effect of a move, or why it is illegal.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CheckedMove")]
#[serde(untagged)]
pub enum CheckedJson {
    /// It is legal.
    Legal(Box<LegalJson>),
    /// It is illegal.
    Illegal(IllegalJson),
}

/// A legal move.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LegalMove")]
pub struct LegalJson {
    #[serde(rename = "move")]
    mv: String,
    /// Always true.
    legal: bool,
    /// By how much it changes the length of shortest paths; players that are not named: not at all.
    changes: SeatMap<i16>,
    /// The same in English.
    text: String,
    after: AfterJson,
}

/// The position after a move.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AfterMove")]
struct AfterJson {
    position: String,
    distances: SeatMap<u8>,
    paths: SeatMap<Vec<String>>,
}

/// An illegal move.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "IllegalMove")]
pub struct IllegalJson {
    #[serde(rename = "move")]
    mv: String,
    /// Always false.
    legal: bool,
    #[serde(flatten)]
    refusal: RefusalJson,
    /// The player whose last path a wall would block.
    #[serde(skip_serializing_if = "Option::is_none")]
    sealed: Option<SealedJson>,
}

/// A player whose last path would be blocked.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Sealed")]
struct SealedJson {
    player: SeatJson,
    /// The squares that it could still reach.
    squares: Vec<String>,
}

/// `POST /api/check`
///
/// # Errors
/// The game or the move cannot be read.
pub fn check(request: Checked) -> Result<CheckedJson, Problem> {
    let (game, mv) = (request.game.game()?, read_move(&request.mv)?);
    let before = game.position();
    let after = match before.play(mv) {
        Ok(after) => after,
        Err(error) => return Ok(CheckedJson::Illegal(refused(mv, &error.reason))),
    };
    let mut changes = seat_map(before.seats(), |player| change(before, &after, player));
    changes.retain(|&change| change != 0);
    Ok(CheckedJson::Legal(Box::new(LegalJson {
        mv: mv.to_string(),
        legal: true,
        changes,
        text: changes_in_words(before, &after),
        after: AfterJson {
            position: after.to_string(),
            distances: seat_map(after.seats(), |player| after.distance(player)),
            paths: PositionJson::paths(&after),
        },
    })))
}

/// By how much a move lengthens a player's shortest path.
fn change(before: &Position, after: &Position, player: Player) -> i16 {
    i16::from(after.distance(player)) - i16::from(before.distance(player))
}

/// The changes as the player to move sees them: "you +0, opponent +3"; with more than two players,
/// the others by their seats.
fn changes_in_words(before: &Position, after: &Position) -> String {
    let (mover, seats) = (before.turn(), before.seats());
    let mut words = vec![format!("you {:+}", change(before, after, mover))];
    for &player in seats.players().iter().filter(|&&player| player != mover) {
        let name = if seats == Seats::Two { "opponent".to_owned() } else { player.to_string() };
        words.push(format!("{name} {:+}", change(before, after, player)));
    }
    words.join(", ")
}

fn refused(mv: Move, reason: &IllegalMove) -> IllegalJson {
    let sealed = match reason {
        IllegalMove::SealsOff { player, reach } => {
            Some(SealedJson { player: (*player).into(), squares: squares(*reach) })
        }
        _ => None,
    };
    IllegalJson { mv: mv.to_string(), legal: false, refusal: reason.into(), sealed }
}

/// A position as an editor has it.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Setup")]
#[serde(deny_unknown_fields)]
pub struct Edited {
    board: Option<String>,
    pawns: BTreeMap<String, String>,
    #[serde(default)]
    walls: Vec<String>,
    walls_left: BTreeMap<String, u8>,
    turn: String,
}

/// Whether an edited position is legal.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CheckedSetup")]
pub struct SetupJson {
    legal: bool,
    /// Everything that is wrong, in English.
    problems: Vec<String>,
    /// The position, if it is legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<PositionJson>,
}

/// `POST /api/setup`: a setup that is not legal is no failure of the request.
pub fn setup(request: Edited) -> Always<SetupJson> {
    let position =
        request.setup().and_then(|setup| setup.position().map_err(|error| vec![error.to_string()]));
    Always(match position {
        Ok(position) => SetupJson {
            legal: true,
            problems: Vec::new(),
            position: Some(PositionJson::new(&Game::new(position))),
        },
        Err(problems) => SetupJson { legal: false, problems, position: None },
    })
}

impl Edited {
    /// The setup, or everything that cannot be read.
    fn setup(&self) -> Result<Setup, Vec<String>> {
        let mut problems = Vec::new();
        let mut note = |problem: String| problems.push(problem);
        let size = self.board.as_ref().map_or(Ok(BoardSize::STANDARD), |board| board.parse());
        let size = size.map_err(|error| note(format!("board: {error}"))).ok();
        let seats = Seats::ALL.into_iter().find(|seats| {
            seats.count() == self.pawns.len()
                && seats.players().iter().all(|player| self.pawns.contains_key(&player.to_string()))
        });
        if seats.is_none() {
            note(
                "pawns: those who play are South and North, or South, West and North, or all four"
                    .to_owned(),
            );
        }
        let turn = self.turn.parse::<Player>().map_err(|error| note(format!("turn: {error}"))).ok();
        let mut walls = WallSet::EMPTY;
        for text in &self.walls {
            match text.parse::<Wall>() {
                Ok(wall) => walls.insert(wall),
                Err(error) => note(format!("walls: '{}': {error}", text.escape_debug())),
            }
        }
        let mut pawns = Vec::new();
        let mut walls_left = Vec::new();
        for player in seats.map(Seats::players).unwrap_or_default() {
            let name = player.to_string();
            match self.pawns[&name].parse() {
                Ok(square) => pawns.push(square),
                Err(error) => note(format!("pawns, {name}: {error}")),
            }
            match self.walls_left.get(&name) {
                Some(&left) => walls_left.push(left),
                None => note(format!("walls_left: nothing is said of {name}")),
            }
        }
        let parts = (size, turn, ByPlayer::from_values(pawns), ByPlayer::from_values(walls_left));
        match parts {
            (Some(size), Some(turn), Ok(pawns), Ok(walls_left)) if problems.is_empty() => {
                Ok(Setup { size, walls, pawns, walls_left, turn })
            }
            _ => Err(problems),
        }
    }
}
