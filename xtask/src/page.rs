//! `cargo xtask page`

use clap::Subcommand;

use crate::shell::Step;
use crate::system;
use crate::tools::AXE_CORE;
use crate::workspace::Workspace;

/// Look at the pages of the web app in Chromium: screenshots, accessibility, speed
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask page screenshots")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Take the pictures of docs/web.md: every page at three sizes, light and dark
    Screenshots,
    /// Look through every page with axe-core, which npm installs
    Axe,
    /// Print first paint, blocking time and layout shift of every page
    Metrics,
}

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    system::require("chromium", &["--version"], &["chromium", "fonts-dejavu-core"])?;
    match arguments.what {
        What::Screenshots => {
            let folder = workspace.root.join("docs/pictures");
            test("the pictures", "screenshots::pictures_of_every_page", workspace)
                .env("QUORIDOR_PICTURES", folder.display().to_string())
                .run()
        }
        What::Axe => axe(workspace)?.run(),
        What::Metrics => test(
            "the measurements",
            "metrics::first_paint_blocking_time_and_layout_shift",
            workspace,
        )
        .run(),
    }
}

/// Looks through every page with axe-core.
pub(crate) fn axe(workspace: &Workspace) -> anyhow::Result<Step> {
    let axe = AXE_CORE.file(workspace, "axe.min.js")?;
    let step = test("axe-core", "accessibility::axe_finds_nothing", workspace);
    Ok(step.env("QUORIDOR_AXE", axe.display().to_string()))
}

fn test(name: &str, test: &str, workspace: &Workspace) -> Step {
    Step::new(name, "cargo")
        .args(["test", "-p", "quoridor-web", "--test", "browser", "--locked", "--"])
        .args(["--ignored", "--nocapture", "--exact", test])
        .within(&workspace.root)
}
