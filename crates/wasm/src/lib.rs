//! The web app in WebAssembly: the answers of `quoridor-service`, without a server.
//!
//! Two instances of the module run in workers of their own. One is the [`Backend`]: it answers
//! requests, leads live games, and never searches. The other runs [searches](search), one at a
//! time, and is ended by ending its worker: so a search stops at once, and no message waits for it.
//!
//! Requests, messages and events are JSON texts; `exports.rs` says how they pass the border.

mod backend;
mod dispatch;
#[cfg(target_family = "wasm")]
mod exports;
mod games;
mod search;

pub use backend::{Backend, Host};
pub use search::{Searcher, Task, needs, search};
