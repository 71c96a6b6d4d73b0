//! A Python with OpenSpiel, the Quoridor that nobody here wrote.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::Step;
use crate::system;
use crate::workspace::Workspace;

/// The version whose departures from the rules the oracle knows.
const VERSION: &str = "2.0.2";

/// A Python interpreter that can `import pyspiel`, in an environment below the target directory
/// that is made once.
pub(crate) fn python(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let environment = workspace.target.join("oracle");
    let python = environment.join("bin").join("python");
    if has_openspiel(&python) {
        return Ok(python);
    }
    // On Debian `venv` is there without the package, but fails for want of `ensurepip`.
    system::require("python3", &["-c", "import venv, ensurepip"], &["python3", "python3-venv"])?;
    Step::new("making a Python environment", "python3")
        .args(["-m", "venv", "--clear"])
        .args([&environment])
        .run()?;
    // Without its dependencies, a hundred megabytes that only OpenSpiel's learning algorithms need.
    Step::new("installing OpenSpiel", &python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"])
        .args([format!("open_spiel=={VERSION}")])
        .run()?;
    Ok(python)
}

fn has_openspiel(python: &Path) -> bool {
    let question =
        "import importlib.metadata, pyspiel; print(importlib.metadata.version('open_spiel'))";
    let answer = Command::new(python).args(["-c", question]).output();
    answer.is_ok_and(|answer| {
        answer.status.success() && answer.stdout.trim_ascii() == VERSION.as_bytes()
    })
}
