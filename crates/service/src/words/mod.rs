//! Games in requests, and values that can be compared. The JSON of answers is in `quoridor-json`;
//! [docs/http.md](../../../docs/http.md) is the contract.

mod game_request;
mod name;
mod value;

pub use game_request::{GameRequest, read_move};
pub use name::read_name;
pub use value::in_steps;
