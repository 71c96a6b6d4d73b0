//! Where the games begin: positions as varied as those that a search meets, in which nobody is lost yet.

use std::collections::HashSet;

use quoridor_arena::mixed;
use quoridor_core::{Game, Move, Player, Position};
use quoridor_engine::random::Random;

/// How many moves an opening may have.
const LENGTHS: [usize; 6] = [6, 8, 10, 12, 14, 16];

/// How likely a move is a step ahead; it is any legal move otherwise.
const AHEAD: f64 = 0.55;

/// How far the distances of the players may be apart in the end.
const MOST_APART: u8 = 2;

/// An opening for each game, by its number, without end. No two lead to the same position, nor to one that is another mirrored or turned: players who draw no lots would play the same game.
#[derive(Clone, Debug)]
pub struct RandomOpenings {
    seed: u64,
    number: u64,
    seen: HashSet<Position>,
}

impl RandomOpenings {
    /// The openings of a seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, number: 0, seen: HashSet::new() }
    }
}

impl Iterator for RandomOpenings {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let mut random = Random::new(mixed(&[self.seed, self.number]));
        self.number += 1;
        loop {
            let drawn = draw(&mut random).filter(|game| is_even(game.position()));
            if let Some(game) = drawn.filter(|game| self.seen.insert(game.position().canonical().0)) {
                return Some(game);
            }
        }
    }
}

/// Random moves, whatever they lead to; `None` if the game is over with them.
fn draw(random: &mut Random) -> Option<Game> {
    let mut game = Game::default();
    for _ in 0..LENGTHS[random.below(LENGTHS.len())] {
        let position = game.position();
        if position.outcome().is_some() {
            return None;
        }
        let ahead = Move::Step(position.shortest_path(position.turn())[1]);
        let mv = if random.chance(AHEAD) && position.is_legal(ahead) {
            ahead
        } else {
            random.pick(&position.legal_moves().iter().collect::<Vec<_>>())?
        };
        game.play(mv).expect("a legal move is legal");
    }
    game.position().outcome().is_none().then_some(game)
}

fn is_even(position: &Position) -> bool {
    position.distance(Player::South).abs_diff(position.distance(Player::North)) <= MOST_APART
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_even_distinct_and_the_same_every_time() {
        let openings: Vec<Game> = RandomOpenings::new(5).take(150).collect();
        assert_eq!(openings, RandomOpenings::new(5).take(150).collect::<Vec<_>>());
        assert_ne!(openings, RandomOpenings::new(6).take(150).collect::<Vec<_>>());
        let distinct: HashSet<Position> = openings.iter().map(|game| game.position().canonical().0).collect();
        assert_eq!(distinct.len(), 150);
        for length in LENGTHS {
            assert!(openings.iter().any(|game| game.moves().len() == length), "{length}");
        }
        for position in openings.iter().map(Game::position) {
            let apart = i32::from(position.distance(Player::South)) - i32::from(position.distance(Player::North));
            assert!((-2..=2).contains(&apart) && position.winner().is_none(), "{position}");
        }
    }
}
