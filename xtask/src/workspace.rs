//! Where the repository and its build outputs are.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, ensure};
use serde::Deserialize;

/// The directories that tasks work in.
#[derive(Deserialize)]
pub(crate) struct Workspace {
    /// The root of the repository.
    #[serde(rename = "workspace_root")]
    pub(crate) root: PathBuf,
    /// The target directory, wherever the environment or a configuration file has put it.
    #[serde(rename = "target_directory")]
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Asks cargo, the only one who knows.
    pub(crate) fn find() -> anyhow::Result<Self> {
        let output = Command::new("cargo")
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .output()
            .context("cannot run cargo: it must be in the PATH")?;
        let complaint = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "cargo metadata failed: {}", complaint.trim());
        serde_json::from_slice(&output.stdout).context("cannot understand what cargo metadata says")
    }
}
