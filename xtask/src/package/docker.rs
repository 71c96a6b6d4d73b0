//! The Dockerfile, as far as it can be checked without Docker.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

use anyhow::{Context, ensure};

use super::{Finding, toolchains};
use crate::shell::Step;
use crate::workspace::Workspace;

/// Every file that is copied from the repository is in the context of the build.
pub(super) fn check(workspace: &Workspace) -> Finding {
    let copied = || {
        let (files, dockerfile) = (context(workspace)?, read(workspace, "Dockerfile")?);
        let sources = sources(&dockerfile);
        missing(&sources, &files)?;
        Ok(format!("{} files in its context, {} of them named", files.len(), sources.len()))
    };
    Finding::of("Dockerfile's files", copied())
}

/// Checks the program with the Dockerfile's Rust version, from the files of its context alone.
pub(super) fn build(workspace: &Workspace) -> Finding {
    Finding::of("Dockerfile's build", built(workspace))
}

fn built(workspace: &Workspace) -> anyhow::Result<String> {
    let dockerfile = read(workspace, "Dockerfile")?;
    let command = build_command(&dockerfile).context("no line begins with RUN cargo build")?;
    let version = rust_version(&dockerfile).context("no line begins with FROM rust:")?;
    let folder = workspace.target.join("package-check/docker");
    if folder.exists() {
        fs::remove_dir_all(&folder).context("cannot empty the folder of the Dockerfile's files")?;
    }
    for file in context(workspace)? {
        copy(&workspace.root.join(&file), &folder.join(&file))
            .with_context(|| format!("cannot copy {file}"))?;
    }
    toolchains::install(version)?;
    // A check instead of a build finds missing files just as well.
    let arguments = command.split(' ').filter(|argument| *argument != "--release");
    Step::new("the Dockerfile's build", "rustup")
        .args(["run", version, "cargo", "check", "--quiet", "--target-dir"])
        .args([workspace.target.join("package-check")])
        .args(arguments)
        .within(&folder)
        .run()?;
    Ok(format!("Rust {version} finds all it needs in the context (checked, not built)"))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    fs::copy(from, to).map(|_| ())
}

fn read(workspace: &Workspace, file: &str) -> anyhow::Result<String> {
    fs::read_to_string(workspace.root.join(file)).with_context(|| format!("cannot read {file}"))
}

/// The files of the repository that `.dockerignore` leaves in.
fn context(workspace: &Workspace) -> anyhow::Result<Vec<String>> {
    let output =
        Command::new("git").arg("ls-files").current_dir(&workspace.root).output().context("git")?;
    ensure!(output.status.success(), "git ls-files failed");
    let ignored = read(workspace, ".dockerignore")?;
    let listed = String::from_utf8_lossy(&output.stdout);
    Ok(without_ignored(listed.lines(), &ignored).map(str::to_owned).collect())
}

/// Our `.dockerignore` names files and folders, without patterns.
fn without_ignored<'a>(
    files: impl Iterator<Item = &'a str>,
    ignored: &str,
) -> impl Iterator<Item = &'a str> {
    files.filter(move |file| {
        let is_below = |folder: &str| {
            file.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        !ignored.lines().any(is_below)
    })
}

/// What is copied from the context, by `COPY` without `--from`.
fn sources(dockerfile: &str) -> Vec<&str> {
    let copies = dockerfile.lines().filter_map(|line| line.strip_prefix("COPY "));
    let words = copies.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let own = words.filter(|words| !words.iter().any(|word| word.starts_with("--from")));
    // The last word is where they go.
    own.flat_map(|mut words| {
        words.pop();
        words
    })
    .collect()
}

fn missing(sources: &[&str], files: &[String]) -> anyhow::Result<()> {
    for source in sources {
        let is_there = *source == "."
            || files.iter().any(|file| {
                file.strip_prefix(source)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            });
        ensure!(is_there, "COPY {source}: it is not in the context");
    }
    Ok(())
}

/// The arguments of `cargo build`.
fn build_command(dockerfile: &str) -> Option<&str> {
    dockerfile.lines().find_map(|line| line.strip_prefix("RUN cargo build "))
}

fn rust_version(dockerfile: &str) -> Option<&str> {
    let tag = dockerfile.lines().find_map(|line| line.strip_prefix("FROM rust:"))?;
    tag.split(['-', ' ']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCKERFILE: &str = "FROM rust:1.95-slim AS build\nCOPY . .\nCOPY LICENSE crates /doc/\n\
                              RUN cargo build --release --locked\nCOPY --from=build /a /b\n";

    #[test]
    fn what_is_copied_must_be_in_the_context() {
        assert_eq!(sources(DOCKERFILE), [".", "LICENSE", "crates"]);
        let context = |ignored: &str| -> Vec<String> {
            let files = ["LICENSE", "crates/a.rs", "docs/b.md", "docs-of-c"];
            without_ignored(files.into_iter(), ignored).map(str::to_owned).collect()
        };
        assert_eq!(context("docs\n"), ["LICENSE", "crates/a.rs", "docs-of-c"]);
        assert!(missing(&sources(DOCKERFILE), &context("docs\n")).is_ok());
        let error = missing(&sources(DOCKERFILE), &context("crates\n")).unwrap_err().to_string();
        assert_eq!(error, "COPY crates: it is not in the context");
    }

    #[test]
    fn the_build_is_read() {
        assert_eq!(build_command(DOCKERFILE), Some("--release --locked"));
        assert_eq!(rust_version(DOCKERFILE), Some("1.95"));
    }
}
