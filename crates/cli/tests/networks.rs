//! Nets in training whose program is killed again and again: in the end it is as if nobody had
//! touched it. And what it trains can be played.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use quoridor_test_support::killed_runs_end_alike;

const IMITATE: &[&str] = &[
    "imitate",
    "--hidden-units",
    "64",
    "--batch",
    "100",
    "--actions",
    "3000",
    "--test-every",
    "500",
    "--test-games",
    "4",
];
const QLEARN: &[&str] = &[
    "qlearn",
    "--hidden-units",
    "64",
    "--games",
    "96",
    "--batch",
    "4",
    "--test-every",
    "12",
    "--test-games",
    "2",
];

fn quoridor() -> Command {
    let mut command = Command::new(cargo_bin!("quoridor"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn learn(what: &[&str], folder: &Path, concurrency: usize) -> Command {
    let mut command = quoridor();
    command
        .arg("learn")
        .args(what)
        .args(["--concurrency", &concurrency.to_string(), "--out"])
        .arg(folder);
    command
}

/// All that decides or is measured: not the report, which tells the machine.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    ["run.toml", "checkpoint", "curve.csv", "net.weights"]
        .map(|name| {
            (
                name.to_owned(),
                fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}")),
            )
        })
        .to_vec()
}

fn kill_often(what: &[&str], kills: usize) {
    let run = |folder: &Path, concurrency| learn(what, folder, concurrency);
    killed_runs_end_alike(kills, 3, false, run, files);
}

#[test]
fn a_killed_imitation_ends_as_if_nobody_had_touched_it() {
    kill_often(IMITATE, 6);
}

#[test]
fn a_killed_q_learning_ends_as_if_nobody_had_touched_it() {
    kill_often(QLEARN, 5);
}

#[test]
fn what_was_trained_can_be_played_and_what_is_damaged_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let short = [
        "imitate",
        "--hidden-units",
        "8",
        "--batch",
        "50",
        "--actions",
        "50",
        "--test-games",
        "1",
        "--json",
    ];
    let output = learn(&short, &run, 1).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("{\"actions\":50,") && told.contains("net.weights"), "{told}");
    for name in ["report.md", "report.html", "report-1.svg", "run.toml"] {
        assert!(run.join(name).exists(), "{name}");
    }
    let weights = run.join("net.weights");
    let go = |file: &Path| {
        quoridor()
            .args(["go", "--agent", &format!("hola-2016-nn:weights={}", file.display())])
            .output()
            .unwrap()
    };
    assert!(go(&weights).status.success(), "{:?}", go(&weights));
    // The command that the help suggests.
    for (experiment, player) in [("imitate", "hola-2016-nn"), ("qlearn", "hola-2016-qlnn")] {
        let help = quoridor().args(["learn", experiment, "--help"]).output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let suggested =
            format!("quoridor play --vs {player}:weights=runs/{experiment}/net.weights");
        assert!(help.contains(&suggested), "{help}");
        let spec = format!("{player}:weights={}", weights.display());
        let output = quoridor()
            .args(["play", "--vs", &spec, "--plain"])
            .env("XDG_STATE_HOME", folder.path())
            .env("XDG_DATA_HOME", folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let damaged = folder.path().join("damaged");
    let mut bytes = fs::read(&weights).unwrap();
    bytes.truncate(bytes.len() - 1);
    fs::write(&damaged, bytes).unwrap();
    let output = go(&damaged);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("weights: cannot use ") && error.contains("cut off: it has"), "{error}");
}

#[test]
fn another_config_in_the_folder_is_wrong_use() {
    let folder = tempfile::tempdir().unwrap();
    let short =
        ["imitate", "--hidden-units", "8", "--batch", "50", "--actions", "50", "--test-games", "1"];
    assert!(learn(&short, folder.path(), 1).output().unwrap().status.success());
    let other = [&short[..], &["--reward", "7"]].concat();
    let output = learn(&other, folder.path(), 1).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("config.reward = 100.0, not 7.0"), "{error}");
}
