//! The ten features of Table 3.1, each from 0 to 1 and larger if better for the player that it is
//! about.
//!
//! "Player" is the player to move, for the value of a state is "determined from the viewpoint of
//! the player whose turn it is at that state" (section 2.4.2); "opponent" is the other one. The
//! constants of the thesis are those of the usual board: 81 is its number of squares, 9 its number
//! of rows, 10 the fences that each player begins with. On other boards they are that board's.

use quoridor_core::{Player, Position};

use super::markov::Walk;

/// Something that tells good positions from bad ones.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The abbreviation of the thesis.
    pub abbreviation: &'static str,
    /// How it is computed.
    pub formula: Formula,
}

/// How a feature is computed.
#[derive(Clone, Copy, Debug)]
pub enum Formula {
    /// From the position alone.
    Plain(fn(&Position) -> f64),
    /// The [Markov chain](markov_chain) of the player to move or of the other one: a search has a
    /// quicker way to it.
    Markov(fn(&Position) -> Player),
}

impl Feature {
    /// A feature that is computed from the position alone.
    pub const fn plain(abbreviation: &'static str, value: fn(&Position) -> f64) -> Self {
        Self { abbreviation, formula: Formula::Plain(value) }
    }

    /// The feature of a position.
    pub fn value(&self, position: &Position) -> f64 {
        match self.formula {
            Formula::Plain(value) => value(position),
            Formula::Markov(walker) => markov_chain(position, walker(position)),
        }
    }
}

/// The ten features, in the order of Table 3.1.
pub const FEATURES: [Feature; 10] = [
    Feature::plain("SPP", shortest_path_player),
    Feature::plain("SPO", shortest_path_opponent),
    Feature { abbreviation: "MCP", formula: Formula::Markov(Position::turn) },
    Feature { abbreviation: "MCO", formula: Formula::Markov(opponent) },
    Feature::plain("MDP", manhattan_distance_player),
    Feature::plain("MDO", manhattan_distance_opponent),
    Feature::plain("PD", pawn_distance),
    Feature::plain("GSP", goal_side_player),
    Feature::plain("GSO", goal_side_opponent),
    Feature::plain("NFP", number_of_fences_player),
];

fn opponent(position: &Position) -> Player {
    position.turn().opposite()
}

/// SPP: the [shortest path](shortest_path) of the player.
pub fn shortest_path_player(position: &Position) -> f64 {
    shortest_path(position, position.turn())
}

/// SPO: the [shortest path](shortest_path) of the opponent.
pub fn shortest_path_opponent(position: &Position) -> f64 {
    shortest_path(position, position.turn().opposite())
}

/// MDP: the [Manhattan distance](manhattan_distance) of the player.
pub fn manhattan_distance_player(position: &Position) -> f64 {
    manhattan_distance(position, position.turn())
}

/// MDO: the [Manhattan distance](manhattan_distance) of the opponent.
pub fn manhattan_distance_opponent(position: &Position) -> f64 {
    manhattan_distance(position, position.turn().opposite())
}

/// PD: (81 − distance of the pawns from each other) / 81.
///
/// The thesis does not say how the distance is measured. 81, the longest possible path, speaks for
/// a path; both ends of it are pawns, so that no pawn is in its way. If walls keep the pawns apart
/// for good, the feature is 0, as if the path were as long as can be.
pub fn pawn_distance(position: &Position) -> f64 {
    let distance = position
        .steps_between(position.pawn(position.turn()), position.other_pawns(position.turn()));
    shortness(position, distance)
}

/// GSP: whether the player's pawn is on its [goal side](goal_side).
pub fn goal_side_player(position: &Position) -> f64 {
    goal_side(position, position.turn())
}

/// GSO: whether the opponent's pawn is on its [goal side](goal_side).
pub fn goal_side_opponent(position: &Position) -> f64 {
    goal_side(position, position.turn().opposite())
}

/// NFP: the player's fences / 10; 0 in a game without fences.
pub fn number_of_fences_player(position: &Position) -> f64 {
    match position.variant().walls {
        0 => 0.0,
        walls => f64::from(position.walls_left(position.turn())) / f64::from(walls),
    }
}

/// (81 − length of the shortest path to the goal) / 81.
///
/// The path is one in the "Quoridor graph" of Figure 3.7: the opponent's square is taken out, and
/// the legal jumps over it are put in its place. The opponent's pawn may then be in the way for
/// good: it stands where the player's only path turns, but behind it the way is open, so that the
/// rules allow the jump straight on and not the one to the side. The feature is 0 then, as if the
/// path were as long as can be.
pub fn shortest_path(position: &Position, player: Player) -> f64 {
    shortness(position, position.distance_past_pawns(player))
}

