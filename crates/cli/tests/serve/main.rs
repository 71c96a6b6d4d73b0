//! `quoridor serve` as a real process.

mod kill;
mod load;
mod process;

use std::path::Path;

use quoridor_test_support::Server;

/// `quoridor serve` with the games of a store.
fn serve(store: &Path) -> Server {
    Server::start(Path::new(env!("CARGO_BIN_EXE_quoridor")), store)
}
