//! `quoridor serve` as a real process.

mod delay;
mod kill;
mod load;
mod process;
mod soak;

use std::env;
use std::path::{Path, PathBuf};

use quoridor_test_support::Server;

/// The program, or the one that `QUORIDOR_PROGRAM` names: to measure another version.
fn program() -> PathBuf {
    let own = || PathBuf::from(env!("CARGO_BIN_EXE_quoridor"));
    env::var_os("QUORIDOR_PROGRAM").map_or_else(own, PathBuf::from)
}

/// `quoridor serve` with the games of a store.
fn serve(store: &Path) -> Server {
    Server::start(&program(), store)
}
