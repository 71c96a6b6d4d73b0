//! `cargo xtask instructions`

use crate::shell::Step;
use crate::system;
use crate::tools::GUNGRAUN_RUNNER;
use crate::workspace::Workspace;

/// Count the instructions of the benchmarks, and compare them with the last time
///
/// Unlike times, counts do not depend on what else the machine is doing. The first run installs the
/// runner of gungraun below the target directory, which takes some minutes.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask instructions")]
pub(crate) struct Arguments {}

pub(crate) fn run(Arguments {}: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    system::require("valgrind", &["--version"], &["valgrind"])?;
    let runner = GUNGRAUN_RUNNER.path(workspace)?;
    Step::new("counting instructions", "cargo")
        .args(["bench", "--workspace", "--locked", "--bench", "instructions"])
        .env("GUNGRAUN_RUNNER", runner)
        .within(&workspace.root)
        .run()
}
