//! Scores of the search: integers in hundredths of a step, positive if good for the player to move.

use crate::decision::Value;

/// A score.
pub(crate) type Score = i32;

/// More than any other score.
pub(crate) const INFINITE: Score = 32_000;

/// A game that is won now. A win in n moves scores n less.
pub(crate) const WIN: Score = 31_000;

/// Scores from here on are wins.
pub(crate) const LEAST_WIN: Score = WIN - 1_000;

/// The bound of evaluations.
pub(crate) const MOST_EVALUATED: Score = LEAST_WIN - 1;

/// A position that is repeated.
pub(crate) const DRAW: Score = 0;

/// How much the player to move at the root prefers to play on instead of a draw: opponents are
/// usually weaker.
const CONTEMPT: Score = 10;

/// A draw at a ply, for the player to move there.
pub(crate) const fn draw_at(ply: u32) -> Score {
    if ply.is_multiple_of(2) { DRAW - CONTEMPT } else { DRAW + CONTEMPT }
}

/// A win at a number of plies from the root.
pub(crate) const fn win_in(plies: u32) -> Score {
    WIN - plies as Score
}

/// A loss at a number of plies from the root.
pub(crate) const fn loss_in(plies: u32) -> Score {
    -win_in(plies)
}

/// Whether a score is a proved win or loss.
pub(crate) const fn is_decided(score: Score) -> bool {
    score.abs() >= LEAST_WIN
}

/// In how many moves a decided game is over.
pub(crate) const fn plies_to_end(score: Score) -> u32 {
    (WIN - score.abs()).unsigned_abs()
}

/// A score as it is stored in the transposition table: mate distances are counted from the
/// position, not from the root.
pub(crate) const fn to_table(score: Score, ply: u32) -> Score {
    shifted(score, ply as Score)
}

/// A score of the transposition table as the search sees it.
pub(crate) const fn from_table(score: Score, ply: u32) -> Score {
    shifted(score, -(ply as Score))
}

const fn shifted(score: Score, plies: Score) -> Score {
    if !is_decided(score) {
        score
    } else if score > 0 {
        score + plies
    } else {
        score - plies
    }
}

/// A score as a value.
pub(crate) fn as_value(score: Score) -> Value {
    let plies = plies_to_end(score);
    match is_decided(score) {
        true if score > 0 => Value::WinIn(plies),
        true => Value::LossIn(plies),
        false => Value::Steps(f64::from(score) / 100.0),
    }
}
