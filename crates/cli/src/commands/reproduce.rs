//! `quoridor reproduce`: what papers found, found again.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_arena::Progress;
use quoridor_papers::{self as papers, REPRODUCTIONS, Settings};
use quoridor_report::{Comparison, Quantity, Report};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// Find again what a paper found, and write a report with its figures beside ours
///
/// Without a name it lists what can be reproduced. Games are kept in the folder as they end, so
/// that the same command goes on after Ctrl-C or a crash. The report is a Markdown file, an HTML
/// file that needs nothing else, and drawings; it says with which seed, version and machine it was
/// made, and the same seed gives the same figures.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quoridor reproduce\n  quoridor reproduce respall-2018 --scale 0.05 --out reports\n  \
                        quoridor reproduce hola-2016-complexity --scale 0.1 --json"
)]
pub(crate) struct Arguments {
    /// What to reproduce
    name: Option<String>,

    /// The folder that the report is written into; it is made if there is none
    #[arg(long, value_name = "FOLDER", default_value = "reports")]
    out: PathBuf,

    /// Which random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How much work: 1 for all of it, 0.05 for a twentieth of the games, samples or budgets
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = scale)]
    scale: f64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (1e-6..=1000.0).contains(scale));
    scale.ok_or_else(|| {
        "not a share: a share is a number from 0.000001 to 1000, like 0.05".to_owned()
    })
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Some(name) = &arguments.name else { return Ok(list(arguments.json)) };
    let reproduction = papers::find(name).map_err(Failure::usage)?;
    let settings =
        Settings { seed: arguments.seed, scale: arguments.scale, folder: arguments.out.clone() };
    // Who waits for the report should not wait in vain.
    fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot write {}", arguments.out.display()))?;
    let so_far = Mutex::new(String::new());
    let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
    let tell = |text: String| {
        if let Ok(mut so_far) = so_far.lock() {
            *so_far = text;
        }
    };
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let progress = Progress { tell: &tell, stop: &stop };
    let report = with_progress(message, || (reproduction.run)(&settings, &progress))
        .map_err(|error| anyhow!(error))?;
    let files = report.write(&arguments.out).map_err(|error| anyhow!(error))?;
    let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    if arguments.json {
        return Ok(format!("{}\n", as_json(&report, &files)));
    }
    Ok(format!("{}\n\n{}\n", report.title, files.join("\n")))
}

fn list(json: bool) -> String {
    let all = REPRODUCTIONS;
    if json {
        let all: Vec<Value> =
            all.iter().map(|kind| json!({ "name": kind.name, "summary": kind.summary })).collect();
        return format!("{}\n", Value::from(all));
    }
    let width = all.iter().map(|kind| kind.name.len()).max().unwrap_or_default();
    all.iter().map(|kind| format!("{:width$}  {}\n", kind.name, kind.summary)).collect()
}

fn as_json(report: &Report, files: &[String]) -> Value {
    json!({
        "name": report.name,
        "title": report.title,
        "files": files,
        "figures": report.comparisons().map(figure).collect::<Vec<_>>(),
        "command": report.provenance.command,
        "seed": report.provenance.seed,
        "version": report.provenance.version,
        "machine": report.provenance.machine,
    })
}

/// A figure; its texts have more digits than a number in JSON can have.
fn figure(comparison: &Comparison) -> Value {
    let number =
        |quantity: Quantity| json!({ "text": quantity.to_string(), "value": quantity.value() });
    json!({
        "what": comparison.what,
        "paper": comparison.paper.map(number),
        "here": comparison.ours.map(number),
        "low": comparison.interval.map(|(low, _)| number(low)),
        "high": comparison.interval.map(|(_, high)| number(high)),
        "remark": comparison.remark,
    })
}
