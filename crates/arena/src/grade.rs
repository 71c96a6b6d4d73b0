//! Grades of a player by exact values: how often it gives away a won or a drawn position.
//!
//! The player meets perfect play on a board that is solved, from random openings and from both
//! seats. Only positions with a choice count, those in which some moves keep the value and others
//! do not, and each position once.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use quoridor_core::{Adjudication, Game, Move, Player, Position};
use quoridor_engine::random::{Random, mixed};
use quoridor_engine::{Agent, Limits, choose_alone};
use quoridor_solve::{Solution, Value};

use crate::statistics::Proportion;

/// The longest opening, in random plies.
const OPENING: usize = 4;

/// A game that goes on and on, or back and forth, says nothing more.
const END: Adjudication = Adjudication { max_plies: Some(400), repetitions: Some(3) };

/// The grades of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The won positions that it gave away, among those in which it could.
    pub won: Proportion,
    /// The drawn positions that it lost, among those in which it could.
    pub drawn: Proportion,
    /// The games played.
    pub games: u32,
}

impl Grade {
    /// All mistakes, among the positions in which one was possible.
    pub const fn all(&self) -> Proportion {
        Proportion::new(
            self.won.successes + self.drawn.successes,
            self.won.trials + self.drawn.trials,
        )
    }
}

/// Lets a player play games against perfect play, until `stop` is set, and grades it.
///
/// The solution must know every position of its game, and the player must support it. The same
/// seed gives the same openings and the same answers of perfect play.
pub fn grade(
    player: &mut dyn Agent,
    solution: &Solution,
    limits: &Limits,
    games: u32,
    seed: u64,
    stop: &AtomicBool,
) -> Grade {
    let mut grading = Grading::default();
    for number in 0..games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        // An opening is played from both seats.
        let mut random = Random::new(mixed(&[seed, u64::from(number / 2)]));
        let seat = if number % 2 == 0 { Player::South } else { Player::North };
        player.new_game();
        grading.play(player, seat, solution, limits, &mut random);
    }
    grading.grade
}

struct Grading {
    grade: Grade,
    /// The hashes of the positions that were counted.
    seen: HashSet<u64>,
}

impl Default for Grading {
    fn default() -> Self {
        let none = Proportion::new(0, 0);
        Self { grade: Grade { won: none, drawn: none, games: 0 }, seen: HashSet::new() }
    }
}

impl Grading {
    fn play(
        &mut self,
        player: &mut dyn Agent,
        seat: Player,
        solution: &Solution,
        limits: &Limits,
        random: &mut Random,
    ) {
        let mut game = opening(solution, random);
        while game.ending(&END).is_none() {
            let position = *game.position();
            let moves = solution.moves(&position).expect("the solution knows every position");
            let mv = if position.turn() == seat {
                let mv = choose_alone(player, &game, limits).mv;
                self.count(&position, &moves, mv);
                mv
            } else {
                random.pick(&Solution::best_of(&moves)).expect("the best move is one of them")
            };
            game.play(mv).expect("players make legal moves");
        }
        self.grade.games += 1;
    }

    fn count(&mut self, position: &Position, moves: &[(Move, Value)], chosen: Move) {
        let value_of_chosen = moves.iter().find(|(mv, _)| *mv == chosen).map(|(_, value)| value);
        let best = rank(&moves[0].1);
        let has_choice = moves.iter().any(|(_, value)| rank(value) != best);
        if !has_choice || !self.seen.insert(position.hash()) {
            return;
        }
        let count = match moves[0].1 {
            Value::Win(_) => &mut self.grade.won,
            Value::Draw => &mut self.grade.drawn,
            Value::Loss(_) => return,
        };
        count.trials += 1;
        count.successes += u64::from(value_of_chosen.is_none_or(|value| rank(value) != best));
    }
}

/// Losses, draws and wins, in this order.
const fn rank(value: &Value) -> u8 {
    match value {
        Value::Loss(_) => 0,
        Value::Draw => 1,
        Value::Win(_) => 2,
    }
}

/// A game after some random moves that do not end it.
fn opening(solution: &Solution, random: &mut Random) -> Game {
    let mut game = Game::new(Position::start(solution.variant()));
    for _ in 0..random.below(OPENING + 1) {
        let moves: Vec<Move> = game.position().legal_moves().iter().collect();
        let mv = random.pick(&moves).expect("a game that is not over has a move");
        let mut next = game.clone();
        next.play(mv).expect("it is legal");
        if next.position().winner().is_none() {
            game = next;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use quoridor_players::Spec;
    use quoridor_solve::{Options, Progress, Space, solve};

    use super::*;

    fn solution(board: &str, walls: u8) -> Solution {
        let space = Space::new(board.parse().unwrap(), walls);
        let options = Options { threads: 1, memory: u64::MAX, keep: true };
        solve(&space, options, None, &Progress::default()).unwrap()
    }

    fn grade_of(spec: &str, solution: &Solution, games: u32) -> Grade {
        let mut player = spec.parse::<Spec>().unwrap().build().unwrap();
        let stop = AtomicBool::new(false);
        grade(player.as_mut(), solution, &Limits::nodes(200), games, 1, &stop)
    }

    #[test]
    fn perfect_play_makes_no_mistakes_and_random_play_many() {
        let solution = solution("4x3", 2);
        let perfect = grade_of("perfect", &solution, 20);
        assert!(perfect.won.trials > 10 && perfect.all().successes == 0, "{perfect:?}");
        let random = grade_of("random", &solution, 40);
        assert!(random.won.successes * 3 > random.won.trials, "{random:?}");
        assert_eq!(random, grade_of("random", &solution, 40));
        assert_eq!(random.games, 40);
    }

    #[test]
    fn a_mistake_is_a_move_that_changes_the_winner() {
        let solution = solution("3x3", 1);
        let start = Position::start(solution.variant());
        let moves = solution.moves(&start).unwrap();
        // The second player wins, whatever the first does: nothing can be given away.
        assert!(moves.iter().all(|(_, value)| matches!(value, Value::Loss(_))));
        let mut grading = Grading::default();
        grading.count(&start, &moves, moves[0].0);
        assert_eq!(grading.grade.all(), Proportion::new(0, 0));
        // After b1, North to move wins with some moves only.
        let mut next = start;
        next.play_unchecked(moves[0].0);
        let answers = solution.moves(&next).unwrap();
        let losing = answers.iter().find(|(_, value)| matches!(value, Value::Loss(_))).unwrap();
        grading.count(&next, &answers, losing.0);
        assert_eq!(grading.grade.won, Proportion::new(1, 1));
        // The same position does not count again.
        grading.count(&next, &answers, answers[0].0);
        assert_eq!(grading.grade.won, Proportion::new(1, 1));
    }
}
