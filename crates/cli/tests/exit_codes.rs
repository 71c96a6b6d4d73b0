//! docs/exit-codes.md is true: every command has code 0 for its help and 2 for wrong use, and each
//! row of the table of code 1 is tried.

use std::fs;
use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};

use assert_cmd::cargo::cargo_bin;
use quoridor_test_support::{Program, wait_until};

const PAGE: &str = include_str!("../../../docs/exit-codes.md");
const BAD_GAMES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/one-bad-game.pgn");

fn program() -> Program {
    Program::new(cargo_bin!("quoridor"))
}

fn code(arguments: &[&str]) -> Option<i32> {
    program().run(arguments).status.code()
}

/// The commands that `--help` lists.
fn commands() -> Vec<String> {
    let help = String::from_utf8(program().run(&["--help"]).stdout).unwrap();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| line.starts_with("  "));
    let names = listed.filter(|line| !line.starts_with("   "));
    names.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

#[test]
fn help_is_0_and_wrong_use_2() {
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands.iter().filter(|command| *command != "help") {
        assert_eq!(code(&[command, "--help"]), Some(0), "{command}");
        assert_eq!(code(&[command, "--no-such-option"]), Some(2), "{command}");
    }
    assert_eq!(code(&["no-such-command"]), Some(2));
}

/// Each row is tried with the commands that it names.
#[test]
fn failures_are_1() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let text = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        path(name)
    };
    let perft = text("wrong.perft", "name start\nvariant 9x9, 2 players, 10 walls\nperft 130\n");
    let solved = text("damaged.solved", "nothing of the kind\n");
    let plan = text(
        "plan.toml",
        "format = 'round-robin'\nrounds = 1\n[[players]]\nplayer = 'cmd:false'\n\
         [[players]]\nplayer = 'random'\n",
    );
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (store, nowhere) = (path("games.sqlite"), path("nowhere.sqlite"));
    // A file where a folder must be.
    let below_a_file = format!("{perft}/out");
    let cases: &[&[&str]] = &[
        &["convert", "--to", "standard", BAD_GAMES],
        &["perft", "1", "--file", &perft],
        &["games", "import", BAD_GAMES, "--store", &store],
        &["games", "show", "1", "--store", &nowhere],
        &["games", "export", "--store", &nowhere],
        &["games", "list", "--store", &nowhere],
        &["games", "stats", "--store", &nowhere],
        &["games", "explore", "--store", &nowhere],
        &["match", "cmd:false", "random", "--games", "2"],
        &["tournament", "--config", &plan],
        &["compliance", "false"],
        &["solve", "--verify", &solved],
        &["solve", "--board", "3x3", "--walls", "0", "--file", &solved],
        &["evolve", "--preset", "saadatinia-2020", "--out", &below_a_file],
        &["learn", "perceptron", "--out", &below_a_file],
        &["reproduce", "saadatinia-2020-filter", "--scale", "0.000001", "--out", &below_a_file],
        &[
            "book",
            "make",
            "--lines",
            "1",
            "--plies",
            "4-4",
            "--nodes",
            "10",
            "--out",
            &below_a_file,
        ],
        &["serve", "--port", &port, "--no-open", "--store", &store],
        &["man", &below_a_file],
    ];
    for arguments in cases {
        let output = program().run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.lines().any(|line| line.starts_with("error: ")), "{arguments:?}: {error}");
    }
    let rows = PAGE.lines().skip_while(|line| !line.starts_with("## Code 1"));
    let rows = rows.take_while(|line| !line.starts_with("## Examples"));
    for row in rows.filter(|line| line.starts_with("| `")) {
        let command = row.split('`').nth(1).unwrap().split(' ').next().unwrap();
        assert!(cases.iter().any(|case| case[0] == command), "{row}");
    }
}

/// A search of hours that asks nothing meanwhile: the first Ctrl-C cannot end it, the second does.
#[test]
fn a_second_ctrl_c_is_130() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let search = "learn self-play --agent alphabeta --nodes 1000000000 --games 1 --out";
    let arguments: Vec<&str> = search.split(' ').chain(out.to_str()).collect();
    let mut child = program().command(&arguments).spawn().unwrap();
    wait_until("that it listens for Ctrl-C", || {
        assert_eq!(child.try_wait().unwrap(), None);
        catches_sigint(&child)
    });
    assert_eq!(interrupted(&mut child).code(), Some(130));
}

/// A shell reports this as 130, too.
#[test]
fn commands_that_keep_nothing_end_by_the_signal() {
    // The system may have told the tests to ignore SIGINT, as it tells background jobs.
    let mut command = Command::new("env");
    command.arg("--default-signal=INT").arg(cargo_bin!("quoridor")).args(["perft", "12"]);
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let name = || fs::read_to_string(format!("/proc/{}/comm", child.id())).unwrap();
    wait_until("the program in place of env", || name() == "quoridor\n");
    let status = interrupted(&mut child);
    assert_eq!((status.code(), status.signal()), (None, Some(SIGINT)));
}

const SIGINT: i32 = 2;

/// Sends SIGINT until the program has ended; of two that come at once, the system delivers one.
fn interrupted(child: &mut Child) -> ExitStatus {
    loop {
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
    }
}

/// Whether a program has its own way to deal with SIGINT.
fn catches_sigint(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() >> (SIGINT - 1) & 1 == 1
}

/// One page for each command, in the format of manual pages, with its options.
#[test]
fn manual_pages_cover_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("man1");
    assert_eq!(code(&["man", out.to_str().unwrap()]), Some(0));
    for command in commands().iter().filter(|command| *command != "help") {
        let page = fs::read_to_string(out.join(format!("quoridor-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
    let serve = fs::read_to_string(out.join("quoridor-serve.1")).unwrap();
    assert!(serve.contains("port") && serve.contains("8717"), "{serve}");
    assert!(out.join("quoridor-games-import.1").is_file());
}
