//! The oldest Rust version that each crate declares, tried.

use std::collections::BTreeMap;
use std::process::Command;

use super::Finding;
use super::crates::Package;
use crate::shell::Step;
use crate::workspace::Workspace;

pub(super) fn check(workspace: &Workspace, packages: &[Package]) -> Vec<Finding> {
    let mut by_version: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        let version = package.rust_version.as_deref().unwrap_or_default();
        by_version.entry(version).or_default().push(&package.name);
    }
    let finding = |(version, names): (&str, Vec<&str>)| {
        Finding::of(format!("Rust {version}"), build(workspace, version, &names))
    };
    by_version.into_iter().map(finding).collect()
}

fn build(workspace: &Workspace, version: &str, names: &[&str]) -> anyhow::Result<String> {
    install(version)?;
    let chosen = names.iter().flat_map(|name| ["--package", name]);
    Step::new(format!("checking with Rust {version}"), "rustup")
        .args(["run", version, "cargo", "check", "--locked", "--quiet", "--target-dir"])
        .args([workspace.target.join("package-check")])
        .args(chosen)
        .within(&workspace.root)
        .run()?;
    Ok(format!("builds {}", names.join(", ")))
}

/// Installs a toolchain unless it is there, so that none is fetched without need.
pub(super) fn install(version: &str) -> anyhow::Result<()> {
    let probe = Command::new("rustup").args(["run", version, "cargo", "--version"]).output();
    if probe.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    Step::new(format!("installing Rust {version}"), "rustup")
        .args(["toolchain", "install", version, "--profile", "minimal", "--no-self-update"])
        .run()
}
