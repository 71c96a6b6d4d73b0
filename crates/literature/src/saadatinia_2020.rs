//! Mehrshad Saadatinia, Mohammad Reza Amini, *Quoridor game*, documentation of a project in
//! artificial intelligence, spring 99 (2020).
//!
//! Minimax with alpha-beta pruning, five moves deep, after a *filter* that drops moves which are
//! likely to be bad. The heuristic has four factors, each with a coefficient (a *gene*), from the
//! maximising player's point of view:
//!
//! 1. 9 − the Manhattan distance of the maximising player to its goal;
//! 2. the Manhattan distance of the other to its goal;
//! 3. 9 − the shortest path of the maximising player to the *next row*, around walls;
//! 4. the same of the other, not subtracted from 9.
//!
//! The default genes 75, 65, 66, 39 are the ones that their genetic algorithm found. The filter
//! drops walls
//! 1. behind the opponent, 2. in front of the player itself, 3. right beside the player, 4. too far
//!    from the opponent.
//!
//! Inferred: 9 is the height of the board. A wall is *behind* the opponent if all of it lies on the
//! side that the opponent comes from. It is *in front of* the player if it closes the step towards
//! its goal, and *beside* it if it closes a step to the side. It is *too far* if the nearest of the
//! four squares that it touches is more than `far` squares from the opponent, along a row, a
//! column, or both.

use quoridor_core::{Direction, Move, Player, Position, Square, Wall};
use quoridor_engine::registry::{AgentKind, NO_REPEAT, OptionKind, OptionType, Parameter, depth};
use quoridor_engine::two_players_only;

use crate::Evaluator;
use crate::search::alpha_beta::{AlphaBeta, AlphaBetaPlayer, MoveFilter};

/// The player, for a list of players.
pub const KIND: AgentKind = AgentKind {
    name: "saadatinia-2020",
    summary: "Saadatinia, Amini 2020: alpha-beta of depth 5 on four factors, after a filter of the \
              walls",
    options: &[
        OptionKind::new("genes", "75,65,66,39", OptionType::List(&GENES), "weights of the factors"),
        depth("5"),
        OptionKind::new(
            "filter",
            "on",
            OptionType::Choice(&["on", "off"]),
            "skip walls that are likely to be bad",
        ),
        OptionKind::new(
            "far",
            "2",
            OptionType::Integer { min: 0, max: 8 },
            "largest distance of a wall from the opponent that the filter lets through",
        ),
        NO_REPEAT,
    ],
    supports: two_players_only,
    build: |options| {
        let far = (options.text("filter") == "on").then(|| options.get("far"));
        let heuristic = Heuristic { genes: options.list("genes"), maximising: Player::South };
        let search = AlphaBeta::new(heuristic, Filter { far });
        Ok(Box::new(AlphaBetaPlayer::new(search, options)))
    },
};

/// The coefficients of the four factors.
const GENES: [Parameter; 4] =
    [gene("own rows"), gene("their rows"), gene("own next row"), gene("their next row")];

const fn gene(name: &'static str) -> Parameter {
    Parameter { name, min: -1e6, max: 1e6 }
}

/// The four factors and their genes.
#[derive(Clone, Debug)]
pub struct Heuristic {
    /// The coefficients.
    pub genes: [f64; 4],
    /// From whose point of view. The factors do not mirror each other, so it matters.
    pub maximising: Player,
}

impl Heuristic {
    /// The factors, in order.
    pub fn factors(&self, position: &Position) -> [f64; 4] {
        let height = f64::from(position.variant().size.height());
        let (own, other) = (self.maximising, self.maximising.opposite());
        [
            height - f64::from(manhattan(position, own)),
            f64::from(manhattan(position, other)),
            height - f64::from(to_next_row(position, own)),
            f64::from(to_next_row(position, other)),
        ]
    }
}

impl Evaluator for Heuristic {
    fn begin_search(&mut self, root: &Position) {
        self.maximising = root.turn();
    }

    fn evaluate(&mut self, position: &Position) -> f64 {
        let value: f64 =
            self.factors(position).iter().zip(self.genes).map(|(factor, gene)| factor * gene).sum();
        if position.turn() == self.maximising { value } else { -value }
    }

    /// No factor exceeds the number of squares: distances and paths are shorter.
    fn unproved_win(&self) -> f64 {
        81.0 * self.genes.iter().map(|gene| gene.abs()).sum::<f64>() + 1.0
    }
}

/// The rows between a pawn and its goal.
fn manhattan(position: &Position, player: Player) -> u8 {
    let row = position.pawn(player).row();
    if player.heading() == Direction::Up { position.variant().size.height() - 1 - row } else { row }
}

/// The steps to the nearest square of the next row; none on the goal.
fn to_next_row(position: &Position, player: Player) -> u8 {
    let pawn = position.pawn(player);
    let next = if player.heading() == Direction::Up {
        Some(pawn.row() + 1)
    } else {
        pawn.row().checked_sub(1)
    };
    let next = next.map(|row| position.variant().size.row(row));
    next.and_then(|row| position.steps_between(pawn, row)).unwrap_or(0)
}

/// The filter; `far: None` lets every move through.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    far: Option<u8>,
}

impl MoveFilter for Filter {
    fn moves(&mut self, position: &Position, moves: &mut Vec<Move>) {
        let legal = position.legal_moves();
        let keeps = |mv: &Move| match (mv, self.far) {
            (Move::Wall(wall), Some(far)) => !is_likely_bad(*wall, position, far),
            _ => true,
        };
        moves.extend(legal.iter().filter(keeps));
    }

    fn is_complete(&self) -> bool {
        self.far.is_none()
    }
}

