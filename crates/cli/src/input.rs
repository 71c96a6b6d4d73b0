//! Texts that a command reads.

use std::fs;
use std::io::{Read, stdin};
use std::path::Path;

use anyhow::{Context, Error};

/// The text of a file; of the standard input if there is none, or for `-`.
pub(crate) fn read_input(file: Option<&Path>) -> Result<String, Error> {
    let bytes = match file {
        Some(file) if file != Path::new("-") => {
            fs::read(file).with_context(|| format!("cannot read {}", file.display()))?
        }
        _ => {
            let mut bytes = Vec::new();
            stdin().read_to_end(&mut bytes).context("cannot read the standard input")?;
            bytes
        }
    };
    // PGN is Latin-1 by its own standard, and old files are.
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect());
    // A byte order mark is no part of a text.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}
