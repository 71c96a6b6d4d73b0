//! Every call of a run folder to the file system fails once, is cut short, or loses what was not
//! synced: the last acknowledged checkpoint is there, with exactly its rows, and the run goes on to
//! the files of one that nobody disturbed.

use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use quoridor_learn::run_folder::{Identity, RunFolder};
use quoridor_test_support::meet_faults;

/// The folder of the process that meets the faults.
const FOLDER: &str = "QUORIDOR_TEST_FOLDER";

const STEPS: usize = 4;

const RESULT: &str = "weights.txt";

fn identity() -> Identity {
    Identity::new("faults", 1, &BTreeMap::from([("steps", STEPS)]))
}

/// Does something until it succeeds: a disk may be full for good.
fn persist<T, E>(mut work: impl FnMut() -> Result<T, E>) -> Option<T> {
    (0..3).find_map(|_| work().ok())
}

/// An experiment: in each step some rows of two tables and a checkpoint, at the end a file. It
/// continues from the last checkpoint and says what is done.
fn work(path: &Path, mut done: impl FnMut(&str)) -> Option<()> {
    let mut folder = persist(|| RunFolder::open(path, &identity()))?;
    for step in last_step(&folder) + 1..=STEPS {
        for row in 0..3 {
            folder.row("rows.csv", "step,row", &[&step, &row]);
        }
        if step > 1 {
            folder.row("late.csv", "step", &[&step]);
        }
        persist(|| folder.checkpoint(step.to_string().as_bytes()))?;
        done(&step.to_string());
    }
    persist(|| folder.write(RESULT, b"3 1 4"))?;
    done(RESULT);
    Some(())
}

fn last_step(folder: &RunFolder) -> usize {
    folder.state_text().unwrap().map_or(0, |state| state.parse().unwrap())
}

/// The work of the process that meets a fault.
#[test]
#[ignore = "the other test starts it as a process of its own"]
fn work_under_faults() {
    let Ok(folder) = env::var(FOLDER) else { return };
    // The run is in a folder below a folder: both are new.
    work(&Path::new(&folder).join("runs/1"), |what| {
        let mut out = stdout().lock();
        writeln!(out, "done {what}").and_then(|()| out.flush()).unwrap();
    });
}

/// The files of a run that is over.
fn files(path: &Path) -> [Vec<u8>; 4] {
    ["rows.csv", "late.csv", "checkpoint", RESULT].map(|name| fs::read(path.join(name)).unwrap())
}

fn check(folder: &Path, told: &[String], fault: &str, undisturbed: &[Vec<u8>; 4]) {
    let path = folder.join("runs/1");
    if told.iter().any(|what| what == RESULT) {
        assert_eq!(fs::read(path.join(RESULT)).ok().as_ref(), undisturbed.last(), "{fault}");
    }
    let acknowledged: usize = told.iter().filter_map(|step| step.parse().ok()).max().unwrap_or(0);
    let run = RunFolder::open(&path, &identity()).unwrap_or_else(|e| panic!("{fault}: {e}"));
    let step = last_step(&run);
    assert!(step >= acknowledged, "{fault}: step {step}, but {acknowledged} was acknowledged");
    assert!(step <= acknowledged + 1, "{fault}: step {step} after {acknowledged}");
    let rows = run.rows("rows.csv").unwrap_or_else(|error| panic!("{fault}: {error}"));
    assert_eq!(rows.len(), 3 * step, "{fault}: {rows:?}");
    drop(run);
    work(&path, |_| {}).unwrap_or_else(|| panic!("{fault}: it does not go on"));
    assert_eq!(&files(&path), undisturbed, "{fault}");
}

#[test]
fn an_acknowledged_checkpoint_survives_every_fault() {
    let folder = tempfile::tempdir().unwrap();
    work(folder.path(), |_| {}).unwrap();
    let undisturbed = files(folder.path());
    let start = |folder: &Path| {
        let mut command = Command::new(env::current_exe().unwrap());
        command
            .args(["--exact", "work_under_faults", "--ignored", "--nocapture", "--quiet"])
            .env(FOLDER, folder);
        command
    };
    let faults = meet_faults(1, start, |folder, told, fault| {
        check(folder, told, fault, &undisturbed);
    });
    println!("{faults} faults");
    assert!(faults > 100, "{faults}");
}
