//! `cargo xtask check`

use crate::client;
use crate::line_length;
use crate::shell::Step;
use crate::system;
use crate::tools::{CARGO_DENY, PRETTIER, TYPESCRIPT};
use crate::workspace::Workspace;

/// Check format, line length, lints, documentation, other platforms, types and licences
///
/// It changes no file; `cargo fmt --all` repairs the format of Rust, and
/// `target/tools/prettier/node_modules/.bin/prettier --write crates/web/static` that of the page.
/// The first run installs cargo-deny and programs of npm below the target directory, and Rust's
/// standard libraries for Windows and macOS with rustup, which takes some minutes.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask check")]
pub(crate) struct Arguments {}

pub(crate) fn run(Arguments {}: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let step = |name: &str| Step::new(name, "cargo").within(&workspace.root);
    step("the format of the workspace").args(["fmt", "--all", "--check"]).run()?;
    step("the format of the fuzz targets")
        .args(["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"])
        .run()?;
    line_length::check(workspace)?;
    step("the lints of the workspace")
        .args(["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])
        .run()?;
    // Without libFuzzer, which only running them takes, the fuzz targets can be checked without a
    // C++ compiler.
    step("the lints of the fuzz targets")
        .args(["clippy", "--manifest-path", "fuzz/Cargo.toml", "--no-default-features", "--locked"])
        .args(["--", "-D", "warnings"])
        .run()?;
    step("the documentation")
        .args(["doc", "--workspace", "--no-deps", "--locked"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()?;
    check_platforms(workspace)?;
    check_page(workspace)?;
    client::check(workspace)?;
    check_dependencies(workspace)
}

/// The crates that must compile elsewhere than on Linux, without SQLite, which needs a C compiler
/// for the target.
fn check_platforms(workspace: &Workspace) -> anyhow::Result<()> {
    for target in ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"] {
        Step::new(format!("installing the target {target}"), "rustup")
            .args(["target", "add", target])
            .within(&workspace.root)
            .run()?;
        Step::new(format!("core, engine and arena for {target}"), "cargo")
            .args(["check", "-p", "quoridor-core", "-p", "quoridor-engine", "-p", "quoridor-arena"])
            .args(["--no-default-features", "--locked", "--target", target])
            .env("RUSTFLAGS", "-D warnings")
            .within(&workspace.root)
            .run()?;
    }
    Ok(())
}

/// The scripts and style sheets of the web app and of the static site: their format, and the types
/// in their comments.
fn check_page(workspace: &Workspace) -> anyhow::Result<()> {
    system::require("npm", &["--version"], &["nodejs", "npm"])?;
    let web = workspace.root.join("crates/web");
    Step::new("the format of the page", PRETTIER.path(workspace)?)
        .args(["--config", "package.json", "--check"])
        .args(["static", "tests/scripts", "types.d.ts", "../wasm/site"])
        .within(&web)
        .run()?;
    Step::new("the types of the page", TYPESCRIPT.path(workspace)?)
        .args(["--project", "tsconfig.json"])
        .within(&web)
        .run()
}

/// Known vulnerabilities (`advisories`) are not asked for: their database is a git repository on
/// GitHub, which the machines that run this cannot reach; and an answer that changes from day to
/// day does not belong into the check of a change.
fn check_dependencies(workspace: &Workspace) -> anyhow::Result<()> {
    Step::new("licences, bans and sources of the dependencies", CARGO_DENY.path(workspace)?)
        .args(["--locked", "check", "licenses", "bans", "sources"])
        .within(&workspace.root)
        .run()
}
