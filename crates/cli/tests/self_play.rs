//! `quoridor learn self-play` as a process that is killed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

fn self_play(out: &Path) -> Command {
    let mut command = Command::new(cargo_bin!("quoridor"));
    command.args(["learn", "self-play", "--games", "60", "--nodes", "400", "--seed", "11"]);
    command.args(["--agent", "alphabeta:hash=1", "--concurrency", "3", "--out"]).arg(out);
    command.stdout(Stdio::null());
    command
}

/// Killed ten times at different moments, then left alone: the rows are those of a run that nobody
/// touched.
#[test]
fn a_killed_run_ends_with_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    assert!(self_play(&whole).status().unwrap().success());
    for kill in 0..10 {
        let mut child = self_play(&killed).spawn().unwrap();
        thread::sleep(Duration::from_millis(15 + 37 * kill));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(self_play(&killed).status().unwrap().success());
    let rows = |run: &Path| fs::read(run.join("rows.bin")).unwrap();
    assert!(rows(&whole).len() > 60 * 64);
    assert_eq!(rows(&whole), rows(&killed));
}
