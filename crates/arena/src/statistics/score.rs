//! Games counted by how they ended.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Not};

use quoridor_core::{Outcome, Player};

use super::binomial::clopper_pearson;
use super::{CONFIDENCE, Estimate, Evidence, Interval};

/// How a game ended for one of two players. `!` is how it ended for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// It lost.
    Loss,
    /// It was drawn.
    Draw,
    /// It won.
    Win,
}

impl GameResult {
    /// The result of an outcome for a player.
    pub fn of(outcome: Outcome, player: Player) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(winner) if winner == player => Self::Win,
            Outcome::Win(_) => Self::Loss,
        }
    }

    /// Its points, counted in halves: 0, 1 or 2.
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

impl Not for GameResult {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// How many games a player won, drew and lost. `!` is the score of its opponent.
///
/// ```
/// use quoridor_arena::statistics::{Evidence, Score};
/// let score = Score { wins: 136, draws: 111, losses: 96 };
/// assert_eq!(format!("{:.2}", score.elo().unwrap()), "40.70 [10.32, 71.18]");
/// assert_eq!(score + !score, Score { wins: 232, draws: 222, losses: 232 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The games that were not drawn.
    pub const fn decided(&self) -> u64 {
        self.wins + self.losses
    }

    /// A win is one point, a draw half of one.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of the decided games that were won, with its exact (Clopper–Pearson) interval;
    /// `None` if no game was decided.
    pub fn wins_of_decided(&self) -> Option<Estimate> {
        let interval: Interval = clopper_pearson(self.wins, self.decided(), CONFIDENCE)?;
        Some(Estimate { value: self.wins as f64 / self.decided() as f64, interval })
    }
}

impl Evidence for Score {
    type Counts = [u64; 3];
    const GAMES_A_UNIT: u32 = 1;

    fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl From<GameResult> for Score {
    fn from(result: GameResult) -> Self {
        let one = |which| u64::from(result == which);
        Self {
            wins: one(GameResult::Win),
            draws: one(GameResult::Draw),
            losses: one(GameResult::Loss),
        }
    }
}

impl Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::default(), Add::add)
    }
}

impl FromIterator<GameResult> for Score {
    fn from_iter<I: IntoIterator<Item = GameResult>>(results: I) -> Self {
        results.into_iter().map(Self::from).sum()
    }
}

impl Not for Score {
    type Output = Self;

    fn not(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// Wins, draws and losses, as in `+3 =1 -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted() {
        use GameResult::{Draw, Loss, Win};
        let score: Score = [Win, Win, Draw, Loss, Win].into_iter().collect();
        assert_eq!(score, Score { wins: 3, draws: 1, losses: 1 });
        assert_eq!((score.games(), score.decided(), score.points()), (5, 4, 3.5));
        assert_eq!(score.to_string(), "+3 =1 -1");
        assert_eq!(GameResult::of(Outcome::Win(Player::North), Player::South), Loss);
        assert_eq!(!GameResult::of(Outcome::Win(Player::North), Player::South), Win);
    }

    /// Respall et al. 2018, Table 1.
    #[test]
    fn of_the_decided_games_so_many_were_won() {
        let share = Score { wins: 97, draws: 40, losses: 113 }
            .wins_of_decided()
            .unwrap()
            .map(|share| share * 100.0);
        assert_eq!(format!("{share:.1}"), "46.2 [39.3, 53.2]");
        assert_eq!(Score { draws: 3, ..Score::default() }.wins_of_decided(), None);
    }
}
