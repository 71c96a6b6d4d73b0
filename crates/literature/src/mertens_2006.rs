//! P. J. C. Mertens, *A Quoridor-playing agent*, Maastricht University 2006, as far as Massagué
//! Respall et al. (2018) and Glendenning's successors describe it: minimax with alpha-beta pruning
//! to a limited depth, and an evaluation of the position where it ends.
//!
//! The thesis itself is not at hand. Inferred: the evaluation is the difference of the two path
//! lengths; the depth is two moves unless it is set; all legal moves are looked at, steps first.

use quoridor_core::{Game, Position};
use quoridor_engine::registry::{AgentKind, NO_REPEAT, depth};
use quoridor_engine::{Agent, Decision, Limits, Term, Watch, choices, two_players_only};

use crate::search::alpha_beta::{AlphaBeta, EveryMove};

/// For a registry.
pub const KIND: AgentKind = AgentKind {
    name: "mertens-2006",
    summary: "Mertens 2006: alpha-beta of limited depth on the difference of the path lengths",
    options: &[depth("2"), NO_REPEAT],
    supports: two_players_only,
    build: |options| {
        Ok(Box::new(MertensPlayer {
            search: AlphaBeta::new(path_difference as fn(&Position) -> f64, EveryMove),
            depth: options.get("depth"),
            no_repeat: options.get("no-repeat"),
        }))
    },
};

/// How much nearer the player to move is to the goal.
pub fn path_difference(position: &Position) -> f64 {
    let player = position.turn();
    f64::from(position.distance(player.opposite())) - f64::from(position.distance(player))
}

/// The player.
#[derive(Debug)]
pub struct MertensPlayer {
    search: AlphaBeta<fn(&Position) -> f64>,
    depth: u32,
    no_repeat: bool,
}

impl Agent for MertensPlayer {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        self.search.choose(
            game,
            choices(game, self.no_repeat),
            &limits.without_simulations().or(Limits::depth(self.depth)),
            watch,
        )
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        let (player, opponent) = (position.turn(), position.turn().opposite());
        vec![
            Term {
                feature: "their path",
                value: f64::from(position.distance(opponent)),
                weight: 1.0,
            },
            Term { feature: "own path", value: f64::from(position.distance(player)), weight: -1.0 },
        ]
    }
}
