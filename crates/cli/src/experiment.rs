//! What commands have in common that learn: a folder, progress on the terminal, and how they end.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_arena::Progress;
use quoridor_learn::run_folder::RunFolderError;
use quoridor_report::Report;

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress_and_lines;

/// Where an experiment is kept, and what it is drawn from.
#[derive(Args)]
pub(crate) struct RunArguments {
    /// The folder of the run; it is made if there is none, and a run that is in it goes on
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,

    /// Which random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// How many games are played at once; it changes no result [default: as many as there are
    /// cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl RunArguments {
    /// How many games are played at once.
    pub(crate) fn concurrency(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.concurrency.map_or_else(cores, usize::from)
    }
}

/// Something that went wrong while learning: a folder that is not the right one is wrong use.
pub(crate) fn failure(error: Box<dyn Error + Send + Sync>) -> Failure {
    let is_wrong_folder = matches!(
        error.downcast_ref(),
        Some(RunFolderError::Foreign(_) | RunFolderError::Different(..) | RunFolderError::Busy(_))
    );
    Failure { output: String::new(), usage: is_wrong_folder, error: anyhow!(error) }
}

/// Works until it is done or somebody presses Ctrl-C, and shows on a terminal how far it has come.
pub(crate) fn work<T>(
    work: impl FnOnce(&Progress<'_>) -> Result<T, Box<dyn Error + Send + Sync>>,
) -> Result<T, Failure> {
    work_with_lines(&Mutex::new(Vec::new()), work)
}

/// The same; lines that are put into the list meanwhile are shown on the terminal.
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

/// Writes a report into the folder of its run, and names its files, one a line.
pub(crate) fn write_report(
    report: &Report,
    arguments: &RunArguments,
) -> Result<Vec<String>, Failure> {
    let files = report.write(&arguments.out).map_err(|error| anyhow!(error))?;
    Ok(files.iter().map(|file| file.display().to_string()).collect())
}
