//! Where games begin: positions as varied as those that a search meets.

use quoridor_core::{Game, Move, Player, Position, Setup};
use quoridor_engine::random::Random;

/// The fewest and the most random plies of an opening, but for a few games that begin sooner: there
/// are not many positions after fewer plies.
const PLIES: std::ops::RangeInclusive<usize> = 4..=20;
const SOONER: f64 = 0.05;

/// The probability that a random ply is a step ahead; otherwise it is any legal move.
const AHEAD: f64 = 0.6;

/// The share of games in which the walls left are dealt anew: games of equals seldom lead to
/// positions where one player has many walls and the other few, but searches do.
const DEALT_ANEW: f64 = 0.3;

/// The share of games that may begin with one player far ahead.
const UNEVEN: f64 = 0.15;

/// The weights of a step and of a wall, and how far apart the players of an even opening may be.
const STEP: i32 = 4;
const WALL: i32 = 3;
const MOST_APART: i32 = 10;

/// The opening of a game: random plies, as many as drawn, and nobody has won.
pub fn opening(random: &mut Random) -> Game {
    loop {
        let is_even_wanted = !random.chance(UNEVEN);
        let Some(game) = draw(random) else { continue };
        if !is_even_wanted || is_even(game.position()) {
            return game;
        }
    }
}

fn draw(random: &mut Random) -> Option<Game> {
    let mut game = Game::default();
    let (fewest, most) = (*PLIES.start(), *PLIES.end());
    let is_sooner = random.chance(SOONER);
    let plies =
        if is_sooner { random.below(fewest) } else { fewest + random.below(most - fewest + 1) };
    for _ in 0..plies {
        let position = game.position();
        let ahead = Move::Step(position.shortest_path(position.turn())[1]);
        let mv = if random.chance(AHEAD) && position.is_legal(ahead) {
            ahead
        } else {
            random.pick(&position.legal_moves().iter().collect::<Vec<_>>())?
        };
        game.play(mv).ok()?;
        if game.position().outcome().is_some() {
            return None;
        }
    }
    if random.chance(DEALT_ANEW) { dealt_anew(game.position(), random) } else { Some(game) }
}

/// The same board with other numbers of walls left, at most ten each: any that the rules know, by
/// which players begin with the same number.
fn dealt_anew(position: &Position, random: &mut Random) -> Option<Game> {
    let deal = |south: u8, north: u8| {
        let mut setup: Setup = position.setup();
        setup.walls_left[Player::South] = south;
        setup.walls_left[Player::North] = north;
        setup.position().ok()
    };
    let dealt: Vec<Position> = (0..=10)
        .flat_map(|south| (0..=10).map(move |north| (south, north)))
        .filter_map(|(south, north)| deal(south, north))
        .collect();
    random.pick(&dealt).map(Game::new)
}

fn is_even(position: &Position) -> bool {
    let more =
        |of: &dyn Fn(Player) -> u8| i32::from(of(Player::South)) - i32::from(of(Player::North));
    let nearer = -more(&|player| position.distance(player));
    let walls = more(&|player| position.walls_left(player));
    (STEP * nearer + WALL * walls).abs() <= MOST_APART
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_varied_and_the_same_every_time() {
        let openings: Vec<Game> = (0..400).map(|seed| opening(&mut Random::new(seed))).collect();
        assert_eq!(openings[7], opening(&mut Random::new(7)));
        let positions: std::collections::HashSet<Position> =
            openings.iter().map(|game| *game.position()).collect();
        assert!(positions.len() > 350, "{}", positions.len());
        assert!(openings.iter().all(|game| game.position().outcome().is_none()));
        let unequal = |game: &&Game| {
            let left = |player| i32::from(game.position().walls_left(player));
            (left(Player::South) - left(Player::North)).abs() >= 3
        };
        let unequal = openings.iter().filter(unequal).count();
        assert!((20..200).contains(&unequal), "{unequal}");
        let uneven = openings.iter().filter(|game| !is_even(game.position())).count();
        assert!((5..100).contains(&uneven), "{uneven}");
    }
}
