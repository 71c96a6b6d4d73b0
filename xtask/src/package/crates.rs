//! The crates: their metadata, and packages that build by themselves.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;
use serde::Deserialize;

use super::Finding;
use crate::shell::Step;
use crate::workspace::Workspace;

/// Cargo's metadata of a crate.
#[derive(Deserialize)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) rust_version: Option<String>,
    description: Option<String>,
    license: Option<String>,
    readme: Option<String>,
    keywords: Vec<String>,
    categories: Vec<String>,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    /// An empty list if it is not to be published.
    publish: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    /// `None` for a normal dependency.
    kind: Option<String>,
    path: Option<String>,
}

/// The crates that are to be published.
pub(super) fn packages() -> anyhow::Result<Vec<Package>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    let output = Command::new("cargo")
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .context("cannot run cargo")?;
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).context("cannot read cargo metadata")?;
    Ok(metadata.packages.into_iter().filter(|package| package.publish.is_none()).collect())
}

/// The metadata, README and licences of each crate, and versions on its path dependencies.
pub(super) fn check_metadata(packages: &[Package]) -> Vec<Finding> {
    packages
        .iter()
        .map(|package| {
            let missing = package.missing();
            let result = if missing.is_empty() {
                Ok(format!("{}, README, licences, metadata", package.version))
            } else {
                Err(format!("missing: {}", missing.join(", ")))
            };
            Finding::new(format!("crate {}", package.name), result)
        })
        .collect()
}

impl Package {
    fn missing(&self) -> Vec<String> {
        let folder = self.manifest_path.parent().map(PathBuf::from).unwrap_or_default();
        let mut missing: Vec<String> = Vec::new();
        let mut require = |is_there: bool, what: &str| {
            if !is_there {
                missing.push(what.to_owned());
            }
        };
        require(self.description.is_some(), "description");
        require(self.license.as_deref() == Some("MIT OR Apache-2.0"), "license");
        require(self.rust_version.is_some(), "rust-version");
        require(!self.keywords.is_empty(), "keywords");
        require(!self.categories.is_empty(), "categories");
        require(self.readme.as_deref() == Some("README.md"), "README.md");
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            require(folder.join(licence).is_file(), licence);
        }
        for dependency in &self.dependencies {
            let is_published = dependency.kind.as_deref() != Some("dev");
            let has_version = dependency.path.is_none() || dependency.req != "*";
            require(!is_published || has_version, &format!("the version of {}", dependency.name));
        }
        missing
    }
}

/// Packages every crate, and builds each from its package: a file from outside its folder would be
/// missing there.
pub(super) fn build(workspace: &Workspace, packages: &[Package]) -> Vec<Finding> {
    let target = workspace.target.join("package-check");
    let chosen = packages.iter().flat_map(|package| ["--package", &package.name]);
    let built = Step::new("packaging the crates", "cargo")
        .args(["package", "--locked", "--allow-dirty", "--target-dir"])
        .args([&target])
        .args(chosen)
        .within(&workspace.root)
        .run();
    if let Err(error) = built {
        return vec![Finding::of("packages build by themselves", Err(error))];
    }
    let size = |package: &Package| {
        let file = format!("package/{}-{}.crate", package.name, package.version);
        let bytes = target.join(file).metadata().with_context(|| package.name.clone())?.len();
        Ok(format!("builds from its package, {} KiB", bytes.div_ceil(1024)))
    };
    let finding =
        |package: &Package| Finding::of(format!("package {}", package.name), size(package));
    packages.iter().map(finding).collect()
}
