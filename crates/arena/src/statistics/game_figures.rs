//! Figures of games: length, branching factor, search depth, and the first player's advantage.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use super::{ClusteredMean, Distribution, GameResult, Score};
use quoridor_store::PlayedGame;

/// Figures of games that were played.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GameFigures {
    /// The score of the player who moved first: the first player's advantage. With more than two
    /// players, a fair share of the wins is not one half.
    pub first_player: Score,
    /// How many moves of all players together the games had, openings included.
    pub length: Distribution,
    /// How many legal moves there were to choose from, in every position in which a player chose.
    pub branching: Distribution,
    /// How many moves ahead the players looked, for every move that they chose.
    pub depth: Distribution,
    /// The mean number of legal moves, with an interval that takes games as independent and not
    /// positions.
    pub mean_branching: ClusteredMean,
    /// The mean depth, with such an interval.
    pub mean_depth: ClusteredMean,
}

impl GameFigures {
    /// The figures of one game.
    pub fn of(played: &PlayedGame) -> Self {
        let game = &played.game;
        let chosen = &game.positions()[played.opening.min(game.moves().len())..game.moves().len()];
        let branching: Distribution =
            chosen.iter().map(|position| position.legal_moves().len() as u64).collect();
        let depth: Distribution =
            played.move_stats.iter().map(|stats| u64::from(stats.depth)).collect();
        let mean =
            |numbers: &Distribution| ClusteredMean::of(numbers.count(), numbers.total() as u64);
        Self {
            first_player: GameResult::of(played.outcome(), game.start().turn()).into(),
            length: [game.moves().len() as u64].into_iter().collect(),
            mean_branching: mean(&branching),
            mean_depth: mean(&depth),
            branching,
            depth,
        }
    }

    /// How many games there are.
    pub const fn games(&self) -> u64 {
        self.first_player.games()
    }
}

impl Add for GameFigures {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl AddAssign for GameFigures {
    fn add_assign(&mut self, other: Self) {
        self.first_player += other.first_player;
        self.length += other.length;
        self.branching += other.branching;
        self.depth += other.depth;
        self.mean_branching += other.mean_branching;
        self.mean_depth += other.mean_depth;
    }
}

impl Sum for GameFigures {
    fn sum<I: Iterator<Item = Self>>(figures: I) -> Self {
        figures.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::{ByPlayer, Ending, Game, Player, Seats};

    use super::*;
    use quoridor_store::{MoveStats, Reason};

    /// 131 legal moves at the start; after `e2` North has 3 steps and 128 walls; after `e3h` there
    /// are 124 walls, and South has 4 steps.
    #[test]
    fn by_hand() {
        let mut game = Game::default();
        ["e2", "e3h", "d2"].iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let move_stats = [3, 5].map(|depth| MoveStats { depth, ..MoveStats::default() }).to_vec();
        let played = PlayedGame {
            players: ByPlayer::new(Seats::Two, |player| player.to_string()),
            game,
            opening: 1,
            move_stats,
            reason: Reason::Resigns(Player::South),
        };
        let figures = GameFigures::of(&played);
        assert_eq!(figures.first_player, Score { losses: 1, ..Score::default() });
        assert_eq!(figures.length.mean(), Some(3.0));
        assert_eq!(figures.branching, [131, 4 + 124].into_iter().collect());
        assert_eq!(figures.depth.mean(), Some(4.0));
        let won = GameFigures::of(&PlayedGame {
            reason: Reason::Over(Ending::Goal(Player::South)),
            ..played
        });
        let both = figures.clone() + won;
        assert_eq!((both.games(), both.first_player.points()), (2, 1.0));
        assert_eq!(both.mean_branching.mean().unwrap().value, 129.5);
        assert_eq!(
            [figures.clone(), figures].into_iter().sum::<GameFigures>().branching.count(),
            4
        );
    }
}
