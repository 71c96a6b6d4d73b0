//! Moves and positions as text.
//!
//! [`Display`](core::fmt::Display) and [`FromStr`](core::str::FromStr) of the vocabulary types are
//! standard notation. A [`Dialect`] reads and writes the moves of a game in one of the other
//! notations; [`read_moves`] finds out which it is.

mod dialect;
pub(crate) mod move_list;
mod position_string;
pub(crate) mod quoted;
mod replay_code;
mod saadatinia;

pub use dialect::{Dialect, MoveTextError, ParseDialectError};
pub use move_list::{MoveListError, ReadMovesError, read_moves};
pub use position_string::{ParsePositionError, ParseSetupError};
pub use replay_code::{ReplayCode, ReplayCodeError};
pub use saadatinia::is_braced_codes;
