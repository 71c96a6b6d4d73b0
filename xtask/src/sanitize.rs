//! `cargo xtask sanitize`

use crate::shell::Step;
use crate::workspace::Workspace;

/// Run the tests of threads and of unsafe code under sanitizers and Miri (needs nightly Rust)
///
/// ThreadSanitizer watches the transposition table that search threads share, AddressSanitizer and
/// Miri the vector code of the convolutional network. What is needed is installed by `rustup
/// component add --toolchain nightly miri rust-src`.
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

/// The tests in which search threads share a table.
const THREADS: &str = "players::alphabeta::";

/// The tests of the unsafe code.
const UNSAFE: &str = "net::conv::";

/// The model of a slot of the table that several threads write.
const SLOT: &str = "players::alphabeta::table";

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    for check in [Check::Thread, Check::Address, Check::Miri] {
        if arguments.check.is_none_or(|asked| asked == check) {
            check.run(workspace)?;
        }
    }
    Ok(())
}

impl Check {
    fn run(self, workspace: &Workspace) -> anyhow::Result<()> {
        match self {
            // The standard library has to be instrumented too, or its own synchronisation is not
            // seen.
            Self::Thread => self.sanitizer(&["-Zbuild-std"], THREADS, workspace),
            Self::Address => self.sanitizer(&[], UNSAFE, workspace),
            Self::Miri => [UNSAFE, SLOT].iter().try_for_each(|tests| {
                Step::new(format!("Miri ({tests})"), "cargo")
                    .args(["+nightly", "miri", "test", "-p", "quoridor-engine", "--lib", tests])
                    .env("MIRIFLAGS", "-Zmiri-disable-isolation")
                    .within(&workspace.root)
                    .run()
            }),
        }
    }

    fn sanitizer(self, more: &[&str], tests: &str, workspace: &Workspace) -> anyhow::Result<()> {
        let name = if self == Self::Thread { "thread" } else { "address" };
        Step::new(format!("the {name} sanitizer"), "cargo")
            .args(["+nightly", "test", "-p", "quoridor-engine", "--lib", "--target", TARGET])
            .args(["--target-dir", &format!("target/sanitize-{name}")])
            .args(more)
            .args([tests, "--", "--test-threads", "2"])
            .env("RUSTFLAGS", format!("-Zsanitizer={name}"))
            .env("RUSTDOCFLAGS", format!("-Zsanitizer={name}"))
            .within(&workspace.root)
            .run()
    }
}
