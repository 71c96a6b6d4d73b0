//! A finished game, with its players and the statistics of its moves.

use std::fmt;
use std::time::Duration;

use quoridor_core::{ByPlayer, Ending, Game, Outcome, Player, Seats};
use quoridor_engine::{Fnv, Value};

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// The players' names, by seat.
    pub players: ByPlayer<String>,
    /// The start and all moves, the opening's included.
    pub game: Game,
    /// How many of the moves were given and not chosen by the players.
    pub opening: usize,
    /// The statistics of each move after the opening, in order.
    pub move_stats: Vec<MoveStats>,
    /// Why it ended.
    pub reason: Reason,
}

impl PlayedGame {
    /// The points of each player: one point is shared. A player who forfeits or is out gets
    /// nothing.
    pub fn points(&self) -> ByPlayer<f64> {
        let out = self.game.out();
        let is_in = |player| self.reason.forfeited_by() != Some(player) && !out.contains(player);
        points(self.outcome(), self.game.position().seats(), is_in)
    }

    /// The result of the game.
    pub fn outcome(&self) -> Outcome {
        self.reason.outcome(&self.game)
    }

    /// A number that two games share if the same players made the same moves from the same start on
    /// in the same seats: a repeated game is no new evidence. The same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::default();
        for name in self.players.values() {
            hash.text(name);
        }
        hash.text(&self.game.start().to_string());
        for mv in self.game.moves() {
            hash.text(&mv.to_string());
        }
        hash.value()
    }
}

/// The points of each player: one point, shared in a draw by the players who are still in the game.
pub(crate) fn points(
    outcome: Outcome,
    seats: Seats,
    is_in: impl Fn(Player) -> bool,
) -> ByPlayer<f64> {
    let sharing = seats.players().iter().filter(|&&player| is_in(player)).count();
    ByPlayer::new(seats, |player| match outcome {
        Outcome::Win(winner) => f64::from(u8::from(player == winner)),
        Outcome::Draw if is_in(player) => 1.0 / sharing as f64,
        Outcome::Draw => 0.0,
    })
}

/// The statistics of a move: time, clock, and the search behind it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct MoveStats {
    /// The time that the move took.
    pub time: Duration,
    /// The clock after the move, the increment included; `None` without a clock.
    pub clock: Option<Duration>,
    /// The evaluation for the player who moved; `None` without one.
    pub value: Option<Value>,
    /// The search depth, in plies.
    pub depth: u32,
    /// Nodes searched, or simulations.
    pub nodes: u64,
}

/// Why a game ended.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By the rules, or by what was agreed on beside them.
    Over(Ending),
    /// By agreement of the referee: the players thought for long that nothing would happen any
    /// more.
    AgreedDraw,
    /// A player gave up, or the referee did for it.
    Resigns(Player),
    /// A player's move was not legal: the move as it was sent.
    IllegalMove(Player, String),
    /// A player took longer than its time.
    LosesOnTime(Player),
    /// A player's program ended or closed its output.
    Disconnects(Player),
    /// A player's program gave no answer for much longer than its time.
    Stalls(Player),
    /// Of three or four players, all others have left the game.
    LastPlayer(Player),
}

impl Reason {
    /// Who lost by something other than the game itself.
    pub const fn forfeited_by(&self) -> Option<Player> {
        match self {
            Self::Over(_) | Self::AgreedDraw | Self::LastPlayer(_) => None,
            Self::Resigns(player)
            | Self::IllegalMove(player, _)
            | Self::LosesOnTime(player)
            | Self::Disconnects(player)
            | Self::Stalls(player) => Some(*player),
        }
    }

    /// The result of a game that ended for this reason. If one of two players forfeits, the other
    /// wins; of more, the others share the game.
    pub fn outcome(&self, game: &Game) -> Outcome {
        match (self, self.forfeited_by()) {
            (Self::Over(ending), _) => ending.outcome(),
            (Self::LastPlayer(winner), _) => Outcome::Win(*winner),
            (_, Some(loser)) if game.start().seats() == Seats::Two => {
                Outcome::Win(loser.opposite())
            }
            _ => Outcome::Draw,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(ending) => ending.fmt(f),
            Self::AgreedDraw => f.write_str("draw by adjudication"),
            Self::Resigns(player) => write!(f, "{player} resigns"),
            Self::IllegalMove(player, mv) => write!(f, "{player} makes an illegal move: {mv}"),
            Self::LosesOnTime(player) => write!(f, "{player} loses on time"),
            Self::Disconnects(player) => write!(f, "{player} disconnects"),
            Self::Stalls(player) => write!(f, "{player}'s connection stalls"),
            Self::LastPlayer(player) => write!(f, "{player} wins: all others have left"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(moves: &str, reason: Reason) -> PlayedGame {
        let mut game = Game::default();
        moves.split_whitespace().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let players = ByPlayer::new(Seats::Two, |player| player.to_string());
        PlayedGame { players, game, opening: 0, move_stats: Vec::new(), reason }
    }

    #[test]
    fn a_forfeit_gets_nothing() {
        let game = played("e2", Reason::LosesOnTime(Player::North));
        assert_eq!(game.outcome(), Outcome::Win(Player::South));
        assert_eq!(game.points().values().copied().collect::<Vec<_>>(), [1.0, 0.0]);
        let game = played("e2", Reason::AgreedDraw);
        assert_eq!(game.points().values().copied().collect::<Vec<_>>(), [0.5, 0.5]);
    }

    #[test]
    fn of_four_players_three_share_what_one_forfeits() {
        let variant = quoridor_core::Variant::default();
        let start = quoridor_core::Position::start(quoridor_core::Variant {
            seats: Seats::Four,
            walls: 5,
            ..variant
        });
        let players = ByPlayer::new(Seats::Four, |player| player.to_string());
        let reason = Reason::Resigns(Player::West);
        let game = PlayedGame {
            players,
            game: Game::new(start),
            opening: 0,
            move_stats: Vec::new(),
            reason,
        };
        assert_eq!(game.outcome(), Outcome::Draw);
        let third = 1.0 / 3.0;
        assert_eq!(game.points().values().copied().collect::<Vec<_>>(), [third, 0.0, third, third]);
    }

    #[test]
    fn only_the_same_game_of_the_same_players_has_the_same_fingerprint() {
        let first = played("e2 e8", Reason::AgreedDraw);
        assert_eq!(
            first.fingerprint(),
            played("e2 e8", Reason::Resigns(Player::South)).fingerprint()
        );
        assert_ne!(first.fingerprint(), played("e2 d9", Reason::AgreedDraw).fingerprint());
        let mut other = first.clone();
        other.players = ByPlayer::new(Seats::Two, |_| "random".to_owned());
        assert_ne!(first.fingerprint(), other.fingerprint());
    }
}
