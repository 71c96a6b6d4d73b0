//! Cargo's and npm's helpers in the versions that this repository is checked with.
//!
//! They are installed beside the build outputs, so that a developer's own versions neither matter
//! nor change.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::Step;
use crate::workspace::Workspace;

/// Checks licences, duplicate and forbidden dependencies, and where they come from.
pub(crate) const CARGO_DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };

/// Builds and runs fuzz targets.
pub(crate) const CARGO_FUZZ: Tool = Tool { name: "cargo-fuzz", version: "0.13.2" };

/// Runs benchmarks under valgrind; the version must be that of the library in `Cargo.lock`.
pub(crate) const GUNGRAUN_RUNNER: Tool = Tool { name: "gungraun-runner", version: "0.20.0" };

/// Checks the types of the page's scripts.
pub(crate) const TYPESCRIPT: NpmTool =
    NpmTool { package: "typescript", program: "tsc", version: "7.0.2" };

/// Formats the page's scripts and style sheets.
pub(crate) const PRETTIER: NpmTool =
    NpmTool { package: "prettier", program: "prettier", version: "3.9.10" };

/// Validates OpenAPI documents.
pub(crate) const OPENAPI_VALIDATOR: NpmTool = NpmTool {
    package: "@seriousme/openapi-schema-validator",
    program: "validate-api",
    version: "2.11.0",
};

/// Makes TypeScript types of OpenAPI documents.
pub(crate) const OPENAPI_TYPESCRIPT: NpmTool =
    NpmTool { package: "openapi-typescript", program: "openapi-typescript", version: "7.13.0" };

/// Finds what makes a page hard to use for people with disabilities.
pub(crate) const AXE_CORE: NpmTool =
    NpmTool { package: "axe-core", program: "", version: "4.14.0" };

/// A program from crates.io, in one version.
pub(crate) struct Tool {
    name: &'static str,
    version: &'static str,
}

impl Tool {
    /// Where the program is. It is installed first if it is not there in the right version; the
    /// network is needed only then.
    pub(crate) fn path(&self, workspace: &Workspace) -> anyhow::Result<PathBuf> {
        let directory = workspace.target.join("tools");
        let program = directory.join("bin").join(format!("{}{EXE_SUFFIX}", self.name));
        if !self.is_at(&program) {
            let version = format!("={}", self.version);
            Step::new(format!("installing {}", self.name), "cargo")
                .args([
                    "install",
                    self.name,
                    "--locked",
                    "--force",
                    "--version",
                    &version,
                    "--root",
                ])
                .args([&directory])
                .run()?;
        }
        Ok(program)
    }

    fn is_at(&self, program: &Path) -> bool {
        version_of(program).is_some_and(|told| told == format!("{} {}", self.name, self.version))
    }
}

/// A program from npm, in one version.
pub(crate) struct NpmTool {
    package: &'static str,
    program: &'static str,
    version: &'static str,
}

impl NpmTool {
    /// Where the program is; see [`Tool::path`].
    pub(crate) fn path(&self, workspace: &Workspace) -> anyhow::Result<PathBuf> {
        Ok(self.modules(workspace)?.join(".bin").join(self.program))
    }

    /// Where a file of the package is.
    pub(crate) fn file(&self, workspace: &Workspace, name: &str) -> anyhow::Result<PathBuf> {
        Ok(self.modules(workspace)?.join(self.package).join(name))
    }

    fn modules(&self, workspace: &Workspace) -> anyhow::Result<PathBuf> {
        let directory = workspace.target.join("tools").join(self.package);
        let modules = directory.join("node_modules");
        if !self.is_in(&modules) {
            let package = format!("{}@{}", self.package, self.version);
            Step::new(format!("installing {}", self.package), "npm")
                .args(["install", "--no-audit", "--no-fund", "--no-save", "--prefix"])
                .args([&directory])
                .args([package])
                .run()?;
        }
        Ok(modules)
    }

    /// Not every program knows its version, but each has a package.json.
    fn is_in(&self, modules: &Path) -> bool {
        #[derive(serde::Deserialize)]
        struct Package {
            version: String,
        }
        let text = fs::read(modules.join(self.package).join("package.json")).unwrap_or_default();
        let package: Option<Package> = serde_json::from_slice(&text).ok();
        package.is_some_and(|package| package.version == self.version)
    }
}

/// The answer of a program to `--version`.
fn version_of(program: &Path) -> Option<String> {
    let answer = Command::new(program).arg("--version").output().ok()?;
    Some(String::from_utf8_lossy(&answer.stdout).trim().to_owned())
}
