//! Requests and answers of the web app, without a transport.
//!
//! Nothing here knows sockets, threads, clocks or files: the server (`quoridor-web`) and the
//! WebAssembly module of the static site bring those. So both give the same answers.
//!
//! # Modules
//! - [`routes`]: requests that are answered at once. [`routes::questions`] lists those that need
//!   nothing but their body.
//! - [`analysis`]: questions that take a search, answered with messages.
//! - [`live`]: games that are being played; [`live::Room`] is one of them.
//! - [`Work`], [`Outbox`], [`Signal`]: how a search is run, answers and is stopped.
//! - [`Players`]: computer players within limits. [`Problem`]: why something was not done.
//! - [`words`]: games, moves and names as requests write them.

pub mod analysis;
pub mod live;
mod players;
mod problem;
pub mod routes;
mod share;
pub mod words;
mod work;

pub use players::{Player, PlayerLimits, Players, SMALL};
pub use problem::{ErrorJson, Problem};
pub use work::{Outbox, Signal, Work};
