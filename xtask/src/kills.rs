//! `cargo xtask kills`

use crate::shell::Step;
use crate::workspace::Workspace;

/// Kill (SIGKILL) what writes a thousand times: stores, servers, tournaments, experiments
///
/// After each kill, what was acknowledged must be there, once.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask kills")]
pub(crate) struct Arguments {}

/// The tests, with the number of their kills.
const TESTS: [(&str, &str, &str, usize); 4] = [
    ("quoridor-store", "store", "six_hundred_kills", 600),
    ("quoridor", "serve", "a_hundred_kills_of_a_server", 100),
    ("quoridor", "kill", "", 200),
    ("quoridor", "learn", "", 100),
];

pub(crate) fn run(_: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    for (package, test, name, kills) in TESTS {
        Step::new(format!("{kills} kills ({package}, {test})"), "cargo")
            .args(["test", "--release", "-p", package, "--test", test, "--", "--ignored"])
            .args(["--nocapture", name])
            .env("QUORIDOR_KILLS", kills.to_string())
            .within(&workspace.root)
            .run()?;
    }
    Ok(())
}
