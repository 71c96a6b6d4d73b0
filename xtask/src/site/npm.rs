//! The npm package: rules and engine for JavaScript.

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::page::{LATER, data_file};
use crate::workspace::Workspace;

/// Writes the package into a folder.
pub(crate) fn write(folder: &Path, module: &[u8], workspace: &Workspace) -> anyhow::Result<()> {
    let own = workspace.root.join("crates/wasm");
    fs::create_dir_all(folder)?;
    let copy = |from: &Path| -> anyhow::Result<()> {
        let name = from.file_name().context("a file has a name")?;
        fs::copy(from, folder.join(name)).with_context(|| format!("{}", from.display()))?;
        Ok(())
    };
    for file in ["index.js", "index.d.ts", "package.json", "README.md", "example.mjs"] {
        copy(&own.join("npm").join(file))?;
    }
    copy(&own.join("site/border.js"))?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&own.join(licence))?;
    }
    for network in LATER.into_iter().filter(|(_, file)| file.ends_with(".weights")) {
        copy(&data_file(network, workspace))?;
    }
    fs::write(folder.join("quoridor.wasm"), module)?;
    println!("npm package: {}", folder.display());
    Ok(())
}
