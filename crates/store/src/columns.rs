//! Reasons and values as words and numbers, for the database.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use quoridor_core::{Ending, Player, Symmetry};
use quoridor_engine::Value;

use crate::played::Reason;
use crate::{Source, StoreError};

/// Reads what a column holds.
pub(crate) fn read<T: FromStr>(text: &str) -> Result<T, StoreError>
where
    T::Err: fmt::Display,
{
    text.parse().map_err(|error| StoreError::Damaged(format!("'{}': {error}", text.escape_debug())))
}

fn unknown(what: &str, name: &str) -> StoreError {
    StoreError::Damaged(format!("the {what} '{}' is unknown", name.escape_debug()))
}

/// The source that a word of the store names.
pub(crate) fn read_source(name: &str) -> Result<Source, StoreError> {
    let mut all = Source::ALL.into_iter();
    all.find(|source| source.name() == name).ok_or_else(|| unknown("source", name))
}

/// Nanoseconds: enough for 292 years.
pub(crate) fn nanoseconds(time: Duration) -> Result<i64, StoreError> {
    i64::try_from(time.as_nanos())
        .map_err(|_| StoreError::Unstorable(format!("a time of {} s", time.as_secs())))
}

pub(crate) fn duration(nanoseconds: i64) -> Result<Duration, StoreError> {
    let nanoseconds = u64::try_from(nanoseconds)
        .map_err(|_| StoreError::Damaged(format!("a time of {nanoseconds} ns")))?;
    Ok(Duration::from_nanos(nanoseconds))
}

pub(crate) const fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::Identity => "identity",
        Symmetry::Mirror => "mirror",
        Symmetry::Rotation => "rotation",
        Symmetry::MirrorRotation => "mirror rotation",
    }
}

pub(crate) fn symmetry(name: &str) -> Result<Symmetry, StoreError> {
    let mut all = Symmetry::ALL.into_iter();
    all.find(|&symmetry| symmetry_name(symmetry) == name).ok_or_else(|| unknown("symmetry", name))
}

/// A reason in three columns: a word, the player that it speaks of, and the illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReasonColumns {
    /// The word.
    pub(crate) word: String,
    /// The player.
    pub(crate) seat: Option<String>,
    /// The illegal move.
    pub(crate) detail: Option<String>,
}

impl From<&Reason> for ReasonColumns {
    fn from(reason: &Reason) -> Self {
        let (word, seat, detail) = match reason {
            Reason::Over(Ending::Goal(player)) => ("goal", Some(player), None),
            Reason::Over(Ending::Repetition) => ("repetition", None, None),
            Reason::Over(Ending::MoveCap) => ("move cap", None, None),
            Reason::AgreedDraw => ("agreed draw", None, None),
            Reason::Resigns(player) => ("resigns", Some(player), None),
            Reason::IllegalMove(player, mv) => ("illegal move", Some(player), Some(mv.clone())),
            Reason::LosesOnTime(player) => ("loses on time", Some(player), None),
            Reason::Disconnects(player) => ("disconnects", Some(player), None),
            Reason::Stalls(player) => ("stalls", Some(player), None),
            Reason::LastPlayer(player) => ("last player", Some(player), None),
        };
        Self { word: word.to_owned(), seat: seat.map(Player::to_string), detail }
    }
}

impl ReasonColumns {
    /// The reason.
    ///
    /// # Errors
    /// The words name none.
    pub(crate) fn reason(self) -> Result<Reason, StoreError> {
        let seat = || match &self.seat {
            Some(seat) => read::<Player>(seat),
            None => Err(StoreError::Damaged(format!("the reason '{}' is of nobody", self.word))),
        };
        Ok(match self.word.as_str() {
            "goal" => Reason::Over(Ending::Goal(seat()?)),
            "repetition" => Reason::Over(Ending::Repetition),
            "move cap" => Reason::Over(Ending::MoveCap),
            "agreed draw" => Reason::AgreedDraw,
            "resigns" => Reason::Resigns(seat()?),
            "illegal move" => Reason::IllegalMove(seat()?, self.detail.unwrap_or_default()),
            "loses on time" => Reason::LosesOnTime(seat()?),
            "disconnects" => Reason::Disconnects(seat()?),
            "stalls" => Reason::Stalls(seat()?),
            "last player" => Reason::LastPlayer(seat()?),
            word => return Err(unknown("reason", word)),
        })
    }
}

/// An evaluation as a word and a number. SQLite has no "not a number": that is
/// no opinion.
pub(crate) fn value_columns(value: Value) -> Option<(&'static str, f64)> {
    let columns = match value {
        Value::Steps(steps) => ("steps", steps),
        Value::Score(score) => ("score", score),
        Value::Chance(chance) => ("chance", chance),
        Value::WinIn(plies) => ("win in", f64::from(plies)),
        Value::LossIn(plies) => ("loss in", f64::from(plies)),
    };
    (!columns.1.is_nan()).then_some(columns)
}

/// The evaluation of a word and a number.
///
/// # Errors
/// The word is unknown.
pub(crate) fn value_of(kind: &str, value: f64) -> Result<Value, StoreError> {
    match kind {
        "steps" => Ok(Value::Steps(value)),
        "score" => Ok(Value::Score(value)),
        "chance" => Ok(Value::Chance(value)),
        "win in" => Ok(Value::WinIn(value as u32)),
        "loss in" => Ok(Value::LossIn(value as u32)),
        _ => Err(unknown("kind of value", kind)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_come_back() {
        let player = Player::West;
        let reasons = [
            Reason::Over(Ending::Goal(player)),
            Reason::Over(Ending::Repetition),
            Reason::Over(Ending::MoveCap),
            Reason::AgreedDraw,
            Reason::Resigns(player),
            Reason::IllegalMove(player, "e5 \"x\"".to_owned()),
            Reason::LosesOnTime(player),
            Reason::Disconnects(player),
            Reason::Stalls(player),
            Reason::LastPlayer(player),
        ];
        for reason in reasons {
            assert_eq!(ReasonColumns::from(&reason).reason().unwrap(), reason);
        }
        let bad = ReasonColumns { word: "goal".to_owned(), seat: None, detail: None };
        assert!(matches!(bad.reason(), Err(StoreError::Damaged(_))));
    }
}
