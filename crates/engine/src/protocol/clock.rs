//! Time on the clock becomes time for a move.

use std::time::Duration;

use crate::limits::Limits;

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// The time left; `None` if it was not given.
    pub left: Option<Duration>,
    /// The increment per move.
    pub increment: Duration,
}

/// The number of moves that a game is assumed to go on for: a long one does.
const MOVES_TO_COME: u32 = 30;

/// The reserve that is never used: players may take 50 ms more than they were given, and the answer
/// has to reach the other side.
const RESERVE: Duration = Duration::from_millis(100);

/// The least that a move gets, however little is left.
const LEAST: Duration = Duration::from_millis(1);

impl Clock {
    /// The time for a move: a thirtieth of what is left (or the share of a move, if fewer are to be
    /// made before more time comes) and four fifths of the increment, but never the last 100 ms.
    /// `None` without a clock.
    pub fn time_for_a_move(&self, moves_to_go: Option<u32>) -> Option<Duration> {
        let left = self.left?;
        let moves = moves_to_go.unwrap_or(MOVES_TO_COME).clamp(1, MOVES_TO_COME);
        let share = left / moves + self.increment * 4 / 5;
        Some(share.min(left.saturating_sub(RESERVE)).max(LEAST))
    }

    /// The most that a hard move may take: three times as much as any other, but no more than a
    /// fifth of what is left. `None` without a clock.
    fn stretch_for_a_move(&self, moves_to_go: Option<u32>) -> Option<Duration> {
        let time = self.time_for_a_move(moves_to_go)?;
        Some((time * 3).min(self.left.unwrap_or_default() / 5).max(time))
    }

    /// Limits of a search, and the time that this clock allows for a move. Of two times the shorter
    /// counts; only if the clock alone limits the time is there anything to be saved for later
    /// moves.
    pub fn limit(&self, limits: Limits, moves_to_go: Option<u32>) -> Limits {
        let time = limits.time.into_iter().chain(self.time_for_a_move(moves_to_go)).min();
        let stretch = self.stretch_for_a_move(moves_to_go).filter(|_| limits.time.is_none());
        Limits { time, stretch, ..limits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(left: u64, increment: u64, moves_to_go: Option<u32>) -> u128 {
        let clock = Clock {
            left: Some(Duration::from_millis(left)),
            increment: Duration::from_millis(increment),
        };
        clock.time_for_a_move(moves_to_go).unwrap().as_millis()
    }

    #[test]
    fn a_share_of_the_clock_and_most_of_the_increment() {
        assert_eq!(milliseconds(60_000, 0, None), 2_000);
        assert_eq!(milliseconds(60_000, 1_000, None), 2_800);
        assert_eq!(milliseconds(60_000, 0, Some(10)), 6_000);
        assert_eq!(milliseconds(60_000, 0, Some(1_000)), 2_000);
    }

    #[test]
    fn the_reserve_is_kept() {
        assert_eq!(milliseconds(1_000, 60_000, None), 900);
        assert_eq!(milliseconds(1_000, 0, Some(0)), 900);
        assert_eq!(milliseconds(100, 0, None), 1);
        assert_eq!(milliseconds(0, 0, None), 1);
    }

    /// Twice as many moves as the rule counts on, and 50 ms too much for every one of them.
    #[test]
    fn a_minute_is_enough_for_a_long_game() {
        for increment in [0, 60, 1_000] {
            let mut clock = Clock {
                left: Some(Duration::from_secs(60)),
                increment: Duration::from_millis(increment),
            };
            for mv in 1..=60 {
                // One move in four is a hard one.
                let time = if mv % 4 == 0 {
                    clock.stretch_for_a_move(None)
                } else {
                    clock.time_for_a_move(None)
                };
                let spent = time.unwrap() + Duration::from_millis(50);
                let left = clock.left.unwrap().checked_sub(spent);
                clock.left = Some(
                    left.unwrap_or_else(|| panic!("lost on time in move {mv}")) + clock.increment,
                );
            }
        }
    }

    #[test]
    fn no_clock_no_time() {
        assert_eq!(Clock::default().time_for_a_move(None), None);
    }
}
