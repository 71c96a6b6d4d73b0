//! The value of every move of a position.

use quoridor_core::{Game, Move, Position, Seats, Symmetry};
use quoridor_engine::race::{Race, RaceValue};
use quoridor_engine::{Limits, Value, Watch, sort_few};
use quoridor_json::ValueJson;
use serde_json::json;

use super::analyst::{Analysts, COMPARER};
use crate::players::Player;
use crate::problem::Problem;
use crate::words::in_steps;
use crate::work::{Outbox, Signal, Work};

/// More lines than a position has moves.
const ALL: usize = 255;

/// A map of all moves.
pub(crate) struct Heat {
    id: u64,
    game: Game,
    analyst: Player,
    depth: u32,
    outbox: Box<dyn Outbox>,
}

impl Heat {
    pub(crate) fn new(
        id: u64,
        game: Game,
        depth: u32,
        outbox: Box<dyn Outbox>,
        analysts: Analysts<'_>,
    ) -> Result<Self, Problem> {
        if game.position().seats() != Seats::Two {
            return Err(Problem::bad("game: all moves are compared in games for two only"));
        }
        let analyst = analysts.build(Some(COMPARER), game.position(), ALL)?;
        Ok(Self { id, game, analyst, depth, outbox })
    }
}

impl Work for Heat {
    fn run(&mut self, signal: &Signal) -> bool {
        let position = self.game.position();
        let moves = if position.all_walls_left().values().all(|&left| left == 0) {
            race(position)
        } else {
            let mut report = |_: &_| {};
            let mut watch = Watch::new(signal.stop(), &mut report);
            let decision =
                self.analyst.agent.choose(&self.game, &Limits::depth(self.depth), &mut watch);
            with_mirror_images(position, decision.root.iter().map(|root| (root.mv, root.value)))
        };
        if signal.is_stopped() {
            return signal.is_cancelled();
        }
        let best =
            moves.iter().map(|&(_, value)| in_steps(value)).fold(f64::NEG_INFINITY, f64::max);
        let moves = moves.iter().map(|&(mv, value)| {
            let loss = (best - in_steps(value)).min(20.0);
            json!({ "move": mv.to_string(), "value": ValueJson::from(value), "loss": loss })
        });
        let moves: Vec<_> = moves.collect();
        self.outbox
            .say(&json!({ "type": "heat", "id": self.id, "depth": self.depth, "moves": moves }));
        true
    }
}

/// In a position that is its own mirror image, a search skips one of two moves that are mirror
/// images. A heat map shows both.
fn with_mirror_images(
    position: &Position,
    moves: impl Iterator<Item = (Move, Value)>,
) -> Vec<(Move, Value)> {
    let is_symmetrical =
        Symmetry::Mirror.position(position).is_some_and(|image| image == *position);
    let size = position.variant().size;
    let mut all: Vec<(Move, Value)> = Vec::new();
    for (mv, value) in moves {
        let image = if is_symmetrical { Symmetry::Mirror.mv(mv, size) } else { mv };
        for mv in [mv, image] {
            if all.iter().all(|&(known, _)| known != mv) {
                all.push((mv, value));
            }
        }
    }
    all
}

/// Every step of a race, exactly.
fn race(position: &Position) -> Vec<(Move, Value)> {
    let solved = Race::solve(position);
    let mut moves: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|mv| {
            let mut after = *position;
            after.play_unchecked(mv);
            let value = match after.outcome() {
                Some(_) => Value::WinIn(1),
                None => match solved.value_of(&after) {
                    RaceValue::Win(plies) => Value::LossIn(u32::from(plies) + 1),
                    RaceValue::Loss(plies) => Value::WinIn(u32::from(plies) + 1),
                    RaceValue::Draw => Value::Steps(0.0),
                },
            };
            (mv, value)
        })
        .collect();
    sort_few(&mut moves, |(_, one), (_, other)| in_steps(*other).total_cmp(&in_steps(*one)));
    moves
}
