//! Code shared by several fuzz targets.

use quoridor_core::{Position, Variant};

/// Where the texts of games are played from: every number of players, small and oblong boards, and
/// a start in the middle of a turn.
///
/// # Panics
/// Never: these are position strings of legal positions.
pub fn starts() -> [Position; 5] {
    [
        Position::start(Variant::STANDARD),
        position("- / - / d2 a4 d7 / 2 2 2 / 2 / 7x7"),
        position("b2 / - / e2 a5 e8 i5 / 5 5 5 4 / 3"),
        position("- / a1 / b2 b3 / 0 1 / 2 / 2x4"),
        position("- / - / e5 e6 / 10 10 / 2"),
    ]
}

fn position(text: &str) -> Position {
    text.parse().expect("a start is a legal position")
}
