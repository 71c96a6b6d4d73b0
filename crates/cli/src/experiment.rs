//! The common parts of commands that learn: run folders, progress and reports.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_learn::Progress;
use quoridor_learn::options::command_line;
use quoridor_learn::run_folder::RunFolderError;
use quoridor_report::Report;
use serde::Serialize;

use crate::cores::or_all_cores;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress_and_lines;

/// The options of every experiment.
#[derive(Args, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct RunArguments {
    /// Run folder; it is created, or the run in it is continued
    #[arg(long, value_name = "FOLDER")]
    #[serde(skip)]
    pub(crate) out: PathBuf,

    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Number of games played at once; it changes no result [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[serde(skip)]
    concurrency: Option<u16>,

    /// Print one JSON object
    #[arg(long)]
    #[serde(skip)]
    pub(crate) json: bool,
}

impl RunArguments {
    /// The number of games played at once.
    pub(crate) fn concurrency(&self) -> usize {
        or_all_cores(self.concurrency)
    }
}

/// The failure of an error: to name the wrong folder is wrong use.
pub(crate) fn failure(error: Box<dyn Error + Send + Sync>) -> Failure {
    let is_wrong_folder = matches!(
        error.downcast_ref(),
        Some(RunFolderError::Foreign(_) | RunFolderError::Different(..) | RunFolderError::Busy(_))
    );
    Failure { output: String::new(), usage: is_wrong_folder, error: anyhow!(error) }
}

/// Works until it is done or interrupted by Ctrl-C, and shows its progress on a terminal.
pub(crate) fn work<T>(
    work: impl FnOnce(&Progress<'_>) -> Result<T, Box<dyn Error + Send + Sync>>,
) -> Result<T, Failure> {
    work_with_lines(&Mutex::new(Vec::new()), work)
}

/// The same; lines that are added to the list meanwhile are shown on the terminal.
pub(crate) fn work_with_lines<T>(
    lines: &Mutex<Vec<String>>,
    work: impl FnOnce(&Progress<'_>) -> Result<T, Box<dyn Error + Send + Sync>>,
) -> Result<T, Failure> {
    let so_far = Mutex::new(String::new());
    let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
    let tell = |text: String| {
        if let Ok(mut so_far) = so_far.lock() {
            *so_far = text;
        }
    };
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    with_progress_and_lines(message, lines, || work(&Progress { tell: &tell, stop: &stop }))
        .map_err(failure)
}

/// The command that repeats an experiment.
pub(crate) fn command<A: Args + Serialize>(name: &str, arguments: &A) -> String {
    format!("quoridor {name} {} --out FOLDER", command_line(arguments))
}

/// Writes a report into its run folder; returns the names of its files.
pub(crate) fn write_report(
    report: &Report,
    arguments: &RunArguments,
) -> Result<Vec<String>, Failure> {
    let files = report.write(&arguments.out).map_err(|error| anyhow!(error))?;
    Ok(files.iter().map(|file| file.display().to_string()).collect())
}
