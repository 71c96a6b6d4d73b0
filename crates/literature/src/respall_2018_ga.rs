//! The genetic algorithm agent of Victor Massagué Respall, Joseph Alexander Brown and Hamna Aslam,
//! *Monte Carlo Tree Search for Quoridor*, 2018.
//!
//! One of the opponents of their Monte Carlo player: [Glendenning's](super::glendenning_2005)
//! search on eight of her ten features. The Markov chains are left out, and paths are found by
//! breadth-first search; the paper says nothing of pawns in the way, so they are paths as the rules
//! know them, on a board without pawns.
//!
//! The paper does not print the weights of its best chromosomes (numbers 2 and 5 of a population of
//! 10). The default here is `psi1`, the best of Glendenning's, which the paper's authors played
//! against too. It gives the Markov chains no weight, so that the eight features are all it needs.

use quoridor_core::{Player, Position};
use quoridor_engine::registry::{AgentKind, NO_REPEAT, OptionKind, OptionType, Parameter};
use quoridor_engine::two_players_only;

use super::glendenning_2005::features::{
    Feature, goal_side_opponent, goal_side_player, manhattan_distance_opponent,
    manhattan_distance_player, number_of_fences_player, pawn_distance, shortness,
};
use super::glendenning_2005::{CUTOFF, FeaturePlayer, time, weights_of};

/// The player, for a list of players.
pub const KIND: AgentKind = AgentKind {
    name: "respall-2018-ga",
    summary: "Massagué Respall, Brown, Aslam 2018: alpha-beta on eight weighted features, paths \
              without pawns",
    options: &[
        OptionKind::new(
            "weights",
            "0.747,0.096,0,-0.792,0,0,0,0.327",
            OptionType::List(&WEIGHTS),
            "weights of the features",
        ),
        time("10"),
        CUTOFF,
        NO_REPEAT,
    ],
    supports: two_players_only,
    build: |options| Ok(Box::new(FeaturePlayer::new(&FEATURES, &options.list("weights"), options))),
};

/// The eight features, in the order of the paper.
pub const FEATURES: [Feature; 8] = [
    Feature::plain("SPP", shortest_path_player),
    Feature::plain("SPO", shortest_path_opponent),
    Feature::plain("MDP", manhattan_distance_player),
    Feature::plain("MDO", manhattan_distance_opponent),
    Feature::plain("PD", pawn_distance),
    Feature::plain("GSP", goal_side_player),
    Feature::plain("GSO", goal_side_opponent),
    Feature::plain("NFP", number_of_fences_player),
];

const WEIGHTS: [Parameter; 8] = weights_of(&FEATURES);

/// SPP: (81 − length of the player's shortest path) / 81.
pub fn shortest_path_player(position: &Position) -> f64 {
    shortest_path(position, position.turn())
}

/// SPO: (81 − length of the opponent's shortest path) / 81.
pub fn shortest_path_opponent(position: &Position) -> f64 {
    shortest_path(position, position.turn().opposite())
}

fn shortest_path(position: &Position, player: Player) -> f64 {
    shortness(position, Some(position.distance(player)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distances to the goals of South (to move) and North.
    #[track_caller]
    fn check(text: &str, south: f64, north: f64) {
        let position: Position = text.parse().unwrap();
        assert!((shortest_path_player(&position) - (81.0 - south) / 81.0).abs() < 1e-12, "{text}");
        assert!(
            (shortest_path_opponent(&position) - (81.0 - north) / 81.0).abs() < 1e-12,
            "{text}"
        );
    }

    #[test]
    fn pawns_are_not_in_the_way() {
        check("- / - / e1 e9 / 10 10 / 1", 8.0, 8.0);
        // With a wall above e5 South goes by f4; North walks straight down. Neither jumps.
        check("e5 / - / e4 e5 / 9 10 / 1", 6.0, 4.0);
        // South goes through North's pawn, which in Glendenning's graph it cannot get past: e5, d5,
        // and four rows up.
        check("e3 e7 / d3 e4 d6 e6 / e4 e5 / 7 7 / 1", 6.0, 5.0);
    }
}
