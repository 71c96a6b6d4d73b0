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

    /// The most that a hard move may take: twice as much as any other, but no more than a fifth of
    /// what is left, and never the last 100 ms. Small enough that a player whose moves are all hard
    /// does not lose on time: without an increment a move takes at most a fifteenth of what is
    /// left. `None` without a clock.
    fn stretch_for_a_move(&self, moves_to_go: Option<u32>) -> Option<Duration> {
        let (left, time) = (self.left?, self.time_for_a_move(moves_to_go)?);
        Some((time * 2).min(left / 5).min(left.saturating_sub(RESERVE)).max(time))
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

    /// What is left after some moves, every one of them a hard one, in seconds.
    fn left_after(moves: u32, seconds: u64, increment: u64, late: Duration) -> f64 {
        let mut clock = Clock {
            left: Some(Duration::from_secs(seconds)),
            increment: Duration::from_millis(increment),
        };
        for mv in 1..=moves {
            let spent = clock.stretch_for_a_move(None).unwrap() + late;
            let left = clock.left.unwrap().checked_sub(spent);
            let left = left.unwrap_or_else(|| panic!("{seconds} s: lost on time in move {mv}"));
            clock.left = Some(left + clock.increment);
        }
        clock.left.unwrap().as_secs_f64()
    }

    /// Twice as many moves as the rule counts on, every one a hard one, and 50 ms too much for it.
    #[test]
    fn a_minute_is_enough_for_a_long_game() {
        for increment in [0, 10, 60, 1_000] {
            left_after(60, 60, increment, Duration::from_millis(50));
        }
    }

    /// Closed formula: each move leaves 14/15 of what there was, less what it is late. So does a
    /// clock of seconds with an answer that is 2 ms late.
    #[test]
    fn hard_moves_use_up_a_fifteenth_each() {
        for seconds in [2, 10, 60, 600] {
            for (moves, late) in [(10, 0.002_f64), (30, 0.002), (40, 0.0)] {
                let left = left_after(moves, seconds, 0, Duration::from_secs_f64(late));
                let power = (14.0_f64 / 15.0).powi(moves as i32);
                let expected = (seconds as f64 + 15.0 * late) * power - 15.0 * late;
                assert!((left - expected).abs() < 1e-3, "{seconds} s: {left}, {expected}");
            }
        }
    }

    /// A second is enough for 60 moves, and with any increment for as many as one likes.
    #[test]
    fn quick_answers_never_lose_on_time() {
        let late = Duration::from_millis(1);
        for seconds in [1, 2, 10, 60] {
            left_after(60, seconds, 0, late);
            for increment in [2, 10, 50, 1_000, 5_000] {
                left_after(500, seconds, increment, late);
            }
        }
    }

    /// With 100 ms or less only the least time is spent, hard move or not.
    #[test]
    fn a_hard_move_keeps_the_reserve() {
        for left in [1, 50, 100, 101, 110, 200, 1_000] {
            let clock = Clock { left: Some(Duration::from_millis(left)), ..Clock::default() };
            let reserve = RESERVE.min(Duration::from_millis(left));
            let stretch = clock.stretch_for_a_move(None).unwrap();
            let kept = Duration::from_millis(left).saturating_sub(stretch) + LEAST;
            assert!(kept >= reserve, "{left}: {stretch:?}");
            assert_eq!(clock.stretch_for_a_move(Some(1)), clock.time_for_a_move(Some(1)));
        }
    }

    #[test]
    fn no_clock_no_time() {
        assert_eq!(Clock::default().time_for_a_move(None), None);
    }
}
