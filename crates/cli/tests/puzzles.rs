//! `quoridor puzzles`: found in the games of a match, verified, and damaged.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use tempfile::tempdir;

fn quoridor(folder: &Path, arguments: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::new(cargo_bin!("quoridor"));
    command.current_dir(folder).args(arguments.split_whitespace()).assert()
}

#[test]
fn made_checked_and_resumed() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let games = "match alphabeta:level=1 alphabeta:level=2 --games 8 --board 5x5 --walls 3 --seed \
                 4 \
                 --out games.pgn";
    quoridor(folder, games).success();
    let make = "puzzles make games.pgn --nodes 5000 --verification 2 --glance 1 --out puzzles.txt";
    quoridor(folder, make).success();
    let made = fs::read_to_string(folder.join("puzzles.txt")).unwrap();
    let count = made.lines().filter(|line| !line.starts_with('#')).count();
    assert!(count > 0, "{made}");
    assert!(!folder.join("puzzles.txt.partial").exists());

    // As large a search as the one that verified them.
    let checked = quoridor(folder, "puzzles check puzzles.txt --nodes 10000").success();
    let output = String::from_utf8_lossy(&checked.get_output().stdout).into_owned();
    assert_eq!(output, format!("{count} puzzles, 0 failed\n"));

    // A jump to b3 wins at once; a1 does not.
    fs::write(folder.join("wrong.txt"), "- / - / b1 b2 / 0 0 / 1 / 3x3 ; a1 ; 1\n").unwrap();
    let failed = quoridor(folder, "puzzles check wrong.txt").failure().code(1);
    let output = String::from_utf8_lossy(&failed.get_output().stdout).into_owned();
    assert!(output.starts_with("move 1 is not the only one: - / -"), "{output}");

    // The files of another command are not used.
    fs::write(folder.join("puzzles.txt.partial"), "# 0 5000 2 1 3\n").unwrap();
    let refused = quoridor(folder, make).failure().code(2);
    let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(error.contains("it belongs to other games or options"), "{error}");
}

#[test]
fn bad_files_are_named() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("bad.txt"), "e2 ; e3\n").unwrap();
    for (arguments, expected) in [
        ("puzzles check bad.txt", "bad.txt: line 1: a puzzle has three parts"),
        ("puzzles check none.txt", "none.txt: "),
        ("puzzles make none.pgn --out out.txt", "none.pgn: "),
    ] {
        let failed = quoridor(folder.path(), arguments).failure().code(2);
        let error = String::from_utf8_lossy(&failed.get_output().stderr).into_owned();
        assert!(error.contains(expected), "{error}");
    }
}
