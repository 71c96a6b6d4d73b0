//! Python interpreters with packages, below the target directory.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::Step;
use crate::system;
use crate::workspace::Workspace;

/// A virtual environment of Python, made the first time it is needed.
pub(crate) struct VirtualEnv {
    /// Its folder below the target directory.
    pub(crate) folder: &'static str,
    /// Its packages, as pip names them; further options of pip may be among them.
    pub(crate) packages: &'static [&'static str],
    /// Python code that fails unless the packages are there.
    pub(crate) probe: &'static str,
}

impl VirtualEnv {
    /// The environment and its interpreter.
    pub(crate) fn python(&self, workspace: &Workspace) -> anyhow::Result<(PathBuf, PathBuf)> {
        let environment = workspace.target.join(self.folder);
        let python = environment.join("bin").join("python");
        let probe = Command::new(&python).args(["-c", self.probe]).output();
        if probe.is_ok_and(|output| output.status.success()) {
            return Ok((environment, python));
        }
        // On Debian `venv` is there without the package, but fails for want of `ensurepip`.
        let debian_packages = ["python3", "python3-venv"];
        system::require("python3", &["-c", "import venv, ensurepip"], &debian_packages)?;
        Step::new("making a Python environment", "python3")
            .args(["-m", "venv", "--clear"])
            .args([&environment])
            .run()?;
        Step::new("installing Python packages", &python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(self.packages)
            .run()?;
        Ok((environment, python))
    }
}
