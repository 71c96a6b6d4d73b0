//! `cargo xtask python`

use std::path::PathBuf;
use std::process::Command;

use crate::shell::Step;
use crate::system;
use crate::workspace::Workspace;

/// Packages for building and testing, below the target directory.
const PACKAGES: [&str; 4] = ["maturin==1.16.0", "numpy", "pytest", "mypy"];

/// Build the Python package and run its tests and type checks
///
/// The first run makes a virtual environment below the target directory.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask python")]
pub(crate) struct Arguments {}

/// The Python of an environment with the packages, which is made if it is not there.
pub(crate) fn environment(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let environment = workspace.target.join("python");
    let python = environment.join("bin").join("python");
    let is_ready = Command::new(&python)
        .args(["-c", "import maturin, mypy, numpy, pytest"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !is_ready {
        system::require(
            "python3",
            &["-c", "import venv, ensurepip"],
            &["python3", "python3-venv"],
        )?;
        Step::new("making a Python environment", "python3")
            .args(["-m", "venv", "--clear"])
            .args([&environment])
            .run()?;
        Step::new("installing the tools of the Python package", &python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(PACKAGES)
            .run()?;
    }
    Ok(python)
}

pub(crate) fn run(Arguments {}: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let python = environment(workspace)?;
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
    Step::new("building the Python package", &python)
        .args(["-m", "maturin", "develop", "--release", "--locked"])
        .env("VIRTUAL_ENV", workspace.target.join("python"))
        .within(&package)
        .run()?;
    Step::new("the tests of the Python package", &python)
        .args(["-m", "pytest", "-q"])
        .within(&package)
        .run()?;
    Step::new("the types of the Python package", &python)
        .args(["-m", "mypy", "quoridor"])
        .within(&package)
        .run()
}
