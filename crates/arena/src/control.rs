//! How long players may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use quoridor_core::{ByPlayer, Player, Seats};
use quoridor_engine::Limits;
use quoridor_engine::protocol::Clock;

/// What every player may use up: for each move, and by a clock for all of its moves.
///
/// Nothing at all leaves the players to the limits that their options name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Control {
    /// For each move.
    pub limits: Limits,
    /// For all moves of a player.
    pub clock: Option<ClockControl>,
}

/// A clock: `10+0.1` is ten seconds for all moves and a tenth more after each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockControl {
    /// What the clock shows at the beginning.
    pub base: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// What the player to move may use up now.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// For this move.
    pub limits: Limits,
    /// What all the clocks show; `None` without clocks.
    pub clocks: Option<ByPlayer<Clock>>,
    /// What it may take beyond its time, for the way of the answer.
    pub margin: Duration,
}

impl Control {
    /// The clocks at the beginning of a game.
    pub(crate) fn clocks(&self, seats: Seats) -> Option<ByPlayer<Clock>> {
        let ClockControl { base, increment } = self.clock?;
        Some(ByPlayer::new(seats, |_| Clock { left: Some(base), increment }))
    }
}

impl Allowance {
    /// The most time that a player can take before it has lost on time; `None` if nothing limits it.
    pub fn time(&self, player: Player) -> Option<Duration> {
        let on_clock = self.clocks.and_then(|clocks| clocks[player].left);
        let time = self.limits.time.into_iter().chain(on_clock).min();
        time.map(|time| time + self.margin)
    }

    /// The limits of a search for a player that is in this process, and so has nobody else to share its clock out.
    pub fn limits_with_clock(&self, player: Player) -> Limits {
        self.clocks.map_or(self.limits, |clocks| clocks[player].limit(self.limits, None))
    }
}

/// The text is not a clock control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseClockControlError;

impl fmt::Display for ParseClockControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a clock: it is seconds, then perhaps + and the seconds added after each move, like 10+0.1")
    }
}

impl std::error::Error for ParseClockControlError {}

/// More than any game takes, and little enough to be added to a point in time.
const LONGEST: f64 = 365.0 * 24.0 * 60.0 * 60.0;

impl FromStr for ClockControl {
    type Err = ParseClockControlError;

    fn from_str(text: &str) -> Result<Self, ParseClockControlError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base = seconds(base).filter(|base| !base.is_zero());
        base.zip(seconds(increment)).map(|(base, increment)| Self { base, increment }).ok_or(ParseClockControlError)
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = if is_plain { text.parse().ok()? } else { return None };
    (seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// As in the options of a match: `tc=10+0.1`, `nodes=5000 depth=3`; `own` if the players go by their own.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { time, nodes, depth, simulations, .. } = self.limits;
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| format!("tc={clock}")));
        parts.extend(time.map(|time| format!("movetime={}", time.as_millis())));
        parts.extend(nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(depth.map(|depth| format!("depth={depth}")));
        parts.extend(simulations.map(|simulations| format!("simulations={simulations}")));
        f.write_str(&if parts.is_empty() { "own".to_owned() } else { parts.join(" ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_seconds() {
        let clock: ClockControl = "10+0.1".parse().unwrap();
        assert_eq!(clock, ClockControl { base: Duration::from_secs(10), increment: Duration::from_millis(100) });
        assert_eq!(clock.to_string(), "10+0.1");
        assert_eq!("0.5".parse::<ClockControl>().unwrap().base, Duration::from_millis(500));
        for text in ["", "+1", "0+1", "-1", "10+", "10+x", "1e9", "inf", "10+0.1+2", "99999999999", ".", "1..2"] {
            assert!(text.parse::<ClockControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_shorter_time_counts() {
        let control = Control { clock: "10".parse().ok(), limits: Limits::time(Duration::from_secs(3)) };
        let margin = Duration::from_millis(50);
        let allowance = Allowance { limits: control.limits, clocks: control.clocks(Seats::Two), margin };
        assert_eq!(allowance.time(Player::North), Some(Duration::from_millis(3050)));
        // A thirtieth of ten seconds is less than three.
        assert_eq!(allowance.limits_with_clock(Player::North).time, Some(Duration::from_secs(10) / 30));
        let free = Allowance { limits: Limits::nodes(5), clocks: None, margin };
        assert_eq!((free.time(Player::South), free.limits_with_clock(Player::South)), (None, Limits::nodes(5)));
    }

    #[test]
    fn what_was_agreed_on_is_written_down() {
        let limits = Limits { nodes: Some(5), ..Limits::time(Duration::from_millis(20)) };
        assert_eq!(Control { limits, clock: "1+0.1".parse().ok() }.to_string(), "tc=1+0.1 movetime=20 nodes=5");
        assert_eq!(Control::default().to_string(), "own");
    }
}
