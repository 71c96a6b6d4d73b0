//! `cargo xtask compare-openspiel`

use anyhow::{Context, ensure};
use serde::Deserialize;

use crate::openspiel::OPENSPIEL;
use crate::shell::Step;
use crate::workspace::Workspace;

/// The depth that both are measured at.
const DEPTH: &str = "3";

/// Measure OpenSpiel's perft and ours, one after the other, and print how they compare
///
/// Perft 3 from the start of the official game. OpenSpiel is driven from Python, by the calls that
/// leave the most to its C++ code; the last move is counted and not made, as in ours. Both use one
/// thread, and of several runs the quickest counts.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask compare-openspiel")]
pub(crate) struct Arguments {}

pub(crate) fn run(Arguments {}: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let script = workspace.root.join("xtask/src/compare_openspiel/perft.py");
    let theirs = Step::new("OpenSpiel's perft", OPENSPIEL.python(workspace)?.1)
        .args([script.as_os_str(), DEPTH.as_ref()]);
    // A program of its own, because this one is not built to be fast.
    let ours = Step::new("our perft", "cargo")
        .args([
            "run",
            "--release",
            "--quiet",
            "--locked",
            "--package",
            "xtask",
            "--example",
            "perft",
            "--",
            DEPTH,
        ])
        .within(&workspace.root);
    let (theirs, ours) = (measure(theirs)?, measure(ours)?);
    println!(
        "OpenSpiel, from Python: perft {DEPTH} = {} in {:.2} ms",
        theirs.nodes,
        theirs.seconds * 1e3
    );
    println!(
        "quoridor-core:          perft {DEPTH} = {} in {:.2} ms",
        ours.nodes,
        ours.seconds * 1e3
    );
    ensure!(theirs.nodes == ours.nodes, "the counts differ");
    println!("ratio {:.1}", theirs.seconds / ours.seconds);
    Ok(())
}

/// The output of either program.
#[derive(Deserialize)]
struct Measurement {
    nodes: u64,
    seconds: f64,
}

fn measure(step: Step) -> anyhow::Result<Measurement> {
    let text = step.output()?;
    serde_json::from_str(&text)
        .with_context(|| format!("cannot understand the measurement: {text}"))
}
