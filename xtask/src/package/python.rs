//! The wheel and the source distribution of the Python package.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::Finding;
use crate::python;
use crate::shell::Step;
use crate::workspace::Workspace;

/// The largest wheel, in bytes.
const LARGEST_WHEEL: u64 = 5 << 20;

pub(super) fn check(workspace: &Workspace) -> Vec<Finding> {
    let out = workspace.target.join("package-check/python");
    if let Err(error) = build(workspace, &out) {
        return vec![Finding::of("Python package", Err(error))];
    }
    let wheel = file(&out, ".whl").and_then(|wheel| {
        let bytes = wheel.metadata().context("the wheel")?.len();
        ensure!(bytes <= LARGEST_WHEEL, "the wheel has {bytes} bytes, more than {LARGEST_WHEEL}");
        install(&out, &wheel)?;
        Ok(format!("{}, {} KiB, installs and works", name(&wheel), bytes.div_ceil(1024)))
    });
    let source = file(&out, ".tar.gz").map(|file| name(&file));
    vec![Finding::of("wheel", wheel), Finding::of("source distribution", source)]
}

fn build(workspace: &Workspace, out: &Path) -> anyhow::Result<()> {
    if out.exists() {
        fs::remove_dir_all(out).context("cannot empty the folder of the Python package")?;
    }
    // The wheel is built from the source distribution, so both are tested.
    Step::new("building the wheel and the source distribution", python::TOOLS.python(workspace)?.1)
        .args(["-m", "maturin", "build", "--sdist", "--release", "--locked", "--out"])
        .args([out])
        .within(&workspace.root.join("python"))
        .run()
}

/// The one file with an ending.
fn file(folder: &Path, ending: &str) -> anyhow::Result<PathBuf> {
    let mut files = fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()));
    files
        .find(|file| file.to_string_lossy().ends_with(ending))
        .with_context(|| format!("no file ends with {ending}"))
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Installs the wheel in a fresh environment, and uses it.
fn install(out: &Path, wheel: &Path) -> anyhow::Result<()> {
    let fresh = out.join("fresh");
    Step::new("a fresh Python environment", "python3")
        .args(["-m", "venv", "--clear"])
        .args([&fresh])
        .run()?;
    let python = fresh.join("bin/python");
    Step::new("installing the wheel", &python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args([wheel])
        .run()?;
    Step::new("using the wheel", &python)
        .args(["-c", "import quoridor; b = quoridor.Board(); b.push('e2'); print(b.fen())"])
        .run()
}
