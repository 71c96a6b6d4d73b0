//! A competition, counted at MOVECAP.

use quoridor_arena::statistics::{ClusteredMean, GameResult, Score};
use quoridor_core::{Outcome, Player};
use quoridor_literature::glendenning_2005::champions;
use quoridor_report::{Figure, Quantity};
use quoridor_store::PlayedGame;

use crate::compare;
use crate::games::Played;

/// The champion of population 7, which won both competitions, and that of population 5, which won
/// no game.
pub(super) const BEST: &str = "psi1";
pub(super) const WORST: &str = "omega1";

/// MOVECAP, in moves of both players: a longer game is a draw.
pub(super) const MOVE_CAP: usize = 182;

/// The moves up to which games are played here.
pub(super) const LONGEST: usize = 364;

pub(super) struct Competition {
    pub(super) name: &'static str,
    pub(super) seconds: u64,
    pub(super) nodes: u64,
    pub(super) played: Played,
}

impl Competition {
    /// The result of a game for a player: a draw if it is longer than the cap.
    fn result(game: &PlayedGame, player: Player) -> GameResult {
        let is_over = game.game.moves().len() <= MOVE_CAP;
        GameResult::of(if is_over { game.outcome() } else { Outcome::Draw }, player)
    }

    /// The games of the champion at a place.
    pub(super) fn score(&self, place: usize) -> Score {
        let name = self.played.standings.rows().nth(place).map_or("", |(name, _)| name);
        let results = self.played.games.values().flat_map(|game| {
            let own = game.players.iter().filter(|(_, player)| *player == name);
            own.map(|(player, _)| Self::result(game, player)).collect::<Vec<_>>()
        });
        results.collect()
    }

    /// The rank of a champion by games won, from 1.
    pub(super) fn rank(&self, place: usize) -> usize {
        let wins = |place| self.score(place).wins;
        (0..champions::names().count()).filter(|&other| wins(other) > wins(place)).count() + 1
    }
}

/// Means over games.
#[derive(Default)]
pub(super) struct Means {
    pub(super) length: ClusteredMean,
    pub(super) branching: ClusteredMean,
    pub(super) depth: ClusteredMean,
}

/// The means over all games of some competitions, each up to a number of moves.
pub(super) fn means(competitions: &[Competition], most_moves: usize) -> Means {
    let mut means = Means::default();
    for game in competitions.iter().flat_map(|competition| competition.played.games.values()) {
        let moves = game.game.moves().len().min(most_moves);
        let positions = &game.game.positions()[..moves];
        let choices = positions.iter().map(|position| position.legal_moves().len() as u64).sum();
        let thoughts = &game.move_stats[..game.move_stats.len().min(moves)];
        let depth = thoughts.iter().map(|thought| u64::from(thought.depth)).sum();
        means.length += ClusteredMean::of(1, moves as u64);
        means.branching += ClusteredMean::of(moves as u64, choices);
        means.depth += ClusteredMean::of(thoughts.len() as u64, depth);
    }
    means
}

/// The results of the first player.
pub(super) fn first_player(competitions: &[Competition]) -> Score {
    let games = competitions.iter().flat_map(|competition| competition.played.games.values());
    games.map(|game| Competition::result(game, game.game.start().turn())).collect()
}

/// "The average depth was the same for both the fast and slow competitions."
pub(super) fn depth_difference(competitions: &[Competition], margin: f64) -> Option<Figure> {
    let [fast, slow] = competitions else { return None };
    let mean = |competition| means(std::slice::from_ref(competition), MOVE_CAP).depth;
    let (fast, slow) = (compare::sample(&mean(fast))?, compare::sample(&mean(slow))?);
    let decimal = |number| Quantity::Decimal(number, 2);
    let figure = Figure::new("depth, slow minus fast", decimal(slow.mean - fast.mean));
    let test = compare::mean_test(fast, slow, margin);
    Some(figure.beside(decimal(0.0), test).because("\"the same for both\"; half a ply matters"))
}

/// The place of a champion in Table 4.1, from 0.
pub(super) fn place(name: &str) -> usize {
    champions::names().position(|champion| champion == name).unwrap_or_default()
}

/// The champion behind the name of a player.
pub(super) fn champion_of(player: &str) -> &str {
    champions::names().find(|name| player.contains(&format!("={name}@"))).unwrap_or(player)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_and_the_worst_are_in_the_table() {
        let names: Vec<&str> = champions::names().collect();
        assert_eq!((names[place(BEST)], names[place(WORST)]), (BEST, WORST));
        assert_eq!((place(BEST), place(WORST)), (6, 4));
        assert_eq!(champion_of("glendenning-2005:chromosome=xi1@nodes=5"), "xi1");
    }
}
