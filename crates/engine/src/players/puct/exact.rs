//! Positions that need no network: exact results.

use std::collections::HashMap;

use quoridor_core::{Position, WallSet};

use super::proof::Proof;
use crate::race::Race;
use crate::run::unstoppable_run;

/// Exact knowledge about a position, without a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exact {
    Proved(Proof),
    /// Neither player can win a race.
    Draw,
}

/// How many solved races are kept for one game: about 13 MiB.
const MOST_RACES: usize = 1000;

/// Solved races, by their walls.
#[derive(Debug)]
pub struct Races {
    by_walls: HashMap<WallSet, Race>,
    /// How many are kept.
    most: usize,
}

impl Default for Races {
    fn default() -> Self {
        Self::keeping(MOST_RACES)
    }
}

impl Races {
    /// Room for a number of races, 13 KiB each.
    pub fn keeping(most: usize) -> Self {
        Self { by_walls: HashMap::new(), most }
    }

    fn race(&mut self, position: &Position) -> &mut Race {
        if self.by_walls.len() >= self.most && !self.by_walls.contains_key(&position.walls()) {
            self.by_walls.clear();
        }
        self.by_walls.entry(position.walls()).or_insert_with(Race::unsolved)
    }

    /// The exact result of a position, if it can be told without a search.
    ///
    /// If only one player has walls left and wins the race without placing any, it wins: it need
    /// not place one.
    pub(super) fn exact(&mut self, position: &Position) -> Option<Exact> {
        let (player, opponent) = (position.turn(), position.turn().opposite());
        if let Some(winner) = position.winner() {
            let proof = if winner == player { Proof::Win(0) } else { Proof::Loss(0) };
            return Some(Exact::Proved(proof));
        }
        if position.legal_steps().intersects(position.goals(player)) {
            return Some(Exact::Proved(Proof::Win(1)));
        }
        let (own_walls, other_walls) =
            (position.walls_left(player) > 0, position.walls_left(opponent) > 0);
        if own_walls && other_walls {
            return None;
        }
        // A run decides the race without a solution; but one who has walls left may stop the other.
        if let Some(plies) = unstoppable_run(position, player) {
            return (!other_walls).then_some(Exact::Proved(Proof::Win(plies as u16)));
        }
        if let Some(plies) = unstoppable_run(position, opponent) {
            return (!own_walls).then_some(Exact::Proved(Proof::Loss(plies as u16)));
        }
        let race = self.race(position);
        // Only the wins that no wall can stop are of use, so only those are solved.
        let win = if other_walls { None } else { race.plies_to_win(player, position) };
        if let Some(plies) = win {
            return Some(Exact::Proved(Proof::Win(plies.into())));
        }
        let loss = if own_walls { None } else { race.plies_to_win(opponent, position) };
        if let Some(plies) = loss {
            return Some(Exact::Proved(Proof::Loss(plies.into())));
        }
        (!own_walls && !other_walls).then_some(Exact::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::RaceValue;
    use crate::random::Random;
    use quoridor_core::Move;

    /// Runs only spare the solution of races: the winner is that of the solution.
    #[test]
    fn races_have_the_winners_of_their_solutions() {
        let (mut random, mut races, mut seen) = (Random::new(11), Races::default(), [0; 3]);
        for _ in 0..300 {
            let mut position = Position::default();
            while position.outcome().is_none() {
                let (player, opponent) = (position.turn(), position.turn().opposite());
                let has_walls = [player, opponent].map(|player| position.walls_left(player) > 0);
                let is_near = position.legal_steps().intersects(position.goals(player));
                if has_walls != [true, true] && !is_near {
                    let expected = match (Race::solve(&position).value_of(&position), has_walls) {
                        (RaceValue::Win(_), [_, false]) => Some(1),
                        (RaceValue::Loss(_), [false, _]) => Some(-1),
                        (RaceValue::Draw, [false, false]) => Some(0),
                        _ => None,
                    };
                    let found = races.exact(&position).map(|exact| match exact {
                        Exact::Proved(Proof::Win(_)) => 1,
                        Exact::Proved(Proof::Loss(_)) => -1,
                        Exact::Draw => 0,
                    });
                    assert_eq!(found, expected, "{position}");
                    seen[usize::from(has_walls[0]) + 2 * usize::from(has_walls[1])] += 1;
                }
                let walls: Vec<Move> = position.legal_walls().iter().map(Move::Wall).collect();
                let steps: Vec<Move> = position.legal_steps().iter().map(Move::Step).collect();
                let places_wall = player == quoridor_core::Player::South || random.chance(0.4);
                let wall = if places_wall { random.pick(&walls) } else { None };
                position.play_unchecked(wall.or_else(|| random.pick(&steps)).expect("a step"));
                if position.all_walls_left().values().all(|&left| left == 0) && random.chance(0.2) {
                    break;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }
}
