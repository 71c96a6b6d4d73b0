//! P. J. C. Mertens, *A Quoridor-playing agent*, Maastricht University 2006, as far as Massagué
//! Respall et al. (2018) and Glendenning's successors describe it: minimax with alpha-beta pruning
//! to a limited depth, and an evaluation of the position where it ends.
//!
//! The thesis is not available to us. Inferred: the evaluation is the difference of the two path
//! lengths; the default depth is two; all legal moves are searched, steps first.

use quoridor_core::Position;
use quoridor_engine::registry::{AgentKind, NO_REPEAT, depth};
use quoridor_engine::{Term, two_players_only};

use crate::Evaluator;
use crate::search::alpha_beta::{AlphaBeta, AlphaBetaPlayer, EveryMove};

/// The player, for a list of players.
pub const KIND: AgentKind = AgentKind {
    name: "mertens-2006",
    summary: "Mertens 2006: alpha-beta of limited depth on the difference of the path lengths",
    options: &[depth("2"), NO_REPEAT],
    supports: two_players_only,
    build: |options| {
        let search = AlphaBeta::new(PathDifference, EveryMove);
        Ok(Box::new(AlphaBetaPlayer::new(search, options)))
    },
};

/// How much nearer the player to move is to the goal.
pub fn path_difference(position: &Position) -> f64 {
    let player = position.turn();
    f64::from(position.distance(player.opposite())) - f64::from(position.distance(player))
}

/// The difference of the path lengths.
#[derive(Debug)]
struct PathDifference;

impl Evaluator for PathDifference {
    fn evaluate(&mut self, position: &Position) -> f64 {
        path_difference(position)
    }

    fn terms(&self, position: &Position) -> Vec<Term> {
        let (player, opponent) = (position.turn(), position.turn().opposite());
        let term = |feature, player, weight| Term {
            feature,
            value: f64::from(position.distance(player)),
            weight,
        };
        vec![term("their path", opponent, 1.0), term("own path", player, -1.0)]
    }
}
