//! The subcommands.

pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod perft;
pub(crate) mod show;
pub(crate) mod welcome;
