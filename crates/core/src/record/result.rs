//! Results as records write them: `1-0`, `0-1`, `1/2-1/2`, `*`; for four players `0-0-1-0`.

use core::fmt;

use crate::outcome::Outcome;
use crate::seats::Seats;

/// Writes a result: the points of each player in turn order.
///
/// ```
/// use quoridor_core::{Outcome, Player, Seats, record::write_result};
/// assert_eq!(write_result(Some(Outcome::Win(Player::North)), Seats::Two), "0-1");
/// assert_eq!(write_result(Some(Outcome::Win(Player::North)), Seats::Four), "0-0-1-0");
/// assert_eq!(write_result(Some(Outcome::Draw), Seats::Three), "1/3-1/3-1/3");
/// assert_eq!(write_result(None, Seats::Two), "*");
/// ```
pub fn write_result(result: Option<Outcome>, seats: Seats) -> String {
    let Some(outcome) = result else { return "*".to_owned() };
    let points = seats.players().iter().map(|&player| match outcome {
        Outcome::Win(winner) if winner == player => "1".to_owned(),
        Outcome::Win(_) => "0".to_owned(),
        Outcome::Draw => format!("1/{seats}"),
    });
    points.collect::<Vec<_>>().join("-")
}

/// Reads a result: `None` for `*`.
///
/// # Errors
/// The text is not a result for that number of players.
pub fn read_result(text: &str, seats: Seats) -> Result<Option<Outcome>, ParseResultError> {
    let wins = seats.players().iter().copied().map(Outcome::Win);
    let mut all = wins.chain([Outcome::Draw]).map(Some).chain([None]);
    all.find(|&result| write_result(result, seats) == text).ok_or(ParseResultError { seats })
}

/// Whether a word could be a result, for some number of players.
pub fn is_result(word: &str) -> bool {
    // Almost every word of a record is a move: that must be quick to see.
    word.starts_with(['*', '0', '1'])
        && Seats::ALL.iter().any(|&seats| read_result(word, seats).is_ok())
}

/// The text is not a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseResultError {
    seats: Seats,
}

impl fmt::Display for ParseResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a result: it is * or the points of each player, like ")?;
        f.write_str(match self.seats {
            Seats::Two => "1-0, 0-1 or 1/2-1/2",
            Seats::Three => "1-0-0 or 1/3-1/3-1/3",
            Seats::Four => "1-0-0-0 or 1/4-1/4-1/4-1/4",
        })
    }
}

impl core::error::Error for ParseResultError {}
