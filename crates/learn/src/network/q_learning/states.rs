//! Where training games begin.
//!
//! "To speed up the learning process, I have created TrainingStateGenerator class which provides
//! states to start the training. As a game count rises, less trivial states are returned, until
//! only standard initial state is used." All of his states can be won by the learner. So here: a
//! game of `hola-2016-heuristic` against itself is taken back from its end by some plies, at first
//! by one, which leaves a win in one move, and in the end by all of them; the learner takes the
//! seat of the winner.

use quoridor_core::{Adjudication, Game, Player, Position, Seats};
use quoridor_engine::random::Random;
use quoridor_engine::{Limits, choose_alone};

use crate::network::observations::{MOST_ACTIONS, player};

/// Where a training game begins, and which player learns in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Where it begins.
    pub start: Position,
    /// Who learns.
    pub learner: Player,
}

impl Lesson {
    /// The usual start; the learner is South in every other game.
    pub fn usual(game: u64) -> Self {
        let learner = if game.is_multiple_of(2) { Player::South } else { Player::North };
        Self { start: Position::default(), learner }
    }

    /// So far before the end of a game: 0 is one ply, 1 the whole game.
    pub fn before_the_end(far: f64, seed: u64) -> Self {
        let game = game(seed);
        let Some(learner) = game.position().winner() else { return Self::usual(seed) };
        let plies = game.moves().len();
        let back = 1 + (far.clamp(0.0, 1.0) * (plies - 1) as f64).round() as usize;
        Self { start: game.positions()[plies - back], learner }
    }
}

fn game(seed: u64) -> Game {
    let mut random = Random::new(seed);
    let mut players = [0, 1].map(|_| player("hola-2016-heuristic", random.next()));
    let cap = Adjudication { max_plies: Some(MOST_ACTIONS), repetitions: None };
    let mut game = Game::default();
    while game.ending(&cap).is_none() {
        let place = Seats::Two.place(game.position().turn()).expect("two are playing");
        let mv = choose_alone(players[place].as_mut(), &game, &Limits::NONE).mv;
        game.play(mv).expect("the players play legal moves");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lesson_is_a_win_in_one_and_the_last_a_whole_game() {
        for seed in 0..20 {
            let first = Lesson::before_the_end(0.0, seed);
            assert_eq!(first.start.turn(), first.learner);
            assert!(first.start.legal_steps().intersects(first.start.goals(first.learner)));
            assert_eq!(Lesson::before_the_end(1.0, seed).start, Position::default());
            let distance = |far: f64| {
                let lesson = Lesson::before_the_end(far, seed);
                lesson.start.distance(lesson.learner)
            };
            // Two with a jump.
            assert!(
                distance(0.0) <= 2 && distance(0.5) > distance(0.0),
                "{} {}",
                distance(0.0),
                distance(0.5)
            );
        }
    }
}
