//! `cargo xtask results`

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::shell::Step;
use crate::workspace::Workspace;

/// Write the pages of docs/results again: every reproduction of a paper, and the index
///
/// Games and training runs are kept in the work folder. The task resumes from there, also from a
/// folder that `quoridor reproduce all --out FOLDER` has filled on another machine.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cargo xtask results --scale 0.01\n  \
                        cargo xtask results --work results --minutes 60")]
pub(crate) struct Arguments {
    /// The amount of work [default: that of each committed page]
    #[arg(long, value_name = "SHARE")]
    scale: Option<String>,

    /// The folder of games and training runs [default: target/results]
    #[arg(long, value_name = "FOLDER")]
    work: Option<PathBuf>,

    /// Stop after this many minutes; the same command resumes
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    Step::new("the build", "cargo")
        .args(["build", "--release", "--locked", "--package", "quoridor"])
        .within(&workspace.root)
        .run()?;
    let work = arguments.work.clone().unwrap_or_else(|| workspace.target.join("results"));
    let mut words = vec!["reproduce".to_owned(), "all".to_owned()];
    if let Some(scale) = &arguments.scale {
        words.extend(["--scale".to_owned(), scale.clone()]);
    }
    words.extend(["--out".to_owned(), work.display().to_string()]);
    if let Some(minutes) = arguments.minutes {
        words.extend(["--minutes".to_owned(), minutes.to_string()]);
    }
    Step::new("the reproductions", workspace.target.join("release/quoridor"))
        .args(words)
        .within(&workspace.root)
        .run()?;
    let pages = workspace.root.join("docs/results");
    publish(&work, &pages)
}

/// Copies Markdown and plots, and removes those that are no longer written.
fn publish(work: &Path, pages: &Path) -> anyhow::Result<()> {
    let is_page = |path: &PathBuf| {
        path.is_file() && path.extension().is_some_and(|ending| ending == "md" || ending == "svg")
    };
    let files = |folder: &Path| -> anyhow::Result<Vec<PathBuf>> {
        let entries =
            fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
        let paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        Ok(paths.into_iter().filter(is_page).collect())
    };
    fs::create_dir_all(pages).with_context(|| format!("cannot write {}", pages.display()))?;
    for old in files(pages)? {
        fs::remove_file(&old).with_context(|| format!("cannot remove {}", old.display()))?;
    }
    for page in files(work)? {
        let name = page.file_name().context("a page has no name")?;
        fs::copy(&page, pages.join(name))
            .with_context(|| format!("cannot copy {}", page.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_copied_and_old_ones_removed() {
        let folder = std::env::temp_dir().join(format!("xtask-results-{}", std::process::id()));
        let (work, pages) = (folder.join("work"), folder.join("pages"));
        for path in [&work, &pages] {
            fs::create_dir_all(path).unwrap();
        }
        for name in ["a.md", "a-1.svg", "a.html", "a.sqlite"] {
            fs::write(work.join(name), name).unwrap();
        }
        fs::write(pages.join("old.md"), "").unwrap();
        publish(&work, &pages).unwrap();
        let mut names: Vec<_> =
            fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a-1.svg", "a.md"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
