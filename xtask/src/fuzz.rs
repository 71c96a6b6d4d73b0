//! `cargo xtask fuzz`

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::shell::Step;
use crate::system;
use crate::tools::CARGO_FUZZ;
use crate::workspace::Workspace;

/// Run the fuzz targets, each for some seconds
///
/// An input that fails is left in fuzz/artifacts. New inputs are kept in fuzz/corpus, which is not
/// committed; what every run should start from is in fuzz/seeds. The first run installs cargo-fuzz
/// below the target directory.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask fuzz --seconds 60 record")]
pub(crate) struct Arguments {
    /// How long each target runs
    #[arg(long, value_name = "N", default_value_t = 10)]
    seconds: u32,
    /// The target; all of them if none is named
    target: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    system::require("c++", &["--version"], &["g++"])?;
    let cargo_fuzz = CARGO_FUZZ.path(workspace)?;
    for target in choose(&targets(&cargo_fuzz, workspace)?, arguments.target.as_deref())? {
        fuzz(target, arguments.seconds, &cargo_fuzz, workspace)?;
    }
    Ok(())
}

fn targets(cargo_fuzz: &Path, workspace: &Workspace) -> anyhow::Result<Vec<String>> {
    let list = Step::new("listing the fuzz targets", cargo_fuzz)
        .args(["list"])
        .within(&workspace.root)
        .output()?;
    Ok(list.lines().map(str::to_owned).collect())
}

/// The target that was asked for, or all.
fn choose<'a>(targets: &'a [String], asked: Option<&str>) -> anyhow::Result<&'a [String]> {
    let Some(asked) = asked else { return Ok(targets) };
    match targets.iter().find(|target| *target == asked) {
        Some(target) => Ok(std::slice::from_ref(target)),
        None => bail!("there is no fuzz target {asked}; the targets are {}", targets.join(", ")),
    }
}

/// Runs one target.
///
/// The address sanitizer is left out: there is no unsafe code for it to watch, without it stable
/// Rust is enough, and the target runs several times as fast. Assertions and overflow checks are
/// on.
fn fuzz(
    target: &str,
    seconds: u32,
    cargo_fuzz: &Path,
    workspace: &Workspace,
) -> anyhow::Result<()> {
    let corpus = format!("fuzz/corpus/{target}");
    fs::create_dir_all(workspace.root.join(&corpus))
        .with_context(|| format!("cannot make the directory {corpus}"))?;
    Step::new(format!("the fuzz target {target}"), cargo_fuzz)
        .args([
            "run",
            "--sanitizer",
            "none",
            target,
            &corpus,
            &format!("fuzz/seeds/{target}"),
            "--",
        ])
        .args([
            &format!("-max_total_time={seconds}"),
            "-timeout=10",
            "-verbosity=0",
            "-print_final_stats=1",
        ])
        .within(&workspace.root)
        .run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_target_is_an_error_that_names_the_known_ones() {
        let targets = ["game".to_owned(), "record".to_owned()];
        assert_eq!(choose(&targets, None).unwrap(), targets);
        assert_eq!(choose(&targets, Some("record")).unwrap(), ["record"]);
        let error = choose(&targets, Some("records")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no fuzz target records; the targets are game, record"
        );
    }
}
