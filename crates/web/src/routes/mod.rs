//! The handlers of the routes.

pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod lessons;
pub(crate) mod players;
pub(crate) mod positions;
pub(crate) mod share;
pub(crate) mod store;
pub(crate) mod texts;