/// The probability that a random walk from the pawn ends in the goal and not at its back: see
/// [`Walk`].
pub fn markov_chain(position: &Position, player: Player) -> f64 {
    Walk::of_player(position, player).value(position.pawn(player))
}

/// (9 − rows between the pawn and the goal) / 9.
///
/// (For a distance of 5 the thesis prints (9 − 5)/9 = 0.556. It is 0.444; 0.556 is that of 4.)
pub fn manhattan_distance(position: &Position, player: Player) -> f64 {
    let height = position.variant().size.height();
    f64::from(height - rows_to_goal(position, player)) / f64::from(height)
}

/// 1 if the pawn is between the middle of the board and its goal, otherwise 0.
///
/// The middle row itself is on nobody's goal side: the figure of the thesis is lost to us, and only
/// so is a row never on both.
pub fn goal_side(position: &Position, player: Player) -> f64 {
    let middle_to_goal_doubled = position.variant().size.height() - 1;
    f64::from(u8::from(2 * rows_to_goal(position, player) < middle_to_goal_doubled))
}

/// (81 − length) / 81; 0 without a path.
pub fn shortness(position: &Position, length: Option<u8>) -> f64 {
    let squares = position.variant().size.width() * position.variant().size.height();
    f64::from(squares - length.unwrap_or(squares)) / f64::from(squares)
}

