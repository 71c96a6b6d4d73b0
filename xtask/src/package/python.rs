//! The wheel and the source distribution of the Python package.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::{Finding, interpreters};
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
    let source = file(&out, ".tar.gz").map(|file| name(&file));
    let source = Finding::of("source distribution", source);
    let wheel = match file(&out, ".whl") {
        Ok(wheel) => wheel,
        Err(error) => return vec![source, Finding::of("wheel", Err(error))],
    };
    let size = size(&wheel).map(|size| format!("{}, {size}", name(&wheel)));
    let mut findings = vec![source, Finding::of("wheel", size)];
    findings.push(Finding::of("pip install ./python", install_sources(workspace, &out)));
    findings.extend(interpreters::check(workspace, &wheel, &out));
    findings
}

fn size(wheel: &Path) -> anyhow::Result<String> {
    let bytes = wheel.metadata().context("the wheel")?.len();
    ensure!(bytes <= LARGEST_WHEEL, "the wheel has {bytes} bytes, more than {LARGEST_WHEEL}");
    Ok(format!("{} KiB", bytes.div_ceil(1024)))
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

/// Installs the package from the repository in a fresh environment, as its documentation says.
fn install_sources(workspace: &Workspace, out: &Path) -> anyhow::Result<String> {
    let fresh = out.join("from-sources");
    Step::new("a fresh environment", "python3").args(["-m", "venv"]).args([&fresh]).run()?;
    let python = fresh.join("bin/python");
    Step::new("installing the package from the repository", &python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "./python"])
        .within(&workspace.root)
        .run()?;
    let code = "import quoridor; board = quoridor.Board(); board.push('e2'); \
                print(quoridor.__version__, board.fen())";
    // In a folder without the sources of the package, so that the installed one is imported.
    let output = Step::new("playing a move", &python).args(["-c", code]).within(out).output()?;
    Ok(output.trim().to_owned())
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
