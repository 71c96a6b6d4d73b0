//! The words after `go`.

use std::fmt;
use std::time::Duration;

use quoridor_core::{Player, Position};

use crate::limits::Limits;
use crate::protocol::clock::Clock;

/// How long a search is to go on, as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Go {
    /// The limits that were given directly; the time is that of `movetime`.
    limits: Limits,
    /// The clocks of the players, in turn order.
    clocks: [Clock; Player::ALL.len()],
    moves_to_go: Option<u32>,
    /// Whether the answer is to wait for `stop`.
    pub(super) until_stopped: bool,
}

/// More than any search takes; and little enough that an agent may add it to a point in time.
const FOR_EVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

impl Go {
    /// Reads the words after `go`.
    pub(super) fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Self, GoError> {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            let mut number = || read_number(word, words.next());
            match word {
                "infinite" => go.until_stopped = true,
                "movetime" => go.limits.time = Some(as_time(number()?)),
                "depth" => go.limits.depth = Some(as_count(word, number()?)?),
                "nodes" => go.limits.nodes = Some(as_count(word, number()?)?),
                "simulations" => go.limits.simulations = Some(as_count(word, number()?)?),
                "movestogo" => go.moves_to_go = Some(as_count(word, number()?)?),
                _ => match clock_word(word) {
                    Some((place, ClockWord::Time)) => {
                        go.clocks[place].left = Some(as_time(number()?));
                    }
                    Some((place, ClockWord::Increment)) => {
                        go.clocks[place].increment = as_time(number()?);
                    }
                    None => return Err(GoError::UnknownWord { word: word.to_owned() }),
                },
            }
        }
        Ok(go)
    }

    /// The limits of a search of a position. Of `movetime` and the clock the shorter time counts.
    ///
    /// # Errors
    /// Clocks were given, but not that of the player to move, nor any other limit.
    pub(super) fn limits(&self, position: &Position) -> Result<Limits, GoError> {
        let place = position.seats().place(position.turn()).unwrap_or_default();
        let limits = self.clocks[place].limit(self.limits, self.moves_to_go);
        if !limits.is_none() {
            return Ok(limits);
        }
        if self.until_stopped {
            // No limit at all would be the player's own.
            return Ok(Limits::time(FOR_EVER));
        }
        if self.clocks.iter().any(|clock| clock.left.is_some()) {
            return Err(GoError::NoClock { player: place + 1 });
        }
        Ok(Limits::NONE)
    }
}

enum ClockWord {
    Time,
    Increment,
}

/// Whose clock a word is about, counted from zero, and what about it: `p1time` to `p4inc`; White is
/// the first player, Black the second.
fn clock_word(word: &str) -> Option<(usize, ClockWord)> {
    let (player, what) = match word.as_bytes() {
        [b'p', digit @ b'1'..=b'4', ..] => (usize::from(digit - b'1'), &word[2..]),
        [b'w', ..] => (0, &word[1..]),
        [b'b', ..] => (1, &word[1..]),
        _ => return None,
    };
    match what {
        "time" => Some((player, ClockWord::Time)),
        "inc" => Some((player, ClockWord::Increment)),
        _ => None,
    }
}

fn read_number(word: &str, number: Option<&str>) -> Result<i64, GoError> {
    let bad =
        |number: &str| GoError::NotANumber { word: word.to_owned(), number: number.to_owned() };
    let number = number.ok_or_else(|| bad(""))?;
    number.parse().map_err(|_| bad(number))
}

/// Programs send clocks that have run out as negative times.
fn as_time(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.max(0).unsigned_abs()).min(FOR_EVER)
}

fn as_count<T: TryFrom<i64>>(word: &str, number: i64) -> Result<T, GoError> {
    T::try_from(number)
        .map_err(|_| GoError::NotANumber { word: word.to_owned(), number: number.to_string() })
}

