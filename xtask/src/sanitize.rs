//! `cargo xtask sanitize`

use std::process::Command;

use anyhow::ensure;

use crate::shell::Step;
use crate::workspace::Workspace;

/// Run the tests of threads and of unsafe code under sanitizers and Miri (needs nightly Rust)
///
/// ThreadSanitizer checks the transposition table and the tree that search threads share, and the
/// threads of the engine protocol. AddressSanitizer and Miri check the vector code of the
/// convolutional network, and Miri the slots of the table. docs/testing.md says how long each
/// takes.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask sanitize thread")]
pub(crate) struct Arguments {
    /// The check; all of them if none is named
    check: Option<Check>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Check {
    Thread,
    Address,
    Miri,
}

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The tests in which threads share something.
const THREADS: [&str; 2] = ["threads", "protocol::"];

/// The tests of the unsafe code.
const UNSAFE: [&str; 1] = ["net::conv::"];

/// The tests for Miri: every kernel, and threads that write the same slots.
const MIRI: [&str; 2] = ["kernels_agree", "players::alphabeta::table"];

/// The vector units whose kernels Miri interprets. Of the machine's own it sees none.
const MIRI_FEATURES: &str = "-Ctarget-feature=+avx2,+avx512f,+avx512bw,+avx512vl,+avx512vnni";

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    require_nightly()?;
    for check in [Check::Thread, Check::Address, Check::Miri] {
        if arguments.check.is_none_or(|asked| asked == check) {
            check.run(workspace)?;
        }
    }
    Ok(())
}

fn require_nightly() -> anyhow::Result<()> {
    let list = ["component", "list", "--toolchain", "nightly", "--installed"];
    let installed = Command::new("rustup").args(list).output();
    let installed = installed.map_or_else(|_| Vec::new(), |output| output.stdout);
    let installed = String::from_utf8_lossy(&installed);
    ensure!(
        ["miri", "rust-src"].iter().all(|component| installed.contains(component)),
        "nightly Rust with Miri is needed: rustup toolchain install nightly --component miri \
         rust-src"
    );
    Ok(())
}

impl Check {
    fn run(self, workspace: &Workspace) -> anyhow::Result<()> {
        match self {
            // The standard library has to be instrumented too, or its own synchronisation is not
            // seen.
            Self::Thread => sanitizer("thread", &["-Zbuild-std"], &THREADS, workspace),
            Self::Address => sanitizer("address", &[], &UNSAFE, workspace),
            Self::Miri => MIRI.iter().try_for_each(|tests| {
                Step::new(format!("Miri ({tests})"), "cargo")
                    .args(["+nightly", "miri", "test", "-p", "quoridor-engine", "--lib", tests])
                    .env("MIRIFLAGS", "-Zmiri-disable-isolation")
                    .env("RUSTFLAGS", MIRI_FEATURES)
                    .within(&workspace.root)
                    .run()
            }),
        }
    }
}

fn sanitizer(
    name: &str,
    more: &[&str],
    tests: &[&str],
    workspace: &Workspace,
) -> anyhow::Result<()> {
    Step::new(format!("the {name} sanitizer"), "cargo")
        .args(["+nightly", "test", "-p", "quoridor-engine", "--lib", "--target", TARGET])
        .args(["--target-dir", &format!("target/sanitize-{name}")])
        .args(more)
        .args(["--"])
        .args(tests)
        .args(["--test-threads", "2"])
        .env("RUSTFLAGS", format!("-Zsanitizer={name}"))
        .within(&workspace.root)
        .run()
}
