//! `quoridor man`: manual pages.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

use crate::failure::Failure;

/// Write manual pages, one for each command
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor man ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// The folder, which is created if necessary
    folder: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(crate::Arguments::command(), folder))
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    Ok(String::new())
}
