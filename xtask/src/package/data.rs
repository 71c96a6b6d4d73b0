//! Data: every file has its origin and licence in data/README.md.

use std::fs;
use std::process::Command;

use anyhow::{Context, ensure};

use super::Finding;
use crate::workspace::Workspace;

pub(super) fn check(workspace: &Workspace) -> Finding {
    Finding::of("data/README.md", checked(workspace))
}

fn checked(workspace: &Workspace) -> anyhow::Result<String> {
    let page = fs::read_to_string(workspace.root.join("data/README.md"))
        .context("cannot read data/README.md")?;
    let output = Command::new("git")
        .args(["ls-files", "data", "crates/*/data/*"])
        .current_dir(&workspace.root)
        .output()
        .context("cannot run git")?;
    ensure!(output.status.success(), "git ls-files failed");
    let listed = String::from_utf8_lossy(&output.stdout);
    let files: Vec<&str> = listed
        .lines()
        .filter(|file| *file != "data/README.md" && !file.contains("/tests/"))
        .collect();
    compare(&page, &files)
}

/// The files that the table names, and those that there are.
fn compare(page: &str, files: &[&str]) -> anyhow::Result<String> {
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    for row in &rows {
        let is_whole = row.len() == 4 && row.iter().all(|cell| !cell.is_empty());
        ensure!(is_whole, "{}: contents, origin or licence is missing", row[0]);
        let is_there = files.iter().any(|file| fits(row[0].trim_matches('`'), file));
        ensure!(is_there, "{} is listed, but there is no such file", row[0]);
    }
    for file in files {
        let is_listed = rows.iter().any(|row| fits(row[0].trim_matches('`'), file));
        ensure!(is_listed, "{file} is not listed");
    }
    Ok(format!("{} files, each with origin and licence", files.len()))
}

/// Whether a file has a name; `*` stands for any letters of it.
fn fits(pattern: &str, file: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == file,
        Some((start, end)) => {
            file.len() >= pattern.len() - 1 && file.starts_with(start) && file.ends_with(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_rows_must_agree() {
        let page = "| file | contents | origin | licence |\n|---|---|---|---|\n\
                    | `data/a-*.xz` | games | project | MIT |\n| `data/b` | b | project | MIT |\n";
        assert!(compare(page, &["data/a-1.xz", "data/a-2.xz", "data/b"]).is_ok());
        let error = |page: &str, files: &[&str]| compare(page, files).unwrap_err().to_string();
        assert_eq!(error(page, &["data/a-1.xz", "data/b", "data/c"]), "data/c is not listed");
        assert_eq!(error(page, &["data/a-1.xz"]), "`data/b` is listed, but there is no such file");
        let page = page.replace("| b | project |", "| b |  |");
        assert_eq!(
            error(&page, &["data/a-1.xz", "data/b"]),
            "`data/b`: contents, origin or licence is missing"
        );
    }
}
