//! The subcommands.

pub(crate) mod agents;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod go;
pub(crate) mod perft;
pub(crate) mod reproduce;
pub(crate) mod serve;
pub(crate) mod show;
