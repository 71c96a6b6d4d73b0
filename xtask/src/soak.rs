//! `cargo xtask soak`

use crate::shell::Step;
use crate::workspace::Workspace;

/// Load the server with games, analyses, imports and spectators, and kill it every minute
///
/// Prints the acknowledged and lost moves (none may be lost), the time until moves are
/// acknowledged, and the server's memory, and plots the memory.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask soak --minutes 60")]
pub(crate) struct Arguments {
    /// How long it runs
    #[arg(long, value_name = "N", default_value_t = 60)]
    minutes: u32,
    /// The plot
    #[arg(long, value_name = "FILE", default_value = "target/soak.svg")]
    plot: std::path::PathBuf,
}

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let plot = workspace.root.join(&arguments.plot);
    Step::new("the soak test", "cargo")
        .args(["test", "--release", "-p", "quoridor", "--test", "serve", "--"])
        .args(["--ignored", "--nocapture", "--exact", "soak::soak"])
        .env("QUORIDOR_SOAK_MINUTES", arguments.minutes.to_string())
        .env("QUORIDOR_SOAK_PLOT", plot.display().to_string())
        .within(&workspace.root)
        .run()
}
