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
    assert!(
        error.contains("weights: cannot use ") && error.contains("cut off: its checksum is wrong"),
        "{error}"
    );
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

/// The files that Python wrote for the engine's tests; then with a digit changed, and with the
/// outputs of another network.
#[test]
fn a_network_is_compared_with_pythons_outputs() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine");
    let check = |weights: &str, outputs: &Path| {
        let mut command = quoridor();
        command.args(["learn", "check", "--weights"]).arg(engine.join(weights));
        let output = command.arg("--outputs").arg(outputs).output().unwrap();
        let texts = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.code(), texts)
    };
    for (weights, outputs, positions) in [
        ("tests/data/small.weights", "small.outputs", 1000),
        ("data/nnue.weights", "nnue.outputs", 500),
    ] {
        let good = engine.join("tests/data").join(outputs);
        let same = format!("{positions} positions: all outputs are the same, bit by bit\n");
        assert_eq!(check(weights, &good), (Some(0), [same, String::new()]));
        let mut text = fs::read(&good).unwrap();
        let last = text.len() - 2;
        text[last] = if text[last] == b'0' { b'1' } else { b'0' };
        let bad = folder.path().join(outputs);
        fs::write(&bad, text).unwrap();
        let (code, [_, error]) = check(weights, &bad);
        assert_eq!((code, error.lines().count()), (Some(1), 1), "{error}");
        let expected = format!("error: {}: line {positions}: checksum of '", bad.display());
        assert!(error.starts_with(&expected), "{error}");
    }
    let (code, [_, error]) = check("data/puct.weights", &engine.join("tests/data/small.outputs"));
    assert!(code == Some(1) && error.contains("line 1: value of '"), "{error}");
    let (code, [_, error]) = check("Cargo.toml", &engine.join("tests/data/small.outputs"));
    assert!(code == Some(1) && error.contains("Cargo.toml: not a file of weights"), "{error}");
}
