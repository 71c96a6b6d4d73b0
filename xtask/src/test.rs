//! `cargo xtask test`

use crate::shell::Step;
use crate::system;
use crate::workspace::Workspace;

/// Run every test of the workspace
///
/// A Rust toolchain, a C compiler, tmux and Chromium are needed; where tmux or Chromium is missing
/// and may be installed, it is.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask test")]
pub(crate) struct Arguments {}

pub(crate) fn run(Arguments {}: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    // The tests of the terminal app run in a real terminal.
    system::require("tmux", &["-V"], &["tmux"])?;
    // Those of the web app in a real browser, which needs a font.
    system::require("chromium", &["--version"], &["chromium", "fonts-dejavu-core"])?;
    Step::new("the tests", "cargo")
        .args(["test", "--workspace", "--locked"])
        .within(&workspace.root)
        .run()
}
