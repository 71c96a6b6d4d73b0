//! Games that are being played: how they begin, the messages of clients, and their state.

mod begin;
mod computer;
mod connections;
mod message;
mod room;
mod state;

pub use begin::{Begun, NewToken, Tokens, TokensJson, token_of};
pub use computer::Computer;
pub use connections::Client;
pub use message::{Join, Said, Wish, read_message};
pub use room::{Asked, Granted, Room};
pub use state::StateJson;
