//! The routes that need the server: its games, its store, its threads. Those that need nothing are
//! listed in `quoridor_service::routes`.

pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod store;
pub(crate) mod texts;
