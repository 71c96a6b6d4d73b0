//! `cargo xtask package`

mod crates;
mod data;
mod docker;
mod files;
mod interpreters;
mod python;
mod toolchains;

use anyhow::ensure;

use crate::workspace::Workspace;

/// Check that everything can be published: crates, Python package, data, documents
///
/// Packages each crate and builds it from its package, builds each crate with the oldest Rust
/// version that it declares, checks the Dockerfile's build, builds the source distribution and the
/// wheel of the Python package, tests the wheel in a fresh environment of each Python version that
/// is installed, and checks metadata, licences, the origin of all data and the documents of a
/// release. Nothing is published. It prints a table of what it checked.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  cargo xtask package\n  cargo xtask package --quick")]
pub(crate) struct Arguments {
    /// Check only what needs no build: metadata, data and documents
    #[arg(long)]
    quick: bool,
}

/// One line of the table.
struct Finding {
    what: String,
    /// The finding, or the mistake.
    result: Result<String, String>,
}

impl Finding {
    fn new(what: impl Into<String>, result: Result<String, String>) -> Self {
        Self { what: what.into(), result }
    }

    /// A finding of a task; how it failed is in its output.
    fn of(what: impl Into<String>, result: anyhow::Result<String>) -> Self {
        Self::new(what, result.map_err(|error| format!("{error:#}")))
    }
}

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let packages = crates::packages()?;
    let mut findings = crates::check_metadata(&packages);
    findings.push(data::check(workspace));
    findings.extend(files::check(workspace, &packages));
    findings.push(docker::check(workspace));
    if !arguments.quick {
        findings.extend(crates::build(workspace, &packages));
        findings.extend(toolchains::check(workspace, &packages));
        findings.push(docker::build(workspace));
        findings.extend(python::check(workspace));
    }
    print!("{}", table(&findings));
    let wrong = findings.iter().filter(|finding| finding.result.is_err()).count();
    ensure!(wrong == 0, "{wrong} of {} checks failed", findings.len());
    Ok(())
}

fn table(findings: &[Finding]) -> String {
    let width = findings.iter().map(|finding| finding.what.chars().count()).max();
    let width = width.unwrap_or_default();
    let line = |Finding { what, result }: &Finding| match result {
        Ok(found) => format!("ok     {what:width$}  {found}\n"),
        Err(wrong) => format!("WRONG  {what:width$}  {wrong}\n"),
    };
    findings.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_stands_out() {
        let findings = [
            Finding::new("a", Ok("fine".to_owned())),
            Finding::new("long", Err("missing".to_owned())),
        ];
        assert_eq!(table(&findings), "ok     a     fine\nWRONG  long  missing\n");
    }
}
