//! The documents of a release, and that they speak of this version.

use std::fs;

use super::Finding;
use super::crates::Package;
use crate::workspace::Workspace;

pub(super) fn check(workspace: &Workspace, packages: &[Package]) -> Vec<Finding> {
    let Some(program) = packages.iter().find(|package| package.name == "quoridor") else {
        return vec![Finding::new("the program", Err("no crate is called quoridor".to_owned()))];
    };
    let version = &program.version;
    let rust = program.rust_version.as_deref().unwrap_or_default();
    let required = [
        ("LICENSE-MIT", "MIT License".to_owned()),
        ("LICENSE-APACHE", "Apache License".to_owned()),
        ("README.md", format!("Rust {rust} or newer")),
        ("CHANGELOG.md", format!("\n## {version}, 20")),
        ("CITATION.cff", format!("\nversion: {version}\n")),
        ("SECURITY.md", "## Reporting a vulnerability".to_owned()),
        ("Dockerfile", format!("FROM rust:{rust}-")),
    ];
    let other_versions = packages.iter().find(|package| package.version != *version);
    let mut findings: Vec<Finding> = required
        .into_iter()
        .map(|(file, text)| {
            let found = fs::read_to_string(workspace.root.join(file));
            let text = text.trim();
            let result = match found {
                Ok(found) if found.contains(text) => Ok(format!("has \"{text}\"")),
                Ok(_) => Err(format!("\"{text}\" is missing")),
                Err(error) => Err(error.to_string()),
            };
            Finding::new(file, result)
        })
        .collect();
    findings.push(Finding::new(
        "one version",
        other_versions.map_or(Ok(version.clone()), |other| {
            Err(format!("{} has {}, quoridor {version}", other.name, other.version))
        }),
    ));
    findings
}
