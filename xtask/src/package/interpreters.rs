//! The wheel in every Python version that the package names, as far as they are installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::Finding;
use crate::shell::Step;
use crate::workspace::Workspace;

/// Tests that need nothing but the wheel and pytest.
const TESTS: [&str; 6] = [
    "test_board.py",
    "test_engine.py",
    "test_matches.py",
    "test_protocol.py",
    "test_self_play.py",
    "test_vec_env.py",
];

/// Installs the wheel in a fresh environment of each version and runs the tests.
pub(super) fn check(workspace: &Workspace, wheel: &Path, out: &Path) -> Vec<Finding> {
    let project = fs::read_to_string(workspace.root.join("python/pyproject.toml"));
    let versions = match project.as_deref() {
        Ok(project) => versions(project),
        Err(error) => return vec![Finding::new("Python versions", Err(error.to_string()))],
    };
    let finding = |version: &str| {
        let tested = match interpreter(version) {
            Some(python) => test(workspace, &python, version, wheel, out),
            None => Ok("not installed here, not tested".to_owned()),
        };
        Finding::of(format!("Python {version}"), tested)
    };
    versions.into_iter().map(finding).collect()
}

/// The versions among the classifiers of a project.
fn versions(project: &str) -> Vec<&str> {
    let lines = project.lines().map(|line| line.trim().trim_matches([',', '"']));
    let named = lines.filter_map(|line| line.strip_prefix("Programming Language :: Python :: "));
    named.filter(|version| version.contains('.')).collect()
}

/// An interpreter of a version: from the path, or one that pyenv has installed.
fn interpreter(version: &str) -> Option<PathBuf> {
    let name = format!("python{version}");
    let root = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let root = root.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".pyenv")));
    let installed = root.and_then(|root| fs::read_dir(root.join("versions")).ok());
    let mut from_pyenv: Vec<PathBuf> = installed
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin").join(&name)))
        .filter(|file| file.is_file())
        .collect();
    from_pyenv.sort();
    // A shim of pyenv is in the path for every version, but runs only the chosen one.
    let runs = |python: &PathBuf| {
        let output = Command::new(python).args(["-c", "import venv, ensurepip"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    [PathBuf::from(name)].into_iter().chain(from_pyenv).find(runs)
}

fn test(
    workspace: &Workspace,
    python: &Path,
    version: &str,
    wheel: &Path,
    out: &Path,
) -> anyhow::Result<String> {
    let fresh = out.join(format!("python-{version}"));
    Step::new(format!("a fresh environment of Python {version}"), python)
        .args(["-m", "venv", "--clear"])
        .args([&fresh])
        .run()?;
    let python = fresh.join("bin/python");
    Step::new("installing the wheel", &python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pytest"])
        .args([wheel])
        .run()?;
    let tests = workspace.root.join("python/tests");
    // In a folder without the sources of the package, so that the wheel is imported.
    let output = Step::new(format!("the tests with Python {version}"), &python)
        .args(["-m", "pytest", "-q", "--import-mode=importlib", "-p", "no:cacheprovider"])
        .args(["--rootdir"])
        .args([out])
        .args(TESTS.map(|file| tests.join(file)))
        .within(out)
        .output()?;
    let summary = output.lines().last().context("pytest printed nothing")?;
    let (name, summary) = (wheel.file_name().unwrap_or_default().display(), summary.trim());
    Ok(format!("{name}: {summary}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_of_the_classifiers() {
        let project = "classifiers = [\n    \"Programming Language :: Python :: 3\",\n    \
                       \"Programming Language :: Python :: 3.9\",\n    \
                       \"Programming Language :: Python :: 3.13\",\n    \
                       \"Programming Language :: Rust\",\n]\n";
        assert_eq!(versions(project), ["3.9", "3.13"]);
    }
}
