//! `cargo xtask test`

use crate::client;
use crate::page;
use crate::shell::Step;
use crate::site;
use crate::system;
use crate::workspace::Workspace;

/// Run every test of the workspace
///
/// A Rust toolchain, a C compiler, tmux, Chromium and Node are needed; where one of the last three
/// is missing and may be installed, it is.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask test")]
pub(crate) struct Arguments {}

pub(crate) fn run(Arguments {}: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    // The tests of the terminal app run in a real terminal.
    system::require("tmux", &["-V"], &["tmux"])?;
    // Those of the web app in a real browser, which needs a font.
    system::require("chromium", &["--version"], &["chromium", "fonts-dejavu-core"])?;
    // Scripts of the page that touch no page are tested without one.
    system::require("node", &["--version"], &["nodejs"])?;
    Step::new("the tests of the page's scripts", "node")
        .args(["--test", "tests/scripts/"])
        .within(&workspace.root.join("crates/web"))
        .run()?;
    Step::new("the tests", "cargo")
        .args(["test", "--workspace", "--locked"])
        .within(&workspace.root)
        .run()?;
    site::build_and_test(workspace)?;
    system::require("npm", &["--version"], &["nodejs", "npm"])?;
    page::axe(workspace)?;
    client::run_example(workspace)
}
