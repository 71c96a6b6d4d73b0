//! Processes that are killed again and again, at moments that differ.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use quoridor_engine::random::Random;

/// One kill of several.
#[derive(Debug)]
pub struct Kill {
    /// Its number, from zero.
    pub number: usize,
    /// Random numbers, the same in every run of the test.
    pub random: Random,
}

/// Starts a process `kills` times and kills it (SIGKILL) each time: when `is_time` says so or it
/// has ended, and up to `most` later. `check` looks at what it has left behind.
pub fn kill_often(
    kills: usize,
    seed: u64,
    most: Duration,
    mut start: impl FnMut(&mut Kill) -> Child,
    mut is_time: impl FnMut(&Kill) -> bool,
    mut check: impl FnMut(&Kill),
) {
    let mut kill = Kill { number: 0, random: Random::new(seed) };
    for number in 0..kills {
        kill.number = number;
        let mut child = start(&mut kill);
        while !is_time(&kill) && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(most.mul_f64(kill.random.unit()));
        // It may have ended already.
        child.kill().unwrap();
        child.wait().unwrap();
        check(&kill);
    }
}

/// Kills runs that write to a folder, each time a moment after the file `checkpoint` has changed,
/// or, every other time if `also_before`, at any moment before; then lets the last one end. Its
/// files must be those of a run that nobody touched.
pub fn killed_runs_end_alike(
    kills: usize,
    seed: u64,
    also_before: bool,
    run: impl Fn(&Path, usize) -> Command,
    files: impl Fn(&Path) -> Vec<(String, Vec<u8>)>,
) {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let succeed = |mut command: Command| {
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    succeed(run(&whole, 2));
    let last = fs::read(whole.join("checkpoint")).ok();
    let checkpoint = || fs::read(killed.join("checkpoint")).ok();
    let (before, mut amid) = (std::cell::RefCell::new(None), 0);
    kill_often(
        kills,
        seed,
        Duration::from_millis(30),
        |kill| {
            before.replace(checkpoint());
            run(&killed, 1 + kill.random.below(3)).spawn().unwrap()
        },
        |kill| (also_before && kill.number % 2 == 1) || checkpoint() != *before.borrow(),
        |_| {
            let is_over = checkpoint() == last;
            amid += usize::from(checkpoint() != *before.borrow() && !is_over);
        },
    );
    assert!(amid > 0, "not one of {kills} kills came between two steps");
    succeed(run(&killed, 1));
    let names = |files: &[(String, Vec<u8>)]| {
        files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let (whole, killed) = (files(&whole), files(&killed));
    assert_eq!(names(&killed), names(&whole));
    for (one, other) in whole.iter().zip(&killed) {
        assert!(one == other, "{} is different", one.0);
    }
    println!("{kills} kills, {amid} of them between two steps");
}
