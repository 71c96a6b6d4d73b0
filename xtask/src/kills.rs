//! `cargo xtask kills`

use crate::shell::Step;
use crate::workspace::Workspace;

/// Kill (SIGKILL) what writes a thousand times: stores, servers, tournaments, experiments
///
/// After each kill, what was acknowledged must be there, once.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask kills --dev")]
pub(crate) struct Arguments {
    /// Kill programs of the dev profile, which other tests have built already
    #[arg(long)]
    dev: bool,
}

/// The tests, with the number of their kills.
const TESTS: [(&str, &str, &str, usize); 4] = [
    ("quoridor-store", "store", "six_hundred_kills", 600),
    ("quoridor", "serve", "a_hundred_kills_of_a_server", 100),
    ("quoridor", "kill", "two_hundred_kills", 200),
    ("quoridor", "learn", "a_hundred_kills", 100),
];

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let profile = if arguments.dev { "dev" } else { "release" };
    for (package, test, name, kills) in TESTS {
        Step::new(format!("{kills} kills ({package}, {test})"), "cargo")
            .args(["test", "--profile", profile, "-p", package, "--test", test, "--", "--ignored"])
            .args(["--nocapture", name])
            .env("QUORIDOR_KILLS", kills.to_string())
            .within(&workspace.root)
            .run()?;
    }
    Ok(())
}
