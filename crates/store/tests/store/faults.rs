//! Every write, sync, creation, truncation and removal of a store fails once, or loses what was not
//! synced: nothing that was acknowledged is lost, and the store stays sound.

use std::env;
use std::io::{Write, stdout};
use std::path::Path;
use std::process::Command;

use quoridor_core::{Game, Move, record};
use quoridor_store::{Duplicates, Filter, GameId, MoveStats, Store};
use quoridor_test_support::meet_faults;

use crate::samples::Live;

/// The folder of the process that meets the faults.
const FOLDER: &str = "QUORIDOR_TEST_FOLDER";

const MOVES: [&str; 6] = ["e2", "e8", "e3h", "e7", "e6h", "d2"];

fn moves() -> impl Iterator<Item = Move> {
    MOVES.into_iter().map(|mv| mv.parse().unwrap())
}

/// Does something until it succeeds: a disk may be full for good.
fn persist<T, E>(mut work: impl FnMut() -> Result<T, E>) -> Option<T> {
    (0..3).find_map(|_| work().ok())
}

/// The work of the process that meets a fault.
#[test]
#[ignore = "the other test starts it as a process of its own"]
fn work_under_faults() {
    let Ok(folder) = env::var(FOLDER) else { return };
    let acknowledge = |what: &str| {
        let mut out = stdout().lock();
        writeln!(out, "done {what}").and_then(|()| out.flush()).unwrap();
    };
    let path = Path::new(&folder).join("games.sqlite");
    let Some(mut store) = persist(|| Store::open(&path)) else { return };
    let names = quoridor_core::ByPlayer::from_values(vec!["Ann".to_owned(), "Bob".to_owned()]);
    let game = Game::default();
    let begun = persist(|| Live::try_begin(&mut store, names.as_ref().unwrap(), game.start()));
    let Some(mut live) = begun else { return };
    acknowledge("begun");
    for (ply, mv) in moves().enumerate() {
        if persist(|| live.append(&mut store, mv, &MoveStats::default())).is_none() {
            return;
        }
        acknowledge(&format!("move {ply}"));
        if ply == 3 {
            // A checkpoint moves the log into the file, where the next faults are.
            let _ = store.tidy();
        }
    }
    let text = "1. e2 {one} *\n\n1. e2 {two} *\n";
    let import = || store.import(record::read(text), Duplicates::Skip, |_| {});
    if persist(import).is_some() {
        acknowledge("imported");
    }
}

fn check(folder: &Path, told: &[String], fault: &str) {
    let mut store = Store::open(&folder.join("games.sqlite"))
        .unwrap_or_else(|error| panic!("{fault}: {error}"));
    store.check().unwrap_or_else(|error| panic!("{fault}: {error}"));
    let all = store.count(&Filter::default()).unwrap();
    if told.iter().any(|what| what == "begun") {
        let live = store.live(GameId(1)).unwrap_or_else(|error| panic!("{fault}: {error}"));
        let acknowledged = told.iter().filter(|what| what.starts_with("move ")).count();
        let kept = live.game.moves();
        assert!(kept.len() >= acknowledged, "{fault}: {acknowledged} moves, but {kept:?}");
        assert!(kept.len() <= acknowledged + 1, "{fault}: {acknowledged} moves, but {kept:?}");
        assert!(moves().zip(kept).all(|(mv, kept)| mv == *kept), "{fault}: {kept:?}");
    }
    if told.iter().any(|what| what == "imported") {
        assert_eq!(all, 3, "{fault}");
    }
    // It goes on.
    store.import(record::read("1. e2 {after} *"), Duplicates::Keep, |_| {}).unwrap();
    assert_eq!(store.count(&Filter::default()).unwrap(), all + 1, "{fault}");
}

fn meet(stride: usize) -> usize {
    let start = |folder: &Path| {
        let mut command = Command::new(env::current_exe().unwrap());
        command
            .args(["--exact", "faults::work_under_faults", "--ignored", "--nocapture", "--quiet"])
            .env(FOLDER, folder);
        command
    };
    meet_faults(stride, start, check)
}

#[test]
fn nothing_acknowledged_is_lost_if_a_call_fails() {
    assert!(meet(29) >= 10);
}

#[test]
#[ignore = "a minute or two: cargo test -p quoridor-store --test store -- --ignored --nocapture every_fault"]
fn nothing_acknowledged_is_lost_with_every_fault() {
    let faults = meet(1);
    println!("{faults} faults");
    assert!(faults > 100, "{faults}");
}
