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

    // The levels try them again; each puzzle is in one band.
    let table = quoridor(folder, "puzzles table puzzles.txt").success();
    let output = String::from_utf8_lossy(&table.get_output().stdout).into_owned();
    assert!(output.starts_with("| rating | puzzles | 1 (800) | 2 (965) |"), "{output}");
    let puzzles =
        |line: &str| line.split('|').nth(2).and_then(|cell| cell.trim().parse::<usize>().ok());
    assert_eq!(output.lines().filter_map(puzzles).sum::<usize>(), count, "{output}");

    // As large a search as the one that verified them.
    let checked = quoridor(folder, "puzzles check puzzles.txt --nodes 10000").success();
    let output = String::from_utf8_lossy(&checked.get_output().stdout).into_owned();
    assert_eq!(output, format!("{count} puzzles, 0 failed\n"));

    // A jump to b3 wins at once; a1 does not.
    fs::write(folder.join("wrong.txt"), "- / - / b1 b2 / 0 0 / 1 / 3x3 ; a1 ; 900\n").unwrap();
    let failed = quoridor(folder, "puzzles check wrong.txt").failure().code(1);
    let output = String::from_utf8_lossy(&failed.get_output().stdout).into_owned();
    assert!(output.starts_with("move 1 is not the only one: - / -"), "{output}");

    // The files of another command are not used.
    fs::write(folder.join("puzzles.txt.partial"), "# 0 5000 2 1 6 3\n").unwrap();
    let refused = quoridor(folder, make).failure().code(2);
    let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(error.contains("it belongs to other games or options"), "{error}");
}

#[test]
fn a_shipped_puzzle_is_shown() {
    let folder = tempdir().unwrap();
    let puzzle = &quoridor_puzzles::puzzles()[0];
    let shown = |more: &str| {
        let arguments = format!("puzzles show {} {more}", puzzle.id());
        let shown = quoridor(folder.path(), &arguments).success();
        String::from_utf8_lossy(&shown.get_output().stdout).into_owned()
    };
    let first = puzzle.solution()[0].to_string();
    assert!(shown("").starts_with(&puzzle.position().to_string()));
    assert!(shown("").contains("one move wins") && !shown("").contains("solution"));
    assert!(shown("--solution").contains(&format!("solution: {first}")));
}

#[test]
fn bad_files_are_named() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("bad.txt"), "e2 ; e3\n").unwrap();
    for (arguments, expected) in [
        ("puzzles check bad.txt", "bad.txt: line 1: a puzzle has three parts"),
        ("puzzles check none.txt", "none.txt: "),
        ("puzzles make none.pgn --out out.txt", "none.pgn: "),
        ("puzzles make none.pgn --walls 6-1 --out out.txt", "'--walls <N-M>': expected the fewest"),
        ("puzzles show none", "there is no puzzle 'none': a name is like "),
    ] {
        let failed = quoridor(folder.path(), arguments).failure().code(2);
        let error = String::from_utf8_lossy(&failed.get_output().stderr).into_owned();
        assert!(error.contains(expected), "{error}");
    }
}
