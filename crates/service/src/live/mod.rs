//! Games that are being played: how they begin, the messages of clients, and their state.

mod begin;
mod computer;
mod connections;
mod message;
mod retry;
mod room;
mod state;
mod update;

pub use begin::{Begun, NewToken, Tokens, TokensJson, token_of};
pub use computer::Computer;
pub use connections::Client;
pub use message::{Command, Envelope, Join};
pub use room::{Effect, Question, Room};
pub use state::StateJson;
