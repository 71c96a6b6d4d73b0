//! Playing one game.

use std::sync::atomic::AtomicBool;

use quoridor_core::{ByPlayer, Game};

use crate::control::{Allowance, Control, clocks};
use crate::participant::{Answer, Fault, Participant};
use crate::referee::Rules;
use quoridor_store::{PlayedGame, Reason, Thought};

/// Plays a game on from an opening, which must not be over, to its end, each player with what it
/// may use up. `None` if it was stopped before.
///
/// Whoever does something wrong loses: an illegal move, no answer, an answer that comes too late.
pub fn play(
    names: ByPlayer<String>,
    controls: &ByPlayer<Control>,
    participants: &mut ByPlayer<Box<dyn Participant + '_>>,
    opening: Game,
    rules: &Rules,
    stop: &AtomicBool,
) -> Option<PlayedGame> {
    let plies = opening.moves().len();
    let mut board = Board { game: opening, thoughts: Vec::new(), controls, rules, stop };
    let reason = match board.begin(participants) {
        Ok(()) => board.play(participants)?,
        Err(reason) => reason?,
    };
    Some(PlayedGame {
        players: names,
        game: board.game,
        opening: plies,
        thoughts: board.thoughts,
        reason,
    })
}

struct Board<'a> {
    game: Game,
    thoughts: Vec<Thought>,
    controls: &'a ByPlayer<Control>,
    rules: &'a Rules,
    stop: &'a AtomicBool,
}

impl Board<'_> {
    /// Tells everybody that a game begins; the error is why it is already over, if it is not broken
    /// off.
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

    /// Plays to the end, and says why it was the end; `None` if the game was broken off.
    fn play(&mut self, participants: &mut ByPlayer<Box<dyn Participant + '_>>) -> Option<Reason> {
        let mut clocks = clocks(self.controls);
        loop {
            if let Some(reason) = self.rules.verdict(&self.game, &self.thoughts) {
                return Some(reason);
            }
            let player = self.game.position().turn();
            let allowance = Allowance {
                limits: self.controls[player].limits,
                clocks,
                margin: self.rules.margin,
            };
            let chosen = participants[player].choose(&self.game, &allowance, self.stop);
            let answer = match chosen.and_then(|answer| self.accept(answer, &allowance)) {
                Ok(answer) => answer,
                Err(fault) => return fault.reason(player),
            };
            let clock = clocks.as_mut().and_then(|clocks| {
                let clock = &mut clocks[player];
                clock.left =
                    clock.left.map(|left| left.saturating_sub(answer.time) + clock.increment);
                clock.left
            });
            let Answer { time, value, depth, nodes, .. } = answer;
            self.thoughts.push(Thought { time, clock, value, depth, nodes });
        }
    }

    /// Makes the move, if it is in time and legal.
    fn accept(&mut self, answer: Answer, allowance: &Allowance) -> Result<Answer, Fault> {
        let player = self.game.position().turn();
        if allowance.time(player).is_some_and(|time| answer.time > time) {
            return Err(Fault::Late);
        }
        self.game.play(answer.mv).map_err(|_| Fault::Illegal(answer.mv.to_string()))?;
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quoridor_core::{Ending, Move, Player, Position, Seats};

    use super::*;

    /// Answers what it is told to, each time after the same time.
    struct Puppet {
        moves: Vec<&'static str>,
        time: Duration,
    }

    impl Participant for Puppet {
        fn begin(&mut self, _start: &Position, _: &AtomicBool) -> Result<(), Fault> {
            if self.moves.is_empty() { Err(Fault::Disconnected) } else { Ok(()) }
        }

        fn choose(&mut self, _: &Game, _: &Allowance, _: &AtomicBool) -> Result<Answer, Fault> {
            let text = self.moves.remove(0);
            let mv: Move = text.parse().map_err(|_| Fault::Illegal(text.to_owned()))?;
            Ok(Answer { mv, time: self.time, value: None, depth: 1, nodes: 2 })
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
        assert_eq!((game.game.moves().len(), game.thoughts.len()), (15, 15));
        let thought =
            Thought { time: Duration::from_millis(300), depth: 1, nodes: 2, ..Thought::default() };
        assert_eq!(game.thoughts[0], thought);
    }

    #[test]
    fn whoever_errs_loses() {
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
            game.thoughts.iter().map(|thought| thought.clock.unwrap().as_millis()).collect();
        assert_eq!(clocks, [300, 300, 100, 100]);
        // Whoever has no clock cannot lose by it.
        let game =
            timed(&["e2", "e3", "e4"], &["e8", "e7", "e6"], &rules, [Control::default(), control]);
        assert_eq!(game.reason, Reason::LosesOnTime(Player::North));
        let clocks: Vec<bool> =
            game.thoughts.iter().map(|thought| thought.clock.is_some()).collect();
        assert_eq!(clocks, [false, true, false, true, false]);
    }
}
