//! The CPU time of a reproduction, added up over all its runs, and the machines of these.
//!
//! They are in `NAME.cpu-seconds` in the folder, a line for each machine, rewritten every few
//! seconds: a run that is killed loses no more than these.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use quoridor_learn::Progress;
use quoridor_report::Provenance;
use quoridor_store::files::write_atomically;

use crate::{Reproduced, Settings};

/// The interval between two updates of the file.
const INTERVAL: Duration = Duration::from_secs(5);

/// Runs an experiment and puts the CPU time into its report.
pub(crate) fn counted(
    name: &str,
    settings: &Settings,
    progress: &Progress<'_>,
    run: impl FnOnce(&Progress<'_>) -> Reproduced,
) -> Reproduced {
    let total = Total::open(settings.folder.join(format!("{name}.cpu-seconds")));
    let updated = Mutex::new(Instant::now());
    let tell = |text: String| {
        if let Ok(mut updated) = updated.try_lock()
            && updated.elapsed() >= INTERVAL
        {
            total.write();
            *updated = Instant::now();
        }
        (progress.tell)(text);
    };
    let reproduced = run(&Progress { tell: &tell, stop: progress.stop });
    total.write();
    let mut report = reproduced?;
    if let Some(mut times) = total.now() {
        report.provenance.cpu_time = Some(times.iter().map(|(_, time)| *time).sum());
        times.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        let machines: Vec<String> = times.into_iter().map(|(machine, _)| machine).collect();
        report.provenance.machine = machines.join("; ");
    }
    Ok(report)
}

/// The CPU time of earlier runs and of this one.
struct Total {
    file: PathBuf,
    /// That of this machine is the first.
    earlier: Vec<(String, Duration)>,
    /// That of this process when the run began; `None` where it cannot be measured.
    begin: Option<Duration>,
}

impl Total {
    fn open(file: PathBuf) -> Self {
        let here = Provenance::here(String::new(), 0).machine;
        let mut earlier = vec![(here, Duration::ZERO)];
        for line in fs::read_to_string(&file).unwrap_or_default().lines() {
            // Without a name, as older files have it: this machine.
            let (seconds, machine) = line.split_once(' ').unwrap_or((line, &earlier[0].0));
            let seconds = seconds.parse().unwrap_or(0.0);
            let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
            let machine = machine.to_owned();
            match earlier.iter_mut().find(|(known, _)| *known == machine) {
                Some((_, sum)) => *sum += time,
                None => earlier.push((machine, time)),
            }
        }
        Self { file, earlier, begin: process_time() }
    }

    /// Each machine with its CPU time, this one first.
    fn now(&self) -> Option<Vec<(String, Duration)>> {
        let mut times = self.earlier.clone();
        times[0].1 += process_time()?.saturating_sub(self.begin?);
        Some(times)
    }

    /// The CPU time is a remark in the report: if it cannot be written, the run goes on.
    fn write(&self) {
        if let Some(times) = self.now() {
            let line = |(machine, time): (String, Duration)| {
                format!("{:.1} {machine}\n", time.as_secs_f64())
            };
            let text: String = times.into_iter().map(line).collect();
            write_atomically(&self.file, text.as_bytes()).ok();
        }
    }
}

/// The CPU time of this process, all threads together.
#[cfg(unix)]
fn process_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

#[cfg(not(unix))]
fn process_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quoridor_report::Report;

    use super::*;

    #[test]
    fn earlier_runs_are_added() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { seed: 1, scale: 1.0, folder: folder.path().to_owned() };
        let file = folder.path().join("test.cpu-seconds");
        fs::write(&file, "1000.5 another machine\n").unwrap();
        let stop = AtomicBool::new(false);
        let progress = Progress { tell: &|_| (), stop: &stop };
        let report = counted("test", &settings, &progress, |_| {
            Ok(Report {
                name: "test".to_owned(),
                title: String::new(),
                blocks: Vec::new(),
                provenance: Provenance::here(String::new(), 1),
            })
        });
        let provenance = report.unwrap().provenance;
        let time = provenance.cpu_time.unwrap().as_secs_f64();
        assert!((1000.5..1060.0).contains(&time), "{time}");
        let here = Provenance::here(String::new(), 1).machine;
        assert_eq!(provenance.machine, format!("another machine; {here}"));
        let kept = fs::read_to_string(file).unwrap();
        assert!(kept.ends_with("\n1000.5 another machine\n"), "{kept}");
    }
}
