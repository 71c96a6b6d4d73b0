//! The game in a browser: the server, and the page that it serves.
//!
//! The page holds no rules. It is told what the position is, what may be played and why something
//! else may not; [docs/http.md](../../../docs/http.md) says how.
//!
//! # What is where
//! - [`app`] is everything that can be asked, without a socket; [`serve`](fn@serve) puts it on one,
//!   with limits on abusive clients; [`run`](fn@run) is a whole program.
//! - [`openapi`] is the OpenAPI document, made from the types of the handlers.
//! - [`Server`] is what all requests share: the store, the games that are being played, the threads
//!   that search.

mod address;
mod analysis;
mod app;
mod budget;
mod compute;
mod extract;
mod files;
mod guard;
mod limits;
mod live;
mod log;
mod metrics;
mod openapi;
mod problem;
mod public;
mod rate;
mod reachable;
mod readers;
mod resources;
mod routes;
mod run;
mod serve;
mod server;
mod socket;
mod store_thread;
mod stream;
mod turns;

pub use app::{app, openapi};
pub use limits::{LimitRow, ServerLimits};
pub use public::PublicUrl;
pub use rate::Rate;
pub use run::run;
pub use serve::{Listening, bind, serve};
pub use server::{Config, Server};
