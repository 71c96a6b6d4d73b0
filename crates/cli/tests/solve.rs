//! A solver that is killed again and again writes the same file as one that is not.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use quoridor_engine::random::Random;
use quoridor_test_support::wait_until;

fn solver(file: &Path, threads: usize) -> Command {
    let mut command = Command::new(cargo_bin!("quoridor"));
    command.args(["solve", "--board", "5x5", "--walls", "3", "--json"]);
    command.args(["--threads", &threads.to_string(), "--memory", "0.05", "--file"]).arg(file);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn twenty_kills_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let unbroken = folder.path().join("unbroken.solved");
    let output = solver(&unbroken, 2).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let expected = fs::read(&unbroken).unwrap();
    let mut random = Random::new(5);
    let (mut kills, mut amid, mut files) = (0, 0, 0);
    while kills < 20 {
        let path = folder.path().join(format!("{files}.solved"));
        let partial = folder.path().join(format!("{files}.solved.partial"));
        files += 1;
        while kills < 20 && !path.exists() {
            let before = fs::metadata(&partial).map_or(0, |data| data.len());
            let mut child = solver(&path, 1 + random.below(2)).spawn().unwrap();
            // Now and then until something new is written, else at any moment.
            if random.below(2) == 0 {
                wait_until("something new", || {
                    let now = fs::metadata(&partial).map_or(0, |data| data.len());
                    path.exists() || now > before
                });
            } else {
                thread::sleep(Duration::from_millis(random.below(300) as u64));
            }
            // SIGKILL. It may be over already.
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            amid += usize::from(partial.exists());
        }
        let output = solver(&path, 2).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(fs::read(&path).unwrap() == expected, "another file after {kills} kills");
        assert!(!partial.exists());
    }
    assert!(amid > 0, "no kill came amid the work");
}

#[test]
fn bad_input_gets_one_line() {
    let run = |arguments: &[&str]| {
        let output = Command::new(cargo_bin!("quoridor")).arg("solve").args(arguments).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, error) = run(&["--verify", "/nowhere"]);
    assert_eq!(code, Some(1));
    assert_eq!(error, "error: /nowhere: No such file or directory (os error 2)\n");
    let (code, error) = run(&["--board", "5x5", "--walls", "6", "--memory", "0.01"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("write them to a file with --file"), "{error}");
    let position = "- / - / b1 b3 / 2 2 / 1 / 3x3";
    let (code, error) = run(&["--board", "3x3", "--walls", "1", "--position", position]);
    assert_eq!(code, Some(2));
    assert!(error.ends_with("is not a position of the game on 3x3 with 1 walls each\n"), "{error}");
    let (code, error) = run(&["--board", "3x3"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("--walls <N>"), "{error}");
    let (code, error) = run(&["--value-only", "--position", position, "--walls", "1"]);
    assert_eq!(code, Some(2));
    assert!(error.ends_with("is not a position of the game on 3x3 with 1 walls each\n"), "{error}");
    let large = ["--board", "9x9", "--walls", "10", "--value-only", "--memory", "0.001"];
    let (code, error) = run(&large);
    assert_eq!(code, Some(1));
    assert!(error.ends_with("allow more with --memory\n"), "{error}");
    let (code, error) = run(&["--board", "3x3", "--walls", "1", "--value-only", "--players", "3"]);
    assert_eq!((code, &*error), (Some(2), "error: --value-only: only for games for two\n"));
}

/// The search finds the same first line as the solver, for the start and for other positions.
#[test]
fn a_value_alone_is_that_of_the_solution() {
    let first_line = |arguments: &str, more: &[&str]| {
        let output = Command::new(cargo_bin!("quoridor"))
            .arg("solve")
            .args(arguments.split('|'))
            .args(more)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().lines().next().unwrap().to_owned()
    };
    for game in [
        "--board|4x3|--walls|3",
        "--board|3x5|--walls|2",
        "--board|4x3|--walls|3|--north-walls|4",
        "--position|a1 / - / b1 b3 / 1 2 / 2 / 3x3",
        "--board|3x5|--walls|3|--position|- / b2 / b2 b4 / 3 2 / 1 / 3x5",
    ] {
        assert_eq!(first_line(game, &["--value-only"]), first_line(game, &[]), "{game}");
    }
}
