//! Iker Eizagirre, *Quoridor, a board game AI* (undated): negamax with alpha-beta pruning to a
//! fixed depth, Zobrist hashing with a transposition table, and a static evaluation of two parts,
//! distances and walls.
//!
//! - *Distance*: k times the difference of the two path lengths, each found by an A* search whose
//!   estimate is the straight line to the last row.
//! - *Walls*: the difference of the walls left, squared. The sign is kept: to have fewer walls is
//!   bad.
//! - *Hash*: each of the 81 tiles is in one of 16 states (first pawn, second pawn, horizontal wall,
//!   vertical wall on it, or not), and has a random string of bits for each. The strings of all
//!   tiles are combined by XOR. That leaves out whose turn it is and how many walls each has left;
//!   two positions that differ there are not the same, so both are mixed in (by our own hash's
//!   bits, see [`tile_hash`]).
//!
//! The paper names no numbers: k and the depth are options. `walls=plain`, `table=off` and
//! `pruning=off` take back one of its ideas each, to measure what it is worth.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quoridor_core::{Direction, Orientation, Player, Position, Square, Wall};
use quoridor_engine::random::Random;
use quoridor_engine::registry::{AgentKind, NO_REPEAT, OptionKind, OptionType, depth};
use quoridor_engine::{Term, two_players_only};

use crate::Evaluator;
use crate::search::alpha_beta::{AlphaBeta, AlphaBetaPlayer, EveryMove};

/// The player, for a list of players.
pub const KIND: AgentKind = AgentKind {
    name: "eizagirre",
    summary: "Eizagirre: alpha-beta of fixed depth with a transposition table, on distances by A* \
              and the walls left",
    options: &[
        depth("2"),
        OptionKind::new(
            "k",
            "10",
            OptionType::Float { min: -1e6, max: 1e6 },
            "weight of the difference in distance",
        ),
        OptionKind::new(
            "walls",
            "squared",
            OptionType::Choice(&["squared", "plain"]),
            "difference of the walls left in the evaluation",
        ),
        OptionKind::new(
            "table",
            "on",
            OptionType::Choice(&["on", "off"]),
            "use a transposition table",
        ),
        OptionKind::new(
            "pruning",
            "on",
            OptionType::Choice(&["on", "off"]),
            "alpha-beta pruning; off searches every move",
        ),
        NO_REPEAT,
    ],
    supports: two_players_only,
    build: |options| {
        let walls = if options.text("walls") == "plain" { Walls::Plain } else { Walls::Squared };
        let mut search = AlphaBeta::new(Evaluation { k: options.get("k"), walls }, EveryMove);
        if options.text("table") == "on" {
            search = search.with_table_by(TABLE_ENTRIES, tile_hash);
        }
        if options.text("pruning") == "off" {
            search = search.without_pruning();
        }
        Ok(Box::new(AlphaBetaPlayer::new(search, options)))
    },
};

/// The wall part of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// The difference of the walls left, squared with its sign kept, as in the paper.
    Squared,
    /// The difference of the walls left.
    Plain,
}

const TABLE_ENTRIES: usize = 1 << 16;

/// The static evaluation, with its weight of distances.
#[derive(Debug)]
struct Evaluation {
    k: f64,
    walls: Walls,
}

impl Evaluator for Evaluation {
    fn evaluate(&mut self, position: &Position) -> f64 {
        evaluate(position, self.k, self.walls)
    }

    fn terms(&self, position: &Position) -> Vec<Term> {
        terms(position, self.k, self.walls).to_vec()
    }
}

/// The static evaluation function, for the player to move.
pub fn evaluate(position: &Position, k: f64, walls: Walls) -> f64 {
    terms(position, k, walls).iter().map(Term::product).sum()
}

/// Its two parts.
fn terms(position: &Position, k: f64, walls: Walls) -> [Term; 2] {
    let (player, opponent) = (position.turn(), position.turn().opposite());
    let distance = f64::from(a_star(position, opponent)) - f64::from(a_star(position, player));
    let difference =
        f64::from(position.walls_left(player)) - f64::from(position.walls_left(opponent));
    let (feature, value) = match walls {
        Walls::Squared => ("walls, sq.", difference * difference.abs()),
        Walls::Plain => ("walls", difference),
    };
    [Term { feature: "distance", value: distance, weight: k }, Term { feature, value, weight: 1.0 }]
}

/// The length of a player's shortest path, by A*: the square that promises the shortest whole way
/// is expanded first.
pub fn a_star(position: &Position, player: Player) -> u8 {
    let height = position.variant().size.height();
    let straight_line = |square: Square| match player.heading() {
        Direction::Up => height - 1 - square.row(),
        _ => square.row(),
    };
    let mut known = [u8::MAX; quoridor_core::MAX_SQUARES];
    let mut promising = BinaryHeap::new();
    let start = position.pawn(player);
    known[usize::from(start.index())] = 0;
    promising.push(Reverse((straight_line(start), 0, start)));
    while let Some(Reverse((_, steps, square))) = promising.pop() {
        if position.goals(player).contains(square) {
            return steps;
        }
        for direction in Direction::ALL {
            let Some(next) = position.neighbour(square, direction) else { continue };
            if steps + 1 < known[usize::from(next.index())] {
                known[usize::from(next.index())] = steps + 1;
                promising.push(Reverse((steps + 1 + straight_line(next), steps + 1, next)));
            }
        }
    }
    unreachable!("in a legal position every player has a path")
}

