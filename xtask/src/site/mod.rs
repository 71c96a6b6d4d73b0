//! `cargo xtask site`

mod build;
mod npm;
mod page;
mod split;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::shell::Step;
use crate::system;
use crate::workspace::Workspace;

/// Build the web app as a static site with the engine in WebAssembly
///
/// `dist` then has everything that a file host needs. The target `wasm32-unknown-unknown` is
/// installed through rustup if it is missing.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask site")]
pub(crate) struct Arguments {
    /// The folder of the site
    #[arg(long, default_value = "dist")]
    out: PathBuf,
    /// The path at which the site will be, such as /quoridor/
    #[arg(long, default_value = "/", value_parser = read_base)]
    base: String,
    /// A STUN server, such as stun:stun.example.org:3478, by which friends in different networks
    /// find each other; without one they have to be in the same network
    #[arg(long, value_name = "ADDRESS", value_parser = read_stun)]
    stun: Option<String>,
    /// Also write an npm package into this folder
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "dist-npm")]
    npm: Option<PathBuf>,
    /// Test the site: under Node, and all tests of the page in Chromium, online and offline
    #[arg(long)]
    test: bool,
    /// Measure nodes per second in WebAssembly and natively, in one run
    #[arg(long)]
    bench: bool,
    /// Print how fast the site is there in Chromium, and take its pictures for docs/site.md
    #[arg(long)]
    metrics: bool,
}

fn read_base(text: &str) -> Result<String, String> {
    if text.starts_with('/') && text.ends_with('/') {
        Ok(text.to_owned())
    } else {
        Err(format!("expected a path like /quoridor/, got '{text}'"))
    }
}

fn read_stun(text: &str) -> Result<String, String> {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || ".:-[]".contains(c))
    };
    if text.strip_prefix("stun:").is_some_and(is_name) {
        Ok(text.to_owned())
    } else {
        Err(format!("expected an address like stun:stun.example.org:3478, got '{text}'"))
    }
}

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let module = build::module(workspace)?;
    let out = workspace.root.join(&arguments.out);
    let place = page::Place { base: &arguments.base, stun: arguments.stun.as_deref() };
    page::write(&out, place, &build::parts(&module, workspace)?, workspace)?;
    let npm = arguments.npm.as_ref().map(|folder| workspace.root.join(folder));
    if let Some(folder) = &npm {
        npm::write(folder, &build::without_names(&module)?, workspace)?;
    }
    if arguments.test {
        test(&out, &arguments.base, workspace)?;
    }
    if arguments.bench {
        bench(&out, workspace)?;
    }
    if arguments.metrics {
        metrics(&out, workspace)?;
    }
    Ok(())
}

/// Where `cargo xtask test` builds the site.
pub(crate) fn tested(workspace: &Workspace) -> PathBuf {
    workspace.root.join("target/site")
}

/// Builds the site as `cargo xtask test` needs it, and the npm package.
pub(crate) fn build_tested(workspace: &Workspace) -> anyhow::Result<()> {
    let out = tested(workspace);
    let npm = Some(PathBuf::from("target/site-npm"));
    let base = "/".to_owned();
    let arguments =
        Arguments { out, base, stun: None, npm, test: false, bench: false, metrics: false };
    run(&arguments, workspace)
}

fn test(out: &Path, base: &str, workspace: &Workspace) -> anyhow::Result<()> {
    if base != "/" {
        bail!("the tests want the site at /");
    }
    system::require("node", &["--version"], &["nodejs"])?;
    system::require("chromium", &["--version"], &["chromium", "fonts-dejavu-core"])?;
    node_tests(out, workspace)?.run()?;
    all_browser_tests(out, workspace)?.run()
}

/// The tests of the module under Node.
pub(crate) fn node_tests(out: &Path, workspace: &Workspace) -> anyhow::Result<Step> {
    let arguments = ["--ignored", "--nocapture", "of_the_module", "the_module_answers"];
    Ok(tests("the module under Node", "server", out, workspace)?.args(["--"]).args(arguments))
}

/// Tests of the page that the site could fail and the server pass: those of its own, of friends
/// and other tabs, and one of everything that asks for an answer or keeps one. All others are of
/// the page, which is the same.
const OF_THE_SITE: [&str; 15] = [
    "site_tests::",
    "friends::",
    "live::",
    "games_list::",
    "coach::",
    "pages::",
    "board::a_whole_game_by_mouse",
    "analysis::best_lines_appear_and_go_away",
    "analysis::the_heat_map_covers_every_legal_move",
    "analysis::played_games_are_listed_opened_and_explored",
    "analysis::a_review_is_saved_with_the_game",
    "puzzles::a_puzzle_is_solved_and_counts_once",
    "script_payloads::",
    "start::a_player_of_the_literature_moves_first",
    "studies::a_study_is_saved_as_it_grows",
];

/// The tests of the page that depend on the site, on the site.
pub(crate) fn browser_tests(out: &Path, workspace: &Workspace) -> anyhow::Result<Step> {
    Ok(all_browser_tests(out, workspace)?.args(["--"]).args(OF_THE_SITE))
}

/// All tests of the page, on the site.
fn all_browser_tests(out: &Path, workspace: &Workspace) -> anyhow::Result<Step> {
    tests("the site in Chromium", "browser", out, workspace)
}

fn tests(name: &str, test: &str, out: &Path, workspace: &Workspace) -> anyhow::Result<Step> {
    let site = fs::canonicalize(out).with_context(|| format!("{}", out.display()))?;
    Ok(Step::new(name, "cargo")
        .args(["test", "-p", "quoridor-web", "--test", test, "--locked"])
        .env("QUORIDOR_SITE", site)
        .within(&workspace.root))
}

fn metrics(out: &Path, workspace: &Workspace) -> anyhow::Result<()> {
    system::require("chromium", &["--version"], &["chromium", "fonts-dejavu-core"])?;
    Step::new("the site in Chromium", "cargo")
        .args(["test", "-p", "quoridor-web", "--test", "browser", "--locked", "--"])
        .args(["--ignored", "--nocapture", "--exact", "metrics::the_site_is_usable_at_once"])
        .env("QUORIDOR_SITE", fs::canonicalize(out)?)
        .env("QUORIDOR_PICTURES", workspace.root.join("docs/pictures").display().to_string())
        .within(&workspace.root)
        .run()
}

fn bench(out: &Path, workspace: &Workspace) -> anyhow::Result<()> {
    let native = || {
        Step::new("the native engine", "cargo")
            .args([
                "run",
                "--release",
                "-q",
                "-p",
                "quoridor-wasm",
                "--example",
                "nodes",
                "--locked",
            ])
            .within(&workspace.root)
    };
    native().run()?;
    Step::new("the engine in WebAssembly", "node")
        .args(["crates/wasm/tests/scripts/nodes.mjs"])
        .args([out])
        .within(&workspace.root)
        .run()
}
