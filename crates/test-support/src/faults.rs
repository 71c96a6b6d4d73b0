//! Every call to the file system fails once, or loses what was not synced: a C library that is
//! loaded before all others ([`faults.c`](faults.c)).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// How a call fails: see `faults.c`.
pub const FAULTS: [&str; 5] = ["fail", "full", "short", "power", "torn"];

/// Starts a process in a new folder for every call to the file system that it makes there (or every
/// `stride`-th, beginning with another one for each kind of fault), and lets it meet the fault at
/// that call. `check` looks at what it has left behind: the folder, the lines `done …` that it
/// printed, and which fault it was. Says how many there were.
pub fn meet_faults(
    stride: usize,
    start: impl Fn(&Path) -> Command,
    check: impl Fn(&Path, &[String], &str),
) -> usize {
    let (_kept, library) = compile();
    let mut faults = 0;
    for (number, mode) in FAULTS.into_iter().enumerate() {
        for at in (1 + number % stride..).step_by(stride) {
            // The library keeps what it may have to put back beside the folder.
            let around = tempfile::tempdir().unwrap();
            let folder = around.path().join("disk");
            fs::create_dir(&folder).unwrap();
            let mut command = start(&folder);
            command
                .env("LD_PRELOAD", &library)
                .env("QUORIDOR_FAULT_DIR", &folder)
                .env("QUORIDOR_FAULT_MODE", mode)
                .env("QUORIDOR_FAULT_AT", at.to_string());
            let output = command.output().unwrap();
            let told = String::from_utf8(output.stdout).unwrap();
            let told = told.lines().filter_map(|line| Some(line.split_once("done ")?.1.to_owned()));
            let told: Vec<String> = told.collect();
            check(&folder, &told, &format!("{mode} at call {at}"));
            if !String::from_utf8_lossy(&output.stderr).contains("fault injected") {
                break;
            }
            faults += 1;
        }
    }
    assert!(faults > 0, "the library was not loaded");
    faults
}

fn compile() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("faults.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/faults.c");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(source)
        .args(["-ldl", "-lpthread"])
        .status();
    assert!(compiled.is_ok_and(|status| status.success()), "a C compiler is needed: cc");
    (folder, library)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A careless program: it says that a file is written before it has reached the disk.
    #[test]
    #[should_panic(expected = "power")]
    fn what_was_not_synced_is_lost() {
        let start = |folder: &Path| {
            let mut command = Command::new("sh");
            command.args(["-c", "cd \"$0\"; echo a > one; echo done one; echo b > two"]);
            command.arg(folder);
            command
        };
        meet_faults(1, start, |folder, told, fault| {
            let is_there = std::fs::read_to_string(folder.join("one")).is_ok_and(|a| a == "a\n");
            // The shell does not see the other faults.
            assert!(told.is_empty() || is_there || !fault.starts_with("power"), "{fault}");
        });
    }
}
