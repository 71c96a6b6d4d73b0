//! Time controls and limits of players.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use quoridor_core::{ByPlayer, Player};
use quoridor_engine::Limits;
use quoridor_engine::protocol::Clock;
use quoridor_store::{ParseTimeControlError, TimeControl};
use thiserror::Error;

/// The limits of a player: for each move, and a time control for all of its moves.
///
/// Without any, players use the limits of their own options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Control {
    /// The limits of each move.
    pub limits: Limits,
    /// The time control.
    pub clock: Option<TimeControl>,
}

/// The limits of the player to move, now.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The limits of this move.
    pub limits: Limits,
    /// The clocks of all players that have one; `None` if no player has.
    pub clocks: Option<ByPlayer<Clock>>,
    /// The time margin: a grace period for the transport of the answer.
    pub margin: Duration,
}

/// The clocks at the beginning of a game; `None` if no player has one.
pub(crate) fn clocks(controls: &ByPlayer<Control>) -> Option<ByPlayer<Clock>> {
    let clock = |control: &Control| match control.clock {
        Some(TimeControl { time, increment }) => Clock { left: Some(time), increment },
        None => Clock { left: None, increment: Duration::ZERO },
    };
    let has_one = controls.values().any(|control| control.clock.is_some());
    has_one.then(|| ByPlayer::new(controls.seats(), |player| clock(&controls[player])))
}

impl Allowance {
    /// The time after which a player loses on time; `None` if nothing limits it.
    pub fn time(&self, player: Player) -> Option<Duration> {
        let on_clock = self.clocks.and_then(|clocks| clocks[player].left);
        let time = self.limits.time.into_iter().chain(on_clock).min();
        time.map(|time| time + self.margin)
    }

    /// The limits of a search in this process, with the share of the clock for this move.
    pub fn limits_with_clock(&self, player: Player) -> Limits {
        self.clocks.map_or(self.limits, |clocks| clocks[player].limit(self.limits, None))
    }
}

/// A year, in milliseconds: little enough to be added to a point in time.
const LONGEST_MILLISECONDS: u64 = 365 * 24 * 60 * 60 * 1000;

/// As in the options of a match: `tc=10+0.1`, `nodes=5000 depth=3`; `own` if players use
/// their own.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { time, nodes, depth, simulations, .. } = self.limits;
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| format!("tc={clock}")));
        parts.extend(time.map(|time| format!("movetime={}", time.as_millis())));
        parts.extend(nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(depth.map(|depth| format!("depth={depth}")));
        parts.extend(simulations.map(|simulations| format!("simulations={simulations}")));
        f.write_str(&if parts.is_empty() { OWN.to_owned() } else { parts.join(" ") })
    }
}

/// A control as it is displayed, with commas or blanks between its parts.
impl FromStr for Control {
    type Err = ParseControlError;

    fn from_str(text: &str) -> Result<Self, ParseControlError> {
        let mut control = Self::default();
        if text.trim() == OWN {
            return Ok(control);
        }
        let mut parts = text.split([',', ' ']).filter(|part| !part.is_empty()).peekable();
        parts.peek().ok_or_else(|| ParseControlError::unknown(text))?;
        for part in parts {
            let (name, value) =
                part.split_once('=').ok_or_else(|| ParseControlError::unknown(part))?;
            let wrong =
                || ParseControlError::Value { name: name.to_owned(), value: value.to_owned() };
            let whole = || value.parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(wrong);
            match name {
                "tc" => {
                    let bad = |_| ParseControlError::TimeControl(value.to_owned());
                    control.clock = Some(value.parse().map_err(bad)?);
                }
                "movetime" => {
                    let milliseconds = Some(whole()?).filter(|&time| time <= LONGEST_MILLISECONDS);
                    control.limits.time =
                        Some(Duration::from_millis(milliseconds.ok_or_else(wrong)?));
                }
                "nodes" => control.limits.nodes = Some(whole()?),
                "depth" => control.limits.depth = Some(whole()?.try_into().map_err(|_| wrong())?),
                "simulations" => control.limits.simulations = Some(whole()?),
                _ => return Err(ParseControlError::unknown(part)),
            }
        }
        Ok(control)
    }
}

/// The control of a player that uses the limits of its own options.
const OWN: &str = "own";

/// The text is not a list of limits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseControlError {
    /// A part of it is no limit.
    #[error(
        "'{}' is not a limit: limits are tc=10+0.1, movetime=MS, nodes=N, depth=N, simulations=N \
         and own, several with commas",
        .0.escape_debug()
    )]
    Unknown(String),
    /// The time control cannot be read.
    #[error("tc: '{}': {ParseTimeControlError}", .0.escape_debug())]
    TimeControl(String),
    /// A limit has no such value.
    #[error("{name}: expected an integer from 1 on, got '{}'", .value.escape_debug())]
    Value {
        /// The limit.
        name: String,
        /// The value.
        value: String,
    },
}

impl ParseControlError {
    fn unknown(text: &str) -> Self {
        Self::Unknown(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::Seats;

    use super::*;

    #[test]
    fn the_shorter_time_counts() {
        let control =
            Control { clock: "10".parse().ok(), limits: Limits::time(Duration::from_secs(3)) };
        let margin = Duration::from_millis(50);
        let clocks = clocks(&ByPlayer::new(Seats::Two, |_| control));
        let allowance = Allowance { limits: control.limits, clocks, margin };
        assert_eq!(allowance.time(Player::North), Some(Duration::from_millis(3050)));
        // A thirtieth of ten seconds is less than three.
        assert_eq!(
            allowance.limits_with_clock(Player::North).time,
            Some(Duration::from_secs(10) / 30)
        );
        let free = Allowance { limits: Limits::nodes(5), clocks: None, margin };
        assert_eq!(
            (free.time(Player::South), free.limits_with_clock(Player::South)),
            (None, Limits::nodes(5))
        );
    }

    #[test]
    fn what_was_agreed_on_is_written_down() {
        let limits = Limits { nodes: Some(5), ..Limits::time(Duration::from_millis(20)) };
        assert_eq!(
            Control { limits, clock: "1+0.1".parse().ok() }.to_string(),
            "tc=1+0.1 movetime=20 nodes=5"
        );
        assert_eq!(Control::default().to_string(), "own");
        for text in ["own", "tc=1+0.1 movetime=20 nodes=5", "depth=3", "simulations=60000"] {
            assert_eq!(text.parse::<Control>().unwrap().to_string(), text);
        }
        assert_eq!("movetime=20,nodes=5".parse(), Ok(Control { limits, clock: None }));
        for text in [
            "",
            "fast",
            "movetime",
            "movetime=",
            "movetime=0",
            "depth=x",
            "tc=x",
            "time=5",
            "nodes=5,",
            "own,depth=3",
        ] {
            let is_read = text.parse::<Control>().is_ok();
            assert_eq!(is_read, text == "nodes=5,", "{text}");
        }
    }
}
