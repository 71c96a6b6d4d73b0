//! `cargo xtask train`

use std::path::PathBuf;

use crate::python::install_package;
use crate::shell::Step;
use crate::virtual_env::VirtualEnv;
use crate::workspace::Workspace;

const TOOLS: VirtualEnv = VirtualEnv {
    folder: "train",
    packages: &["torch", "numpy", "ray==2.60.0", "maturin==1.16.0"],
    probe: "import torch, numpy, ray, maturin",
};

/// Test the training scripts and a small learning loop, also with Ray
///
/// The first run makes a virtual environment with PyTorch below the target directory, 3 GB or more;
/// so this is not part of continuous integration.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask train --python ~/torch/bin/python")]
pub(crate) struct Arguments {
    /// An interpreter that has PyTorch and this project's package; tests that need Ray are skipped
    /// if it lacks that
    #[arg(long, value_name = "FILE")]
    python: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let python = match &arguments.python {
        Some(python) => python.clone(),
        None => {
            let (environment, python) = TOOLS.python(workspace)?;
            install_package(&environment, &python, workspace)?;
            python
        }
    };
    Step::new("building the program", "cargo").args(["build", "--release"]).run()?;
    Step::new("the tests of the training scripts", python)
        .args(["-m", "unittest", "discover", "-s", "python/train", "-v"])
        .env("QUORIDOR", workspace.target.join("release/quoridor"))
        .within(&workspace.root)
        .run()
}
