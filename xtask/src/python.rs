//! `cargo xtask python`

use std::path::Path;

use crate::shell::Step;
use crate::virtual_env::VirtualEnv;
use crate::workspace::Workspace;

/// Packages for building and testing.
pub(crate) const TOOLS: VirtualEnv = VirtualEnv {
    folder: "python",
    packages: &[
        "maturin==1.16.0",
        "numpy",
        "pytest",
        "mypy",
        "gymnasium==1.4.0",
        "pettingzoo==1.27.0",
        "open_spiel==2.0.2",
        "ray==2.60.0",
        "matplotlib",
    ],
    probe: "import maturin, mypy, numpy, pytest, gymnasium, pettingzoo, pyspiel, ray, matplotlib",
};

/// Build the Python package and run its tests and type checks
///
/// The first run makes a virtual environment below the target directory.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask python")]
pub(crate) struct Arguments {}

pub(crate) fn run(Arguments {}: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let (environment, python) = TOOLS.python(workspace)?;
    let package = workspace.root.join("python");
    let manifest = workspace.root.join("crates/py/Cargo.toml");
    Step::new("the format of the Python module", "cargo")
        .args(["fmt", "--check", "--manifest-path"])
        .args([&manifest])
        .run()?;
    Step::new("the lints of the Python module", "cargo")
        .args(["clippy", "--locked", "--manifest-path"])
        .args([&manifest])
        .args(["--", "-D", "warnings"])
        .run()?;
    install_package(&environment, &python, workspace)?;
    Step::new("the tests of the Python package", &python)
        .args(["-m", "pytest", "-q"])
        .within(&package)
        .run()?;
    Step::new("the types of the Python package", &python)
        .args(["-m", "mypy", "quoridor"])
        .within(&package)
        .run()
}

/// Builds the Python package into an environment that has maturin.
pub(crate) fn install_package(
    environment: &Path,
    python: &Path,
    workspace: &Workspace,
) -> anyhow::Result<()> {
    Step::new("building the Python package", python)
        .args(["-m", "maturin", "develop", "--release", "--locked"])
        .env("VIRTUAL_ENV", environment)
        .within(&workspace.root.join("python"))
        .run()
}
