//! Texts that a command reads.

use std::fs;
use std::io::{Read, stdin};
use std::path::Path;

use anyhow::{Context, Error, anyhow};

/// The largest file with settings.
const LARGEST_CONFIG: u64 = 1 << 20;

/// The text of a file with settings. A device without an end is not read for ever.
pub(crate) fn read_config(file: &Path) -> Result<String, Error> {
    let cannot = || format!("cannot read {}", file.display());
    let mut text = String::new();
    let opened = fs::File::open(file).with_context(cannot)?;
    let mut bytes = Vec::new();
    opened.take(LARGEST_CONFIG + 1).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > LARGEST_CONFIG {
        return Err(anyhow!("{}: it is larger than 1 MiB, which no settings are", file.display()));
    }
    bytes.as_slice().read_to_string(&mut text).with_context(cannot)?;
    Ok(text)
}

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