/// The random strings of bits: one for each tile and each of its sixteen states.
static STRINGS: [[u64; 16]; quoridor_core::MAX_SQUARES] = {
    let mut random = Random::new(81 * 16);
    let mut strings = [[0; 16]; quoridor_core::MAX_SQUARES];
    let mut tile = 0;
    while tile < quoridor_core::MAX_SQUARES {
        let mut state = 0;
        while state < 16 {
            strings[tile][state] = random.next();
            state += 1;
        }
        tile += 1;
    }
    strings
};

/// The paper's hash of the board, and the turn and the walls left mixed in.
pub fn tile_hash(position: &Position) -> u64 {
    let board = Square::all().fold(0, |hash, tile| {
        let wall = |orientation| {
            Wall::new(tile, orientation).is_some_and(|wall| position.walls().contains(wall))
        };
        let state = usize::from(position.pawn(Player::South) == tile)
            | usize::from(position.pawn(Player::North) == tile) << 1
            | usize::from(wall(Orientation::Horizontal)) << 2
            | usize::from(wall(Orientation::Vertical)) << 3;
        hash ^ STRINGS[usize::from(tile.index())][state]
    });
    let rest = [
        position.turn() as u8,
        position.walls_left(Player::South),
        position.walls_left(Player::North),
    ];
    let rest = rest.into_iter().fold(0, |rest: u64, part| rest << 8 | u64::from(part));
    board ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use quoridor_core::Game;
    use quoridor_engine::{Limits, choose_alone};

    use super::*;

    /// Worked by hand: k · (their steps − own steps) + (own walls − their walls)², with its sign.
    #[test]
    fn evaluations_worked_by_hand() {
        let value = |position: &str| evaluate(&position.parse().unwrap(), 10.0, Walls::Squared);
        assert_eq!(value("- / - / e1 e9 / 10 10 / 1"), 0.0);
        // South 4 from the goal, North 7; 10 · 3.
        assert_eq!(value("- / - / e5 e8 / 10 10 / 1"), 30.0);
        assert_eq!(value("- / - / e5 e8 / 10 10 / 2"), -30.0);
        // North has placed e3h: South, on e3, goes around it in 7 instead of 6; North, on e8, in 8
        // instead of 7. Walls 10 − 9, squared.
        assert_eq!(value("e3 / - / e3 e8 / 10 9 / 1"), 10.0 + 1.0);
        // South has placed three walls far off: 10 · 0 − 3².
        let three = "a1 a8 h8 / - / e1 e9 / 7 10 / 1";
        assert_eq!(value(three), -9.0);
        assert_eq!(evaluate(&three.parse().unwrap(), 10.0, Walls::Plain), -3.0);
    }

    /// Neither pruning nor the table changes the value of a position; pruning looks at fewer
    /// positions, and plain negamax at all of them: at depth 2 on 3x3 with a wall each, the start,
    /// its 11 moves and the 77 positions of `perft 2`.
    #[test]
    fn pruning_and_table_do_not_change_values() {
        let nodes_and_value = |options: &str, position: &str, depth: u32| {
            let mut agent = crate::agent(KIND, options);
            let game = Game::new(position.parse().unwrap());
            let limits = Limits::depth(depth);
            let decision = choose_alone(agent.as_mut(), &game, &limits);
            (decision.nodes, decision.value)
        };
        let methods =
            ["pruning=off,table=off", "pruning=off,table=on", "pruning=on,table=off", "table=on"];
        for position in [
            "- / - / b1 b3 / 1 1 / 1 / 3x3",
            "- / - / c1 c5 / 3 3 / 1 / 5x5",
            "b2 / c3 / c2 c4 / 2 2 / 2 / 5x5",
        ] {
            let found = methods.map(|method| nodes_and_value(method, position, 3));
            assert!(found.iter().all(|(_, value)| *value == found[0].1), "{position}: {found:?}");
            assert!(found[2].0 < found[0].0 && found[1].0 <= found[0].0, "{position}: {found:?}");
        }
        // Iterations of depth 1 and 2: 11, then 11 + 77.
        let (nodes, _) = nodes_and_value(methods[0], "- / - / b1 b3 / 1 1 / 1 / 3x3", 2);
        assert_eq!(nodes, 11 + 11 + 77);
    }

    #[test]
    fn the_hash_tells_turns_and_walls_apart() {
        let hash = |position: &str| tile_hash(&position.parse().unwrap());
        let start = hash("- / - / e1 e9 / 10 10 / 1");
        for other in [
            "- / - / e1 e9 / 10 10 / 2",
            "- / - / e1 e9 / 9 9 / 1",
            "- / - / e2 e9 / 10 10 / 1",
            "a1 / - / e1 e9 / 9 10 / 1",
            "- / a1 / e1 e9 / 9 10 / 1",
        ] {
            assert_ne!(hash(other), start, "{other}");
        }
    }
}
