//! Lines of at most 100 columns, in code and prose.
//!
//! rustfmt leaves comments, attributes and strings alone, and does not know the other languages.

use std::fs;

use anyhow::{Context, ensure};

use crate::shell::Step;
use crate::workspace::Workspace;

/// The most characters of a line.
const COLUMNS: usize = 100;

/// The endings of the files that are checked. Applied migrations (`.sql`) must not change, and data
/// has lines of any length.
const ENDINGS: [&str; 10] =
    [".rs", ".js", ".ts", ".css", ".html", ".py", ".pyi", ".toml", ".md", ".sh"];

/// Folders of files that a program writes.
const GENERATED: [&str; 2] = ["docs/results/", "clients/typescript/"];

/// Fails if a line is too long, and names all that are.
pub(crate) fn check(workspace: &Workspace) -> anyhow::Result<()> {
    let files = Step::new("the list of files", "git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"])
        .within(&workspace.root)
        .output()?;
    let mut found = Vec::new();
    for file in files.lines().filter(|file| is_checked(file)) {
        let path = workspace.root.join(file);
        if !path.exists() {
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
        found.extend(long_lines(file, &text).map(|(line, length)| {
            format!("{file}:{line}: {length} characters, at most {COLUMNS}")
        }));
    }
    ensure!(found.is_empty(), "lines are too long:\n{}", found.join("\n"));
    Ok(())
}

fn is_checked(file: &str) -> bool {
    ENDINGS.iter().any(|ending| file.ends_with(ending))
        && !GENERATED.iter().any(|place| file.starts_with(place))
}

/// The lines that are too long, counted from one, with their lengths.
fn long_lines<'a>(file: &str, text: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
    let is_markdown = file.ends_with(".md");
    let mut is_code_block = false;
    text.lines().enumerate().filter_map(move |(line, text)| {
        let start = text.trim_start();
        if is_markdown && start.starts_with("```") {
            is_code_block = !is_code_block;
        }
        let length = text.chars().count();
        let may_be_long =
            if is_markdown { is_code_block || is_unbreakable(start) } else { is_command(start) };
        (length > COLUMNS && !may_be_long).then_some((line + 1, length))
    })
}

/// A line of Markdown that cannot be wrapped: a row of a table, an image, or a single word or
/// command.
fn is_unbreakable(line: &str) -> bool {
    let is_command = line.starts_with('`') && line.matches('`').count() == 2;
    line.starts_with('|') || line.starts_with("![") || is_command || !line.contains(' ')
}

/// The command that runs an ignored test.
fn is_command(line: &str) -> bool {
    line.starts_with("#[ignore = ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(file: &str, text: &str) -> Vec<(usize, usize)> {
        long_lines(file, text).collect()
    }

    #[test]
    fn long_lines_are_found_by_characters() {
        let exact = "é".repeat(100);
        assert_eq!(found("a.rs", &format!("{exact}\n{exact}x\n")), [(2, 101)]);
        assert_eq!(found("a.md", &format!("a {exact}\n")), [(1, 102)]);
    }

    #[test]
    fn tables_code_and_commands_may_be_long() {
        let long = "word ".repeat(30);
        let table = format!("| {long} |\n");
        assert_eq!(found("a.md", &table), []);
        assert_eq!(found("a.rs", &table), [(1, 154)]);
        assert_eq!(
            found("a.md", &format!("```sh\n{long}\n```\n`{long}`.\n![{long}](a.png)\n")),
            []
        );
        assert_eq!(found("a.md", &format!("```sh\n```\n{long}\n")), [(3, 150)]);
        assert_eq!(found("a.rs", &format!("#[ignore = \"{long}\"]\n")), []);
    }

    #[test]
    fn generated_files_and_data_are_left_out() {
        assert!(is_checked("docs/rules.md") && is_checked("crates/core/src/lib.rs"));
        assert!(!is_checked("docs/results/eizagirre.md") && !is_checked("data/agreed.perft"));
    }
}
