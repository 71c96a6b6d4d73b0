//! A tournament whose program is killed again and again: in the end it is as if nobody had touched
//! it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use quoridor_engine::random::Random;
use quoridor_store::{Filter, Store};

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

fn kill_often(kills: usize) {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("tournament.toml");
    fs::write(&config, CONFIG).unwrap();
    let unbroken =
        totals(&tournament(&config, &folder.path().join("unbroken.sqlite"), 2).output().unwrap());
    let mut random = Random::new(17);
    let (mut done, mut amid, mut stores) = (0, 0, 0);
    while done < kills {
        let path = folder.path().join(format!("{stores}.sqlite"));
        stores += 1;
        let mut there = 0;
        while done < kills && there < GAMES {
            let mut child = tournament(&config, &path, 1 + random.below(3)).spawn().unwrap();
            thread::sleep(Duration::from_millis(random.below(400) as u64));
            // SIGKILL. It may be over already.
            child.kill().unwrap();
            child.wait().unwrap();
            done += 1;
            if !path.exists() {
                continue;
            }
            let store = Store::open(&path).unwrap();
            store.check().unwrap();
            let count = store.count(&Filter::default()).unwrap();
            assert!(count >= there, "{count} games, and there were {there}");
            amid += usize::from(count > there && count < GAMES);
            there = count;
        }
        assert_eq!(totals(&tournament(&config, &path, 2).output().unwrap()), unbroken);
        // Nothing is left to play, and the totals stay.
        assert_eq!(totals(&tournament(&config, &path, 1).output().unwrap()), unbroken);
        let store = Store::open_existing(&path).unwrap();
        store.check().unwrap();
        assert_eq!(store.count(&Filter::default()).unwrap(), GAMES);
    }
    println!(
        "{kills} kills, {amid} of them after some games and before the last, {stores} tournaments"
    );
}

#[test]
fn a_killed_tournament_goes_on_with_the_same_command() {
    kill_often(6);
}

/// `QUORIDOR_KILLS=1000` kills more often.
#[test]
#[ignore = "takes some minutes"]
fn two_hundred_kills_change_nothing() {
    let kills = std::env::var("QUORIDOR_KILLS").ok().map_or(200, |kills| kills.parse().unwrap());
    kill_often(kills);
}
