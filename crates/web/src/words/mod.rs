//! What is said in JSON: games in requests, positions, moves, values, annotated lines.
//! [docs/http.md](../../../docs/http.md) is the contract.

mod description;
mod game_request;
mod line;
mod value;

pub(crate) use description::{
    changes_in_words, describe, paths, refusal, result, seat_map, squares,
};
pub(crate) use game_request::{GameRequest, read_move};
pub(crate) use line::{LineWords, game_words};
pub(crate) use value::{decision_words, in_steps, of_south};
pub use value::{root_words, value_words};
