//! Positions and moves, asked about without a game being played.

use std::collections::BTreeMap;

use axum::Json;
use quoridor_core::{BoardSize, ByPlayer, Game, IllegalMove, Player, Seats, Setup, Wall, WallSet};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::extract::Body;
use crate::problem::Problem;
use crate::words::{
    GameRequest, changes_in_words, describe, paths, read_move, refusal, seat_map, squares,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Described {
    #[serde(default)]
    game: GameRequest,
}

/// `POST /api/position`
pub(crate) async fn position(Body(request): Body<Described>) -> Result<Json<Value>, Problem> {
    Ok(Json(describe(&request.game.game()?)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Checked {
    #[serde(default)]
    game: GameRequest,
    #[serde(rename = "move")]
    mv: String,
}

/// `POST /api/check`
pub(crate) async fn check(Body(request): Body<Checked>) -> Result<Json<Value>, Problem> {
    let (game, mv) = (request.game.game()?, read_move(&request.mv)?);
    let before = game.position();
    let after = match before.play(mv) {
        Ok(after) => after,
        Err(error) => return Ok(Json(refused(&mv.to_string(), &error.reason))),
    };
    let mut changes = Map::new();
    for &player in before.seats().players() {
        let change = i16::from(after.distance(player)) - i16::from(before.distance(player));
        if change != 0 {
            changes.insert(player.to_string(), json!(change));
        }
    }
    Ok(Json(json!({
        "move": mv.to_string(),
        "legal": true,
        "changes": changes,
        "text": changes_in_words(before, &after),
        "after": {
            "position": after.to_string(),
            "distances": seat_map(after.seats(), |player| after.distance(player)),
            "paths": paths(&after),
        },
    })))
}

fn refused(mv: &str, reason: &IllegalMove) -> Value {
    let mut answer = refusal(reason);
    answer["move"] = json!(mv);
    answer["legal"] = json!(false);
    if let IllegalMove::SealsOff { player, reach } = reason {
        answer["sealed"] = json!({ "player": player.to_string(), "squares": squares(*reach) });
    }
    answer
}

/// A position as an editor has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edited {
    board: Option<String>,
    pawns: BTreeMap<String, String>,
    #[serde(default)]
    walls: Vec<String>,
    walls_left: BTreeMap<String, u8>,
    turn: String,
}

/// `POST /api/setup`: a setup that is not legal is no failure of the request.
pub(crate) async fn setup(Body(request): Body<Edited>) -> Json<Value> {
    match request
        .setup()
        .and_then(|setup| setup.position().map_err(|error| vec![error.to_string()]))
    {
        Ok(position) => Json(
            json!({ "legal": true, "problems": [], "position": describe(&Game::new(position)) }),
        ),
        Err(problems) => Json(json!({ "legal": false, "problems": problems })),
    }
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
