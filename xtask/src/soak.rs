//! `cargo xtask soak`

use std::path::PathBuf;

use anyhow::Context;

use crate::shell::Step;
use crate::workspace::Workspace;

/// Load the server with games, analyses, imports and spectators, and kill it every minute
///
/// Prints the acknowledged and lost moves (none may be lost), the time until moves are
/// acknowledged, the server's memory and the machine's load average, and plots the memory.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask soak --minutes 60")]
pub(crate) struct Arguments {
    /// How long it runs
    #[arg(long, value_name = "N", default_value_t = 60)]
    minutes: u32,
    /// Seconds until the server is killed; 0: never
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    kill_every: u32,
    /// Milliseconds that a player thinks
    ///
    /// Analysts rest ten times as long after an answer, importers 25 times.
    #[arg(long, value_name = "MS", default_value_t = 20)]
    pause: u32,
    /// The server that is tested, instead of one that is built for it
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// The plot
    #[arg(long, value_name = "FILE", default_value = "target/soak.svg")]
    plot: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let mut step = Step::new("the soak test", "cargo").args(["test"]);
    step = match &arguments.program {
        None => step.args(["--release"]),
        Some(program) => {
            let found = program.canonicalize();
            step.env("QUORIDOR_PROGRAM", found.with_context(|| program.display().to_string())?)
        }
    };
    step.args(["-p", "quoridor", "--test", "serve", "--"])
        .args(["--ignored", "--nocapture", "--exact", "soak::soak"])
        .env("QUORIDOR_SOAK_MINUTES", arguments.minutes.to_string())
        .env("QUORIDOR_SOAK_KILL_EVERY", arguments.kill_every.to_string())
        .env("QUORIDOR_SOAK_PAUSE", arguments.pause.to_string())
        .env("QUORIDOR_SOAK_PLOT", workspace.root.join(&arguments.plot))
        .within(&workspace.root)
        .run()
}
