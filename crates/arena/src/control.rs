//! How long players may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use quoridor_core::{ByPlayer, Player};
use quoridor_engine::Limits;
use quoridor_engine::protocol::Clock;

/// What a player may use up: for each move, and by a clock for all of its moves.
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
    /// What all the clocks show, of those who have one; `None` if nobody has.
    pub clocks: Option<ByPlayer<Clock>>,
    /// What it may take beyond its time, for the way of the answer.
    pub margin: Duration,
}

/// The clocks at the beginning of a game; `None` if nobody has one.
pub(crate) fn clocks(controls: &ByPlayer<Control>) -> Option<ByPlayer<Clock>> {
    let clock = |control: &Control| match control.clock {
        Some(ClockControl { base, increment }) => Clock { left: Some(base), increment },
        None => Clock { left: None, increment: Duration::ZERO },
    };
    let has_one = controls.values().any(|control| control.clock.is_some());
    has_one.then(|| ByPlayer::new(controls.seats(), |player| clock(&controls[player])))
}

impl Allowance {
    /// The most time that a player can take before it has lost on time; `None` if nothing limits
    /// it.
    pub fn time(&self, player: Player) -> Option<Duration> {
        let on_clock = self.clocks.and_then(|clocks| clocks[player].left);
        let time = self.limits.time.into_iter().chain(on_clock).min();
        time.map(|time| time + self.margin)
    }

    /// The limits of a search for a player that is in this process, and so has nobody else to share
    /// its clock out.
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
        base.zip(seconds(increment))
            .map(|(base, increment)| Self { base, increment })
            .ok_or(ParseClockControlError)
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

/// As in the options of a match: `tc=10+0.1`, `nodes=5000 depth=3`; `own` if the players go by
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
                "tc" => control.clock = Some(value.parse().map_err(|_| wrong())?),
                "movetime" => {
                    let milliseconds =
                        Some(whole()?).filter(|&time| time as f64 <= LONGEST * 1000.0);
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

/// The control of a player that goes by its own options.
const OWN: &str = "own";

/// The text does not say what a player may use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseControlError {
    /// A part of it is no limit.
    Unknown(String),
    /// A limit has no such value.
    Value {
        /// The limit.
        name: String,
        /// What it was to be.
        value: String,
    },
}

impl ParseControlError {
    fn unknown(text: &str) -> Self {
        Self::Unknown(text.to_owned())
    }
}

impl fmt::Display for ParseControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => write!(
                f,
                "'{}' is not a limit: limits are tc=10+0.1, movetime=MS, nodes=N, depth=N, simulations=N and own, several with commas",
                text.escape_debug()
            ),
            Self::Value { name, value } if name == "tc" => {
                write!(f, "tc '{}': {ParseClockControlError}", value.escape_debug())
            }
            Self::Value { name, value } => {
                write!(
                    f,
                    "{name} cannot be '{}': it is a whole number from 1 on",
                    value.escape_debug()
                )
            }
        }
    }
}

impl std::error::Error for ParseControlError {}

#[cfg(test)]
mod tests {
    use quoridor_core::Seats;

    use super::*;

    #[test]
    fn clocks_are_seconds() {
        let clock: ClockControl = "10+0.1".parse().unwrap();
        assert_eq!(
            clock,
            ClockControl { base: Duration::from_secs(10), increment: Duration::from_millis(100) }
        );
        assert_eq!(clock.to_string(), "10+0.1");
        assert_eq!("0.5".parse::<ClockControl>().unwrap().base, Duration::from_millis(500));
        for text in [
            "",
            "+1",
            "0+1",
            "-1",
            "10+",
            "10+x",
            "1e9",
            "inf",
            "10+0.1+2",
            "99999999999",
            ".",
            "1..2",
        ] {
            assert!(text.parse::<ClockControl>().is_err(), "{text}");
        }
    }

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
