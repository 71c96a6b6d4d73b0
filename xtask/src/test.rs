//! `cargo xtask test`

use crate::shell::Step;
use crate::workspace::Workspace;

/// Run every test of the workspace
///
/// Nothing but a Rust toolchain and a C compiler is needed.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask test")]
pub(crate) struct Arguments {}

pub(crate) fn run(Arguments {}: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    Step::new("the tests", "cargo").args(["test", "--workspace", "--locked"]).within(&workspace.root).run()
}