/// How many rows a player of a game for two has to go up or down.
fn rows_to_goal(position: &Position, player: Player) -> u8 {
    let row = position.pawn(player).row();
    if player == Player::South { position.variant().size.height() - 1 - row } else { row }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody has moved: South on e1, North on e9.
    const START: &str = "- / - / e1 e9 / 10 10 / 1";
    /// The pawns face each other, a wall behind North's.
    const FACING: &str = "a1 e5 h8 / - / e4 e5 / 9 8 / 1";
    /// Both pawns are past the middle row.
    const PAST: &str = "- / - / e6 e4 / 10 10 / 1";
    /// The end of the game in Table 2.1 of the thesis, North (white) to move. There, South (black)
    /// has no fences left and is 12 squares from the goal, North has 4 and is 20 away.
    const TABLE_2_1: &str = "h2 a3 c3 e3 g3 e4 b5 d5 c6 e6 a7 c8 / c4 f4 f6 d7 / d5 d8 / 0 4 / 2";
    /// South can only jump from e4 to e6, from where there is no way to the goal.
    const SHUT_IN: &str = "e3 e7 / d3 e4 d6 e6 / e4 e5 / 7 7 / 1";
    /// Walls from side to side, South above them and North below.
    const APART: &str = "a4 c4 e4 f5 h4 / f4 g5 / e8 e2 / 7 6 / 1";
    /// Five columns, four rows, 20 squares, three walls each; North is to move.
    const SMALL: &str = "a2 / a1 / c3 b2 / 2 2 / 2 / 5x4";

    #[track_caller]
    fn check(feature: fn(&Position) -> f64, expectations: &[(&str, f64)]) {
        for (text, expected) in expectations {
            let value = feature(&text.parse().unwrap());
            assert!((value - expected).abs() < 1e-9, "{text}: {value} is not {expected}");
        }
    }

    #[test]
    fn shortest_path_of_the_player() {
        check(
            shortest_path_player,
            &[
                (START, (81.0 - 8.0) / 81.0),
                // The jump from e4 to d5, and four rows up.
                (FACING, (81.0 - 5.0) / 81.0),
                (TABLE_2_1, (81.0 - 20.0) / 81.0),
                (SHUT_IN, 0.0),
                // b1.
                (SMALL, (20.0 - 1.0) / 20.0),
            ],
        );
    }

    #[test]
    fn shortest_path_of_the_opponent() {
        check(
            shortest_path_opponent,
            &[
                (START, (81.0 - 8.0) / 81.0),
                // The jump from e5 to e3, then e2 and e1.
                (FACING, (81.0 - 3.0) / 81.0),
                (TABLE_2_1, (81.0 - 12.0) / 81.0),
                // d5, d4, d3, d2, d1.
                (SHUT_IN, (81.0 - 5.0) / 81.0),
                (SMALL, (20.0 - 1.0) / 20.0),
            ],
        );
    }

    /// 3x3 at the start, North on b3. From b2 the jumps lead to a3 and c3. With f = a1 = c1, g =
    /// b1, h = a2 = c2, i = b2: 3f = g + h, 4g = 2f + i, 3h = f + i + 1, 5i = 2h + g + 2. So h = 3f
    /// − g, i = 4g − 2f, 10f = 7g + 1, 21g = 16f + 2, g = 18/49.
    const THREE_BY_THREE: (&str, f64) = ("- / - / b1 b3 / 0 0 / 1 / 3x3", 18.0 / 49.0);
    /// 2x3, South on a1, North on b3: from b2 the jump leads to a3, as the step from a2 does, so
    /// both columns are alike. With f in row 1 and g in row 2: 3f = f + g, 3g = f + g + 1. So g =
    /// 2f, f = 1/3.
    const TWO_BY_THREE: (&str, f64) = ("- / - / a1 b3 / 0 0 / 1 / 2x3", 1.0 / 3.0);
    /// 3x3, South on b2 under a wall above a2 and b2, North on b3; c3 is the one goal that can be
    /// reached. 3·a1 = b1 + a2, 4·b1 = a1 + c1 + b2, 3·c1 = b1 + c2, 2·a2 = a1 + b2,
    /// 3·b2 = a2 + b1 + c2, 3·c2 = b2 + c1 + 1. So b2 = 5·a1 − 2·b1, c1 = 6·b1 − 6·a1,
    /// c2 = 17·b1 − 18·a1, 30·a1 = 23·b1, 47·b1 − 53·a1 = 1: a1 = 23/191, b1 = 30/191,
    /// b2 = 55/191.
    const UNDER_A_WALL: (&str, f64) = ("a2 / - / b2 b3 / 0 1 / 1 / 3x3", 55.0 / 191.0);

    #[test]
    fn markov_chain_of_the_player() {
        let player = |position: &Position| markov_chain(position, position.turn());
        check(player, &[THREE_BY_THREE, TWO_BY_THREE, UNDER_A_WALL, (SHUT_IN, 0.0)]);
    }

    /// The same with the other player to move.
    #[test]
    fn markov_chain_of_the_opponent() {
        for (text, expected) in [THREE_BY_THREE, TWO_BY_THREE, UNDER_A_WALL, (SHUT_IN, 0.0)] {
            let (before, after) = text.split_at(text.rfind(" / 1").unwrap());
            check(
                |position| markov_chain(position, opponent(position)),
                &[(&format!("{before} / 2{}", &after[4..]), expected)],
            );
        }
    }

    #[test]
    fn manhattan_distance_of_the_player() {
        check(
            manhattan_distance_player,
            &[
                (START, (9.0 - 8.0) / 9.0),
                (FACING, (9.0 - 5.0) / 9.0),
                (TABLE_2_1, (9.0 - 7.0) / 9.0),
                (SMALL, (4.0 - 1.0) / 4.0),
            ],
        );
    }

    #[test]
    fn manhattan_distance_of_the_opponent() {
        check(
            manhattan_distance_opponent,
            &[
                (START, (9.0 - 8.0) / 9.0),
                (FACING, (9.0 - 4.0) / 9.0),
                (TABLE_2_1, (9.0 - 4.0) / 9.0),
                (SMALL, (4.0 - 1.0) / 4.0),
            ],
        );
    }

    #[test]
    fn distance_of_the_pawns() {
        check(
            pawn_distance,
            &[
                (START, (81.0 - 8.0) / 81.0),
                (FACING, (81.0 - 1.0) / 81.0),
                // d8 d7 c7 b7 b6 c6 d6 e6 f6 f5 e5 d5.
                (TABLE_2_1, (81.0 - 11.0) / 81.0),
                (APART, 0.0),
                // b2 c2 c3.
                (SMALL, (20.0 - 2.0) / 20.0),
            ],
        );
    }

    #[test]
    fn goal_side_of_the_player() {
        check(
            goal_side_player,
            &[(START, 0.0), (FACING, 0.0), (PAST, 1.0), (TABLE_2_1, 0.0), (SMALL, 1.0)],
        );
    }

    /// In [`FACING`] and [`TABLE_2_1`] the opponent stands on the middle row.
    #[test]
    fn goal_side_of_the_opponent() {
        check(
            goal_side_opponent,
            &[(START, 0.0), (FACING, 0.0), (PAST, 1.0), (TABLE_2_1, 0.0), (SMALL, 1.0)],
        );
    }

    #[test]
    fn number_of_fences_of_the_player() {
        check(
            number_of_fences_player,
            &[
                (START, 10.0 / 10.0),
                (FACING, 9.0 / 10.0),
                (TABLE_2_1, 4.0 / 10.0),
                (SMALL, 2.0 / 3.0),
                ("- / - / b1 b3 / 0 0 / 1 / 3x3", 0.0),
            ],
        );
    }
}
