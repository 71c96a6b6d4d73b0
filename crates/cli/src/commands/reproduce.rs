//! `quoridor reproduce`: reproduce published results.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_learn::Progress;
use quoridor_papers::{self as papers, REPRODUCTIONS, Reproduction, Settings};
use quoridor_report::{Figure, Quantity, Report};
use quoridor_store::files::write_atomically;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// Reproduce published results: a report with the papers' figures beside ours
///
/// Without a name it lists the experiments with their CPU time at scale 1. A report is a Markdown
/// file with SVG plots and a self-contained HTML file; it names its command, seed, version, machine
/// and CPU time. Games and training runs are kept in the folder: after Ctrl-C, a kill or --minutes
/// the same command resumes, and the report is the same as without the interruption. All cores are
/// used.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor reproduce\n  \
                        quoridor reproduce respall-2018 --scale 0.05 --out reports\n  \
                        quoridor reproduce all --minutes 9 --out results")]
pub(crate) struct Arguments {
    /// The experiment, or all for every one of them and an index page
    name: Option<String>,

    /// The folder of the report, which is created if necessary
    #[arg(long, value_name = "FOLDER", default_value = "reports")]
    out: PathBuf,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The amount of work: 1 for all of it, 0.05 for a twentieth of the games, samples or search
    /// limits [default: that of the page in docs/results]
    #[arg(long, value_name = "SHARE", value_parser = scale)]
    scale: Option<f64>,

    /// Stop after this many minutes; the same command resumes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    minutes: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (1e-6..=1000.0).contains(scale));
    scale.ok_or_else(|| "expected a number from 0.000001 to 1000, like 0.05".to_owned())
}

/// The name that stands for every experiment.
const ALL: &str = "all";

/// The file name of the index page.
const INDEX: &str = "README.md";

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Some(name) = &arguments.name else { return Ok(list(arguments.json)) };
    let wanted: Vec<&Reproduction> = if name == ALL {
        REPRODUCTIONS.iter().collect()
    } else {
        vec![papers::find(name).map_err(Failure::usage)?]
    };
    // A folder that cannot be written should not be found out after hours.
    fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot write {}", arguments.out.display()))?;
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    stop_after(arguments.minutes, &stop);
    let mut written = Vec::new();
    for reproduction in wanted {
        let report = report(reproduction, arguments, &stop)?;
        let files = report.write(&arguments.out).map_err(|error| anyhow!(error))?;
        let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        written.push((report, files));
    }
    let index = if name == ALL { Some(write_index(&written, &arguments.out)?) } else { None };
    if arguments.json {
        let reports: Vec<Value> =
            written.iter().map(|(report, files)| as_json(report, files)).collect();
        let answer = match <[Value; 1]>::try_from(reports) {
            Ok([report]) => report,
            Err(reports) => Value::from(reports),
        };
        return Ok(format!("{answer}\n"));
    }
    let texts =
        written.iter().map(|(report, files)| format!("{}\n\n{}\n", report.title, files.join("\n")));
    let index = index.map(|path| format!("{}\n", path.display()));
    Ok(texts.chain(index).collect::<Vec<_>>().join("\n"))
}

/// Sets the flag after some minutes. The thread ends with the program.
fn stop_after(minutes: Option<u64>, stop: &Arc<AtomicBool>) {
    let Some(minutes) = minutes else { return };
    let stop = Arc::clone(stop);
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(60 * minutes));
        stop.store(true, Ordering::Relaxed);
    });
}

fn report(
    reproduction: &Reproduction,
    arguments: &Arguments,
    stop: &AtomicBool,
) -> Result<Report, Failure> {
    let scale = arguments.scale.unwrap_or_else(|| papers::page_scale(reproduction.name));
    let settings = Settings { seed: arguments.seed, scale, folder: arguments.out.clone() };
    let so_far = Mutex::new(String::new());
    let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
    let tell = |text: String| {
        if let Ok(mut so_far) = so_far.lock() {
            *so_far = format!("{}: {text}", reproduction.name);
        }
    };
    let progress = Progress { tell: &tell, stop };
    let report = with_progress(message, || reproduction.report(&settings, &progress));
    Ok(report.map_err(|error| anyhow!(error))?)
}

fn write_index(written: &[(Report, Vec<String>)], folder: &Path) -> anyhow::Result<PathBuf> {
    let reports: Vec<Report> = written.iter().map(|(report, _)| report.clone()).collect();
    let path = folder.join(INDEX);
    write_atomically(&path, papers::index(&reports).as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

fn list(json: bool) -> String {
    let all = REPRODUCTIONS;
    if json {
        let entry = |kind: &Reproduction| {
            json!({
                "name": kind.name,
                "paper": kind.paper,
                "summary": kind.summary,
                "cpu_minutes": kind.cpu_minutes,
            })
        };
        return format!("{}\n", Value::from(all.iter().map(entry).collect::<Vec<_>>()));
    }
    let width = all.iter().map(|kind| kind.name.len()).max().unwrap_or_default();
    let line = |kind: &Reproduction| {
        format!("{:width$}  {:>9}  {}\n", kind.name, cost(kind.cpu_minutes), kind.summary)
    };
    let lines: String = all.iter().map(line).collect();
    format!("{:width$}  {:>9}  experiment\n{lines}", "name", "CPU time")
}

/// A CPU time at scale 1.
fn cost(minutes: u32) -> String {
    let hours = f64::from(minutes) / 60.0;
    match minutes {
        0..120 => format!("{minutes} min"),
        120..600 => format!("{hours:.1} h"),
        _ => format!("{hours:.0} h"),
    }
}

fn as_json(report: &Report, files: &[String]) -> Value {
    json!({
        "name": report.name,
        "title": report.title,
        "files": files,
        "figures": report.figures().map(figure).collect::<Vec<_>>(),
        "command": report.provenance.command,
        "seed": report.provenance.seed,
        "version": report.provenance.version,
        "machine": report.provenance.machine,
        "cpu_seconds": report.provenance.cpu_time.map(|time| time.as_secs_f64()),
    })
}

/// A figure; its texts have more digits than a number in JSON can have.
fn figure(figure: &Figure) -> Value {
    let number =
        |quantity: Quantity| json!({ "text": quantity.to_string(), "value": quantity.value() });
    json!({
        "what": figure.what,
        "paper": figure.paper.map(number),
        "here": figure.ours.map(number),
        "low": figure.interval.map(|(low, _)| number(low)),
        "high": figure.interval.map(|(_, high)| number(high)),
        "p": figure.p_value,
        "verdict": figure.verdict.map(|verdict| verdict.counted_in(figure.units)),
        "remark": figure.remark,
    })
}
