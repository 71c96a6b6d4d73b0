//! The time that players have left. It follows from the moves: a clock shows what its player's last
//! move left on it, so that it is the same after a restart.

use std::time::Duration;

use quoridor_core::{Game, Player, Position};
use quoridor_store::{MoveStats, TimeControl};

/// The clocks of a game.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    control: TimeControl,
}

impl Clocks {
    /// Clocks that follow a time control.
    pub const fn new(control: TimeControl) -> Self {
        Self { control }
    }

    /// The time control.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// The time that a player had left after its last move.
    pub fn after_last_move(
        &self,
        player: Player,
        game: &Game,
        move_stats: &[MoveStats],
    ) -> Duration {
        let movers = game.positions().iter().map(Position::turn);
        let own = movers.zip(move_stats).rev().filter(|&(mover, _)| mover == player);
        own.filter_map(|(_, stats)| stats.clock).next().unwrap_or(self.control.time)
    }

    /// Whether the clock of the player to move is running: it is from the second move on.
    pub fn is_running(game: &Game) -> bool {
        !game.moves().is_empty() && game.position().outcome().is_none()
    }

    /// The time that a player has left, if the player to move has been thinking for `thought`.
    pub fn left(
        &self,
        player: Player,
        game: &Game,
        move_stats: &[MoveStats],
        thinking: Duration,
    ) -> Duration {
        let left = self.after_last_move(player, game, move_stats);
        let is_thinking = Self::is_running(game) && game.position().turn() == player;
        if is_thinking { left.saturating_sub(thinking) } else { left }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_clock_shows_what_the_last_own_move_left() {
        let clocks = Clocks::new(TimeControl { time: seconds(60), increment: seconds(2) });
        let mut game = Game::default();
        let mut move_stats = Vec::new();
        for (mv, left) in [("e2", 62), ("e8", 55), ("e3", 40)] {
            game.play(mv.parse().unwrap()).unwrap();
            move_stats.push(MoveStats { clock: Some(seconds(left)), ..MoveStats::default() });
        }
        assert_eq!(clocks.after_last_move(Player::South, &game, &move_stats), seconds(40));
        assert_eq!(clocks.after_last_move(Player::North, &game, &move_stats), seconds(55));
        game.undo();
        move_stats.pop();
        assert_eq!(clocks.after_last_move(Player::South, &game, &move_stats), seconds(62));
        assert_eq!(clocks.after_last_move(Player::North, &Game::default(), &[]), seconds(60));
    }

    #[test]
    fn nobody_loses_time_before_the_first_move() {
        let clocks = Clocks::new(TimeControl { time: seconds(60), increment: seconds(2) });
        let mut game = Game::default();
        assert_eq!(clocks.left(Player::South, &game, &[], seconds(30)), seconds(60));
        game.play("e2".parse().unwrap()).unwrap();
        let move_stats = [MoveStats { clock: Some(seconds(60)), ..MoveStats::default() }];
        assert_eq!(clocks.left(Player::North, &game, &move_stats, seconds(30)), seconds(30));
        assert_eq!(clocks.left(Player::South, &game, &move_stats, seconds(30)), seconds(60));
    }
}
