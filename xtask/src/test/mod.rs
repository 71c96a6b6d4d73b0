//! `cargo xtask test`

mod tally;

use std::fs;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;

use self::tally::Tally;
use crate::busy::Load;
use crate::client;
use crate::page;
use crate::shell::Step;
use crate::site;
use crate::system;
use crate::workspace::Workspace;

/// Run every test of the workspace
///
/// A Rust toolchain, a C compiler, tmux, Chromium and Node are needed; where one of the last three
/// is missing and may be installed, it is. All tests are run, also after a failure; the last line
/// counts those that passed and failed.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask test")]
pub(crate) struct Arguments {
    /// Run four busy processes per core beside the tests
    #[arg(long)]
    under_load: bool,
}

/// A part of the tests. An error is a failure of the part as a whole.
type Part = fn(&Workspace, &mut Tally) -> anyhow::Result<()>;

const PARTS: [(&str, Part); 8] = [
    ("programs and scripts of the page", scripts),
    ("building the tests", build),
    ("tests of the crates", crates),
    ("building the static site", site),
    ("WebAssembly under Node", node),
    ("the site in Chromium", browser),
    ("accessibility", axe),
    ("TypeScript client", client),
];

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<ExitCode> {
    let _load = arguments.under_load.then(Load::start).transpose()?;
    let mut results = Vec::new();
    for (number, (name, part)) in (1..).zip(PARTS) {
        eprintln!("[{number}/{}] {name}", PARTS.len());
        let (begin, mut tally) = (Instant::now(), Tally::default());
        if let Err(error) = part(workspace, &mut tally) {
            eprintln!("{error:#}");
            tally.fail(format!("{error:#}"), "cargo xtask test".to_owned());
        }
        results.push((name, begin.elapsed(), tally));
    }
    let failed = summarise(&results);
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints what came of each part, and says how many tests failed.
fn summarise(results: &[(&str, Duration, Tally)]) -> usize {
    println!("\n{:34} {:>6} {:>7} {:>7}", "part", "time", "passed", "failed");
    let (mut passed, mut failed) = (0, 0);
    for (name, time, tally) in results {
        let time = format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        println!("{name:34} {time:>6} {:>7} {:>7}", tally.passed, tally.failed());
        (passed, failed) = (passed + tally.passed, failed + tally.failed());
    }
    if failed > 0 {
        println!("\nfailed, and how to run it again:");
    }
    for failure in results.iter().flat_map(|(_, _, tally)| &tally.failures) {
        println!("{failure}");
    }
    println!("{passed} passed, {failed} failed");
    failed
}

fn scripts(workspace: &Workspace, tally: &mut Tally) -> anyhow::Result<()> {
    // The tests of the terminal app run in a real terminal.
    system::require("tmux", &["-V"], &["tmux"])?;
    // Those of the web app in a real browser, which needs a font.
    system::require("chromium", &["--version"], &["chromium", "fonts-dejavu-core"])?;
    // Scripts of the page that touch no page are tested without one.
    system::require("node", &["--version"], &["nodejs"])?;
    tally.run(
        Step::new("the tests of the page's scripts", "node")
            .args(["--test", "tests/scripts/"])
            .within(&workspace.root.join("crates/web")),
    );
    Ok(())
}

fn cargo_test(workspace: &Workspace) -> Step {
    Step::new("the tests", "cargo")
        .args(["test", "--workspace", "--locked"])
        .within(&workspace.root)
}

fn build(workspace: &Workspace, tally: &mut Tally) -> anyhow::Result<()> {
    tally.run(cargo_test(workspace).args(["--no-run"]));
    Ok(())
}

fn crates(workspace: &Workspace, tally: &mut Tally) -> anyhow::Result<()> {
    tally.run(cargo_test(workspace).args(["--no-fail-fast"]));
    Ok(())
}

fn site(workspace: &Workspace, _: &mut Tally) -> anyhow::Result<()> {
    // If it cannot be built, an older one is not tested.
    let folder = site::tested(workspace);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    site::build_tested(workspace)
}

fn node(workspace: &Workspace, tally: &mut Tally) -> anyhow::Result<()> {
    tally.run(site::node_tests(&site::tested(workspace), workspace)?);
    Ok(())
}

fn browser(workspace: &Workspace, tally: &mut Tally) -> anyhow::Result<()> {
    tally.run(site::browser_tests(&site::tested(workspace), workspace)?);
    Ok(())
}

fn axe(workspace: &Workspace, tally: &mut Tally) -> anyhow::Result<()> {
    system::require("npm", &["--version"], &["nodejs", "npm"])?;
    tally.run(page::axe(workspace)?);
    Ok(())
}

fn client(workspace: &Workspace, tally: &mut Tally) -> anyhow::Result<()> {
    client::run_example(workspace)?;
    tally.passed += 1;
    Ok(())
}
