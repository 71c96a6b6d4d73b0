//! `quoridor games backup`

use std::path::PathBuf;

use clap::Args;

use crate::failure::Failure;
use crate::store::StoreArguments;

/// Copy the store to a new file while other programs use it
///
/// The copy is the store at one moment. It is on the disk when the command ends, and is a store
/// itself.
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor games backup games-2026-11-15.sqlite")]
pub(crate) struct Arguments {
    /// The new file
    file: PathBuf,

    #[command(flatten)]
    store: StoreArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut store = arguments.store.open_existing()?;
    store.ask(|store| store.back_up(&arguments.file))?;
    Ok(String::new())
}
