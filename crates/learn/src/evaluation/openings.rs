//! Where the games begin: positions as varied as those that a search meets, in which nobody is lost
//! yet.

use std::collections::HashSet;

use quoridor_arena::mixed;
use quoridor_core::{Game, Move, Player, Position};
use quoridor_engine::random::Random;

/// How many moves an opening may have.
const LENGTHS: [usize; 8] = [6, 8, 10, 12, 14, 16, 20, 24];

/// How likely a move is a step ahead; it is any legal move otherwise.
const AHEAD: f64 = 0.55;

/// How often the walls in stock are dealt anew, by lot: games of equals hardly lead to positions
/// where one has many and the other few, but searches do.
const DEALT_ANEW: f64 = 0.5;

/// What a step by which one is nearer counts, and what a wall that one has more, when it is asked
/// whether a position is even.
const STEP: i32 = 4;
const WALL: i32 = 3;

/// How far the players may be apart in the end, so counted: two steps.
const MOST_APART: i32 = 8;

/// An opening for each game, by its number, without end. No two lead to the same position, nor to
/// one that is another mirrored or turned: players who draw no lots would play the same game.
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
            if let Some(game) = drawn.filter(|game| self.seen.insert(game.position().canonical().0))
            {
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
    game.position()
        .outcome()
        .is_none()
        .then(|| if random.chance(DEALT_ANEW) { dealt_anew(&game, random) } else { game })
}

/// A game that begins where this one stands, but with the walls in stock dealt by lot.
fn dealt_anew(game: &Game, random: &mut Random) -> Game {
    let mut setup = game.position().setup();
    let [south, north] = [Player::South, Player::North];
    let (all, most) =
        (setup.walls_left[south] + setup.walls_left[north], game.position().variant().walls);
    let (fewest, most) = (all.saturating_sub(most), all.min(most));
    setup.walls_left[south] = fewest + random.below(usize::from(most - fewest) + 1) as u8;
    setup.walls_left[north] = all - setup.walls_left[south];
    Game::new(setup.position().expect("as many walls as before"))
}

fn is_even(position: &Position) -> bool {
    let more =
        |of: &dyn Fn(Player) -> u8| i32::from(of(Player::South)) - i32::from(of(Player::North));
    let nearer = -more(&|player| position.distance(player));
    (STEP * nearer + WALL * more(&|player| position.walls_left(player))).abs() <= MOST_APART
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_even_distinct_and_the_same_every_time() {
        let openings: Vec<Game> = RandomOpenings::new(5).take(150).collect();
        assert_eq!(openings, RandomOpenings::new(5).take(150).collect::<Vec<_>>());
        assert_ne!(openings, RandomOpenings::new(6).take(150).collect::<Vec<_>>());
        let distinct: HashSet<Position> =
            openings.iter().map(|game| game.position().canonical().0).collect();
        assert_eq!(distinct.len(), 150);
        for length in LENGTHS {
            assert!(openings.iter().any(|game| game.moves().len() == length), "{length}");
        }
        let mut uneven_stocks = 0;
        for position in openings.iter().map(Game::position) {
            let [south, north] = [Player::South, Player::North].map(|player| {
                (f64::from(position.distance(player)), f64::from(position.walls_left(player)))
            });
            // A wall is worth three quarters of a step, and two steps is what they may be apart.
            assert!(
                (north.0 - south.0 + 0.75 * (south.1 - north.1)).abs() <= 2.0
                    && position.winner().is_none(),
                "{position}"
            );
            uneven_stocks += usize::from((south.1 - north.1).abs() >= 3.0);
        }
        assert!((15..75).contains(&uneven_stocks), "{uneven_stocks}");
    }
}
