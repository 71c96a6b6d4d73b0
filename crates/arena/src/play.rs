//! Playing one game.

use std::sync::atomic::AtomicBool;

use quoridor_core::{ByPlayer, Game, Move};

use crate::control::{Allowance, Control, clocks};
use crate::participant::{Fault, Participant};
use crate::referee::Rules;
use quoridor_store::{MoveStats, PlayedGame, Reason};

/// Plays a game from an opening, which must not be over, to its end, each player with its limits.
/// `None` if it was stopped before.
///
/// A player loses by an illegal move, no answer, or an answer after its time.
pub fn play(
    names: ByPlayer<String>,
    controls: &ByPlayer<Control>,
    participants: &mut ByPlayer<Box<dyn Participant + '_>>,
    opening: Game,
    rules: &Rules,
    stop: &AtomicBool,
) -> Option<PlayedGame> {
    let plies = opening.moves().len();
    let mut board = Board { game: opening, move_stats: Vec::new(), controls, rules, stop };
    let reason = match board.begin(participants) {
        Ok(()) => board.play(participants)?,
        Err(reason) => reason?,
    };
    Some(PlayedGame {
        players: names,
        game: board.game,
        opening: plies,
        move_stats: board.move_stats,
        reason,
    })
}

struct Board<'a> {
    game: Game,
    move_stats: Vec<MoveStats>,
    controls: &'a ByPlayer<Control>,
    rules: &'a Rules,
    stop: &'a AtomicBool,
}

impl Board<'_> {
    /// Prepares all participants for the game; the error is the reason why it is over already, if
    /// it was not interrupted.
    fn begin(
        &self,
        participants: &mut ByPlayer<Box<dyn Participant + '_>>,
    ) -> Result<(), Option<Reason>> {
        let start = self.game.start();
        let mut players = start.seats().players().iter();
        players.try_for_each(|&player| {
            participants[player].begin(start, self.stop).map_err(|fault| fault.reason(player))
        })
    }

    /// Plays to the end and returns its reason; `None` if the game was interrupted.
    fn play(&mut self, participants: &mut ByPlayer<Box<dyn Participant + '_>>) -> Option<Reason> {
        let mut clocks = clocks(self.controls);
        loop {
            if let Some(reason) = self.rules.verdict(&self.game, &self.move_stats) {
                return Some(reason);
            }
            let player = self.game.position().turn();
            let allowance = Allowance {
                limits: self.controls[player].limits,
                clocks,
                margin: self.rules.margin,
            };
            let chosen = participants[player].choose(&self.game, &allowance, self.stop);
            let accepted =
                chosen.and_then(|(mv, stats)| self.accept(mv, &stats, &allowance).map(|()| stats));
            let stats = match accepted {
                Ok(stats) => stats,
                Err(fault) => return fault.reason(player),
            };
            let clock = clocks.as_mut().and_then(|clocks| {
                let clock = &mut clocks[player];
                clock.left =
                    clock.left.map(|left| left.saturating_sub(stats.time) + clock.increment);
                clock.left
            });
            self.move_stats.push(MoveStats { clock, ..stats });
        }
    }

    /// Makes the move, if it is in time and legal.
    fn accept(&mut self, mv: Move, stats: &MoveStats, allowance: &Allowance) -> Result<(), Fault> {
        let player = self.game.position().turn();
        if allowance.time(player).is_some_and(|time| stats.time > time) {
            return Err(Fault::Late);
        }
        self.game.play(mv).map_err(|_| Fault::Illegal(mv.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quoridor_core::{Ending, Player, Position, Seats};

    use super::*;

    /// Plays given moves, each after the same time.
    struct Puppet {
        moves: Vec<&'static str>,
        time: Duration,
    }

    impl Participant for Puppet {
        fn begin(&mut self, _start: &Position, _: &AtomicBool) -> Result<(), Fault> {
            if self.moves.is_empty() { Err(Fault::Disconnected) } else { Ok(()) }
        }

        fn choose(
            &mut self,
            _: &Game,
            _: &Allowance,
            _: &AtomicBool,
        ) -> Result<(Move, MoveStats), Fault> {
            let text = self.moves.remove(0);
            let mv: Move = text.parse().map_err(|_| Fault::Illegal(text.to_owned()))?;
            let stats = MoveStats { time: self.time, depth: 1, nodes: 2, ..MoveStats::default() };
            Ok((mv, stats))
        }
    }

    fn played(south: &[&'static str], north: &[&'static str], rules: &Rules) -> PlayedGame {
        timed(south, north, rules, [Control::default(); 2])
    }

    fn timed(
        south: &[&'static str],
        north: &[&'static str],
        rules: &Rules,
        controls: [Control; 2],
    ) -> PlayedGame {
        let time = Duration::from_millis(300);
        let names = ByPlayer::new(Seats::Two, |player| player.to_string());
        let mut puppets = ByPlayer::new(Seats::Two, |player| {
            let moves = if player == Player::South { south } else { north }.to_vec();
            Box::new(Puppet { moves, time }) as Box<dyn Participant>
        });
        let controls =
            ByPlayer::new(Seats::Two, |player| controls[usize::from(player == Player::North)]);
        play(names, &controls, &mut puppets, Game::default(), rules, &AtomicBool::new(false))
            .unwrap()
    }

    #[test]
    fn a_game_goes_on_to_its_goal() {
        let south = ["e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9"];
        let north = ["e8", "e7", "e6", "d6", "d7", "d8", "c8"];
        let game = played(&south, &north, &Rules::default());
        assert_eq!(
            game.reason,
            Reason::Over(Ending::Goal(Player::South)),
            "{}",
            game.game.position()
        );
        assert_eq!((game.game.moves().len(), game.move_stats.len()), (15, 15));
        let stats = MoveStats {
            time: Duration::from_millis(300),
            depth: 1,
            nodes: 2,
            ..MoveStats::default()
        };
        assert_eq!(game.move_stats[0], stats);
    }

    #[test]
    fn faults_lose_the_game() {
        let illegal = |mv: &str| Reason::IllegalMove(Player::North, mv.to_owned());
        assert_eq!(played(&["e2"], &["e7"], &Rules::default()).reason, illegal("e7"));
        assert_eq!(played(&["e2"], &["(none)"], &Rules::default()).reason, illegal("(none)"));
        assert_eq!(
            played(&["e2"], &[], &Rules::default()).reason,
            Reason::Disconnects(Player::North)
        );
    }

    #[test]
    fn clocks_run_down_and_out() {
        let control = Control { clock: "0.5+0.1".parse().ok(), ..Control::default() };
        let rules = Rules { margin: Duration::from_millis(50), ..Rules::default() };
        // 500 - 300 + 100, then 300 - 300 + 100; then 100 + 50 are not enough.
        let game = timed(&["e2", "e3", "e4"], &["e8", "e7", "e6"], &rules, [control; 2]);
        assert_eq!(game.reason, Reason::LosesOnTime(Player::South));
        let clocks: Vec<u128> =
            game.move_stats.iter().map(|stats| stats.clock.unwrap().as_millis()).collect();
        assert_eq!(clocks, [300, 300, 100, 100]);
        // A player without a clock does not lose on time.
        let game =
            timed(&["e2", "e3", "e4"], &["e8", "e7", "e6"], &rules, [Control::default(), control]);
        assert_eq!(game.reason, Reason::LosesOnTime(Player::North));
        let clocks: Vec<bool> = game.move_stats.iter().map(|stats| stats.clock.is_some()).collect();
        assert_eq!(clocks, [false, true, false, true, false]);
    }
}
