//! A tournament whose program is killed again and again: in the end it is as if nobody had touched
//! it.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use quoridor_store::{Filter, Store};
use quoridor_test_support::kill_often;

const CONFIG: &str = r#"
format = "round-robin"
rounds = 12
nodes = 400
seed = 9
[[players]]
player = "random"
[[players]]
player = "mertens-2006"
[[players]]
player = "respall-2018@simulations=30"
"#;

/// Every opening by three pairs, from both seats.
const GAMES: u64 = 72;

fn tournament(config: &Path, store: &Path, concurrency: usize) -> Command {
    let mut command = Command::new(cargo_bin!("quoridor"));
    command.args(["tournament", "--json", "--concurrency", &concurrency.to_string(), "--config"]);
    command
        .arg(config)
        .arg("--store")
        .arg(store)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn totals(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn killed_tournaments_end_alike(kills: usize) {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("tournament.toml");
    fs::write(&config, CONFIG).unwrap();
    let unbroken =
        totals(&tournament(&config, &folder.path().join("unbroken.sqlite"), 2).output().unwrap());
    let path = |number: usize| folder.path().join(format!("{number}.sqlite"));
    let (stores, there, mut amid) = (Cell::new(0), Cell::new(0), 0);
    // Nothing is left to play the second time, and the totals stay.
    let finish = |number: usize| {
        for concurrency in [2, 1] {
            let output = tournament(&config, &path(number), concurrency).output().unwrap();
            assert_eq!(totals(&output), unbroken);
        }
        let store = Store::open_existing(&path(number)).unwrap();
        store.check().unwrap();
        assert_eq!(store.count(&Filter::default()).unwrap(), GAMES);
    };
    kill_often(
        kills,
        17,
        Duration::from_millis(400),
        |kill| {
            let concurrency = 1 + kill.random.below(3);
            tournament(&config, &path(stores.get()), concurrency).spawn().unwrap()
        },
        |_| true,
        |_| {
            let path = path(stores.get());
            if !path.exists() {
                return;
            }
            let store = Store::open(&path).unwrap();
            store.check().unwrap();
            let (count, before) = (store.count(&Filter::default()).unwrap(), there.get());
            assert!(count >= before, "{count} games, and there were {before}");
            amid += usize::from(count > before && count < GAMES);
            there.set(count);
            if count == GAMES {
                finish(stores.get());
                stores.set(stores.get() + 1);
                there.set(0);
            }
        },
    );
    if there.get() > 0 {
        finish(stores.get());
    }
    println!("{kills} kills, {amid} of them after some games and before the last");
}

#[test]
fn a_killed_tournament_goes_on_with_the_same_command() {
    killed_tournaments_end_alike(6);
}

/// `QUORIDOR_KILLS=1000` kills more often.
#[test]
#[ignore = "takes some minutes"]
fn two_hundred_kills_change_nothing() {
    let kills = std::env::var("QUORIDOR_KILLS").ok().map_or(200, |kills| kills.parse().unwrap());
    killed_tournaments_end_alike(kills);
}
