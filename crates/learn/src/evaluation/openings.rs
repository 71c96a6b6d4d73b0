//! Openings of self-play: balanced positions as varied as those that a search meets.

use std::collections::HashSet;

use quoridor_core::{Game, Move, Player, Position};
use quoridor_engine::random::Random;
use quoridor_engine::random::mixed;

/// Lengths of openings, in plies.
const LENGTHS: [usize; 8] = [6, 8, 10, 12, 14, 16, 20, 24];

/// Probability of a step along the shortest path; any other move is a random legal one.
const AHEAD: f64 = 0.55;

/// Probability that the walls left are redistributed at random: games of equals hardly lead to
/// positions where one player has many walls and the other few, but searches do.
const REDISTRIBUTED: f64 = 0.5;

/// The worth of a step and of a wall in the test for balance.
const STEP: i32 = 4;
const WALL: i32 = 3;

/// The largest difference of a balanced opening: two steps.
const MOST_APART: i32 = 8;

/// An endless sequence of openings: one for each game, by its number. They are distinct up to
/// symmetry, because deterministic players would repeat the same game.
///
/// They differ from the arena's `TrainingOpenings` on purpose: those are short, made of as many
/// steps as walls, and for matches; these are long and varied, and for training.
#[derive(Clone, Debug)]
pub struct TrainingOpenings {
    seed: u64,
    number: u64,
    seen: HashSet<Position>,
}

impl TrainingOpenings {
    /// The openings of a seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, number: 0, seen: HashSet::new() }
    }
}

impl Iterator for TrainingOpenings {
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

/// A sequence of random moves; `None` if they end the game.
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
        .then(|| if random.chance(REDISTRIBUTED) { redistributed(&game, random) } else { game })
}

/// A game that begins in the last position of this one, with the walls left redistributed.
fn redistributed(game: &Game, random: &mut Random) -> Game {
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
        let openings: Vec<Game> = TrainingOpenings::new(5).take(150).collect();
        assert_eq!(openings, TrainingOpenings::new(5).take(150).collect::<Vec<_>>());
        assert_ne!(openings, TrainingOpenings::new(6).take(150).collect::<Vec<_>>());
        let distinct: HashSet<Position> =
            openings.iter().map(|game| game.position().canonical().0).collect();
        assert_eq!(distinct.len(), 150);
        for length in LENGTHS {
            assert!(openings.iter().any(|game| game.moves().len() == length), "{length}");
        }
        let mut uneven_walls = 0;
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
            uneven_walls += usize::from((south.1 - north.1).abs() >= 3.0);
        }
        assert!((15..75).contains(&uneven_walls), "{uneven_walls}");
    }
}
