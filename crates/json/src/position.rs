//! Everything about a position that a program needs which holds no rules.

use quoridor_core::{Ending, Game, IllegalMove, Move, Outcome, Position, Seats, WallSet};
use quoridor_engine::race::{Race, RaceValue};
use quoridor_store::Reason;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Named, SeatJson, SeatMap, seat_map, squares, texts};

/// A position with its legal moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Position")]
pub struct PositionJson {
    /// The position string.
    pub position: String,
    /// Board, players and walls: `9x9, 2 players, 10 walls`.
    pub variant: String,
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// The seats in the order of their turns.
    pub seats: Vec<SeatJson>,
    /// The player to move, or who would move if the game were not over.
    pub turn: SeatJson,
    /// The square of each pawn.
    pub pawns: SeatMap<String>,
    /// The goal squares of each player.
    pub goals: SeatMap<Vec<String>>,
    /// The walls on the board.
    pub walls: Vec<String>,
    /// The walls that each player has left.
    pub walls_left: SeatMap<u8>,
    /// The walls that each player began with.
    pub walls_each: u8,
    /// The squares that the player to move may step to.
    pub steps: Vec<String>,
    /// The walls that the player to move may place.
    pub legal_walls: Vec<String>,
    /// Whether passing is the only legal move.
    pub pass: bool,
    /// Every other wall of the board, by the reason why it is illegal.
    pub refused: Vec<RefusedJson>,
    /// The length of each player's shortest path.
    pub distances: SeatMap<u8>,
    /// A shortest path of each player, from its pawn's square to a goal.
    pub paths: SeatMap<Vec<String>>,
    /// For each player, the legal walls that lengthen the shortest path, and by how many steps.
    pub changes: SeatMap<Named<u8>>,
    /// The solved race, when two players have no walls left.
    pub exact: Option<RaceJson>,
    /// How often the position has occurred in the game.
    pub repetitions: usize,
    /// The result, once a pawn is on its goal.
    pub result: Option<ResultJson>,
    /// The Zobrist hash, in hexadecimal digits.
    pub hash: String,
}

/// Walls that are illegal for one reason.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "RefusedWalls")]
pub struct RefusedJson {
    /// The reason, such as `overlaps`; `POST /api/check` says more about one wall.
    pub code: &'static str,
    /// The player that the reason is about: whose last path it would be, or who has no walls left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<SeatJson>,
    /// The walls.
    pub walls: Vec<String>,
}

/// A race without walls, solved.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Race")]
pub struct RaceJson {
    /// The winner; null if nobody wins.
    pub winner: Option<SeatJson>,
    /// The number of moves until then, of both players together.
    pub plies: Option<u16>,
}

/// How a game ended: a code and a player for programs, a reason for people.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Result")]
pub struct ResultJson {
    /// The outcome in English: `South wins`, `draw`.
    pub outcome: String,
    /// The winner; null in a draw.
    pub winner: Option<SeatJson>,
    /// The reason in English.
    pub reason: String,
    /// The kind of ending, such as `goal` or `repetition`.
    pub code: &'static str,
    /// The player that the code is about.
    pub player: Option<SeatJson>,
}

impl ResultJson {
    /// The result of a game that ended for a reason.
    #[must_use]
    pub fn new(outcome: Outcome, reason: &Reason) -> Self {
        let (code, player) = match reason {
            Reason::Over(Ending::Goal(player)) => ("goal", Some(*player)),
            Reason::Over(Ending::Repetition) => ("repetition", None),
            Reason::Over(Ending::MoveCap) => ("move-cap", None),
            Reason::AgreedDraw => ("agreed", None),
            Reason::Resigns(player) => ("resigns", Some(*player)),
            Reason::LastPlayer(player) => ("last-player", Some(*player)),
            Reason::IllegalMove(player, _) => ("illegal-move", Some(*player)),
            Reason::LosesOnTime(player) => ("on-time", Some(*player)),
            Reason::Disconnects(player) => ("disconnects", Some(*player)),
            Reason::Stalls(player) => ("stalls", Some(*player)),
        };
        Self {
            outcome: outcome.to_string(),
            winner: outcome.winner().map(SeatJson::from),
            reason: reason.to_string(),
            code,
            player: player.map(SeatJson::from),
        }
    }
}

impl PositionJson {
    /// The last position of a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let position = game.position();
        let (seats, size) = (position.seats(), position.variant().size);
        let legal = position.legal_moves();
        Self {
            position: position.to_string(),
            variant: position.variant().to_string(),
            width: size.width(),
            height: size.height(),
            seats: seats.players().iter().map(|&player| player.into()).collect(),
            turn: position.turn().into(),
            pawns: seat_map(seats, |player| position.pawn(player).to_string()),
            goals: seat_map(seats, |player| squares(position.goals(player))),
            walls: texts(position.walls().iter()),
            walls_left: seat_map(seats, |player| position.walls_left(player)),
            walls_each: position.variant().walls,
            steps: squares(legal.steps),
            legal_walls: texts(legal.walls.iter()),
            pass: legal.pass,
            refused: refused(position, size.walls() - legal.walls),
            distances: seat_map(seats, |player| position.distance(player)),
            paths: Self::paths(position),
            changes: changes(position),
            exact: exact(position),
            repetitions: game.repetitions(),
            result: position.winner().map(|winner| {
                ResultJson::new(Outcome::Win(winner), &Reason::Over(Ending::Goal(winner)))
            }),
            hash: format!("{:016x}", position.hash()),
        }
    }

    /// A shortest path of each player.
    #[must_use]
    pub fn paths(position: &Position) -> SeatMap<Vec<String>> {
        seat_map(position.seats(), |player| texts(position.shortest_path(player).iter()))
    }
}

fn refused(position: &Position, walls: WallSet) -> Vec<RefusedJson> {
    let mut groups: Vec<RefusedJson> = Vec::new();
    for wall in walls {
        let Err(reason) = position.check(Move::Wall(wall)) else { continue };
        let player = match reason {
            IllegalMove::SealsOff { player, .. } | IllegalMove::NoWallsLeft { player } => {
                Some(player.into())
            }
            _ => None,
        };
        let code = reason.code();
        let known = groups.iter().position(|group| (group.code, group.player) == (code, player));
        let place = known.unwrap_or_else(|| {
            groups.push(RefusedJson { code, player, walls: Vec::new() });
            groups.len() - 1
        });
        groups[place].walls.push(wall.to_string());
    }
    groups
}

fn changes(position: &Position) -> SeatMap<Named<u8>> {
    let legal = position.legal_walls();
    seat_map(position.seats(), |player| {
        let detours = position.detours(player);
        let longer = detours.iter().filter(|&(wall, _)| legal.contains(wall));
        longer.map(|(wall, extra)| (wall.to_string(), extra)).collect()
    })
}

fn exact(position: &Position) -> Option<RaceJson> {
    let is_race =
        position.seats() == Seats::Two && position.all_walls_left().values().all(|&left| left == 0);
    if !is_race || position.outcome().is_some() {
        return None;
    }
    let mover = position.turn();
    let (winner, plies) = match Race::solve(position).value_of(position) {
        RaceValue::Win(plies) => (Some(mover), Some(plies)),
        RaceValue::Loss(plies) => (Some(mover.opposite()), Some(plies)),
        RaceValue::Draw => (None, None),
    };
    Some(RaceJson { winner: winner.map(SeatJson::from), plies: plies.map(u16::from) })
}