/// Whether the filter drops a wall.
pub fn is_likely_bad(wall: Wall, position: &Position, far: u8) -> bool {
    let (player, opponent) = (position.turn(), position.turn().opposite());
    is_behind(wall, position.pawn(opponent), opponent.heading())
        || closes_a_step_but_the_way_back(wall, position.pawn(player), player.heading())
        || squares_away(wall, position.pawn(opponent)) > far
}

/// Whether all squares that a wall lies between are behind a pawn, or, for a horizontal wall,
/// whether it lies at its back.
fn is_behind(wall: Wall, pawn: Square, heading: Direction) -> bool {
    let (low, high) = (wall.square().row(), wall.square().row() + 1);
    match (wall.orientation(), heading) {
        (quoridor_core::Orientation::Horizontal, Direction::Up) => high <= pawn.row(),
        (quoridor_core::Orientation::Horizontal, _) => low >= pawn.row(),
        (quoridor_core::Orientation::Vertical, Direction::Up) => high < pawn.row(),
        (quoridor_core::Orientation::Vertical, _) => low > pawn.row(),
    }
}

/// Whether a wall lies in front of a pawn or right beside it.
fn closes_a_step_but_the_way_back(wall: Wall, pawn: Square, heading: Direction) -> bool {
    Direction::ALL.into_iter().filter(|&direction| direction != heading.reversed()).any(
        |direction| {
            let (columns, rows) = direction.offset();
            pawn.offset(columns, rows).is_some_and(|next| wall.is_between(pawn, next))
        },
    )
}

/// How far the nearest square that a wall touches is, along a row, a column, or both.
fn squares_away(wall: Wall, pawn: Square) -> u8 {
    let away = |first: u8, at: u8| first.saturating_sub(at).max(at.saturating_sub(first + 1));
    away(wall.square().column(), pawn.column()).max(away(wall.square().row(), pawn.row()))
}

#[cfg(test)]
mod tests {
    use quoridor_core::Game;
    use quoridor_engine::{Limits, Value, choose_alone};

    use super::*;

    fn factors(position: &str) -> [f64; 4] {
        let heuristic = Heuristic { genes: [75.0, 65.0, 66.0, 39.0], maximising: Player::South };
        heuristic.factors(&position.parse().unwrap())
    }

    /// Worked by hand for South.
    #[test]
    fn factors_worked_by_hand() {
        // Eight rows to go for both, the next row one step away.
        assert_eq!(factors("- / - / e1 e9 / 10 10 / 1"), [1.0, 8.0, 8.0, 1.0]);
        // South on row 5: 9 − 4; a wall above e5 and f5: to d5 and up is two steps, 9 − 2. North on
        // row 3: two to go.
        assert_eq!(factors("e5 / - / e5 c3 / 10 9 / 1"), [5.0, 2.0, 7.0, 1.0]);
        // Walls below d4…g4 and beside them: North, on e4, goes e4 d4 c4 c3, or to h4: three steps.
        assert_eq!(factors("d3 f3 / - / a1 e4 / 9 9 / 1"), [1.0, 3.0, 8.0, 3.0]);
    }

    #[test]
    fn the_value_is_for_the_player_to_move() {
        let mut heuristic =
            Heuristic { genes: [75.0, 65.0, 66.0, 39.0], maximising: Player::South };
        let value = 75.0 + 65.0 * 8.0 + 66.0 * 8.0 + 39.0;
        assert_eq!(heuristic.evaluate(&"- / - / e1 e9 / 10 10 / 1".parse().unwrap()), value);
        assert_eq!(heuristic.evaluate(&"- / - / e1 e9 / 10 10 / 2".parse().unwrap()), -value);
    }

    /// A win in three that the filter leaves unproved is worth more than any evaluation; the start
    /// evaluates to 1162.
    #[test]
    fn an_unproved_win_exceeds_every_evaluation() {
        let game = |position: &str| Game::new(position.parse().unwrap());
        let value = |game: &Game, depth: u32| {
            let mut agent = crate::agent(KIND, "");
            choose_alone(agent.as_mut(), game, &Limits::depth(depth)).value
        };
        let (start, won) = (Game::default(), game("- / - / a7 i7 / 0 0 / 1"));
        let Some(Value::Score(start)) = value(&start, 1) else { panic!("not a score") };
        let Some(Value::Score(won)) = value(&won, 3) else { panic!("not a score") };
        assert_eq!(won, 81.0 * (75.0 + 65.0 + 66.0 + 39.0) + 1.0);
        assert!(start > 1000.0 && won > 10.0 * start, "{won} {start}");
    }

    /// South on e4, North on e7.
    #[test]
    fn the_filter_drops_what_it_says() {
        let position: Position = "- / - / e4 e7 / 10 10 / 1".parse().unwrap();
        let dropped = |wall: &str| is_likely_bad(wall.parse().unwrap(), &position, 2);
        assert!(dropped("e7h") && dropped("d8v"), "behind the opponent");
        assert!(dropped("e4h") && dropped("d4h"), "in front of the player");
        assert!(dropped("d4v") && dropped("e3v"), "beside the player");
        assert!(dropped("a6h") && dropped("e1h"), "too far from the opponent");
        assert!(!dropped("e6h") && !dropped("d6h") && !dropped("e7v") && !dropped("c5v"));
        let mut moves = Vec::new();
        Filter { far: Some(2) }.moves(&position, &mut moves);
        assert!(
            moves.len() < 50 && moves.iter().all(|mv| position.is_legal(*mv)),
            "{}",
            moves.len()
        );
        moves.clear();
        Filter { far: None }.moves(&position, &mut moves);
        assert_eq!(moves.len(), position.legal_moves().len());
    }
}
