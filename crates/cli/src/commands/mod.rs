//! The subcommands.

pub(crate) mod agents;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod completions;
pub(crate) mod compliance;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod go;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod reproduce;
pub(crate) mod rules;
pub(crate) mod show;
pub(crate) mod tournament;
pub(crate) mod welcome;