/// An error in a `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GoError {
    /// Nothing that is known.
    UnknownWord { word: String },
    /// A number must follow the word.
    NotANumber { word: String, number: String },
    /// The clock of the player to move is not among those given.
    NoClock { player: usize },
}

impl fmt::Display for GoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownWord { word } => write!(
                f,
                "go: unknown word '{word}': there are p1time, p1inc and so on to p4inc, wtime, \
                 btime, winc, binc, movestogo, movetime, depth, \
                 nodes, simulations, infinite"
            ),
            Self::NotANumber { word, number } if number.is_empty() => {
                write!(f, "go: a number is missing after {word}")
            }
            Self::NotANumber { word, number } => {
                write!(f, "go: '{number}' is not a number for {word}")
            }
            Self::NoClock { player } => {
                write!(f, "go: player {player} is to move, but there is no p{player}time")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Result<Limits, String> {
        let go = Go::read(text.split_whitespace()).map_err(|error| error.to_string())?;
        go.limits(&Position::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_was_said_is_what_limits() {
        assert_eq!(limits(""), Ok(Limits::NONE));
        assert_eq!(limits("depth 3"), Ok(Limits::depth(3)));
        assert_eq!(
            limits("nodes 5000 depth 4"),
            Ok(Limits { nodes: Some(5000), ..Limits::depth(4) })
        );
        assert_eq!(limits("simulations 60000"), Ok(Limits::simulations(60_000)));
        assert_eq!(limits("movetime 500"), Ok(Limits::time(Duration::from_millis(500))));
    }

    #[test]
    fn the_clock_of_the_player_to_move_counts() {
        let on_clock = |time, stretch| Limits {
            stretch: Some(Duration::from_millis(stretch)),
            ..Limits::time(Duration::from_millis(time))
        };
        let two_seconds = Ok(on_clock(2_000, 4_000));
        assert_eq!(limits("p1time 60000 p2time 1 p1inc 0 p2inc 9"), two_seconds);
        assert_eq!(limits("wtime 60000 btime 1 winc 0 binc 9"), two_seconds);
        assert_eq!(
            limits("p1time 60000 movetime 500"),
            Ok(Limits::time(Duration::from_millis(500)))
        );
        assert_eq!(limits("p1time 60000 movetime 5000"), Ok(Limits::time(Duration::from_secs(2))));
        assert_eq!(limits("wtime -20 btime 5"), Ok(on_clock(1, 1)));
        let four: Position = "- / - / e1 a5 e9 i5 / 5 5 5 5 / 4".parse().unwrap();
        let go = Go::read("p4time 30000 p4inc 1000".split_whitespace()).unwrap();
        assert_eq!(go.limits(&four), Ok(on_clock(1_800, 3_600)));
    }

    #[test]
    fn infinite_overrules_the_limits_that_a_player_has_of_its_own() {
        assert_eq!(limits("infinite"), Ok(Limits::time(FOR_EVER)));
        assert_eq!(limits("infinite nodes 10"), Ok(Limits::nodes(10)));
        assert_eq!(limits("movetime 9223372036854775807"), Ok(Limits::time(FOR_EVER)));
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(limits("depth"), Err("go: a number is missing after depth".to_owned()));
        assert_eq!(limits("depth x"), Err("go: 'x' is not a number for depth".to_owned()));
        assert_eq!(limits("depth -1"), Err("go: '-1' is not a number for depth".to_owned()));
        assert_eq!(
            limits("depth 99999999999"),
            Err("go: '99999999999' is not a number for depth".to_owned())
        );
        assert_eq!(
            limits("p2time 1000"),
            Err("go: player 1 is to move, but there is no p1time".to_owned())
        );
        for word in ["ponder", "p5time", "p0inc", "pétime", "w", "p1"] {
            assert!(
                limits(word)
                    .unwrap_err()
                    .starts_with(&format!("go: unknown word '{word}': there are")),
                "{word}"
            );
        }
    }
}
