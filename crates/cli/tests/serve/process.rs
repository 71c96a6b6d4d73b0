//! How the process begins and ends.

use std::net::TcpListener;
use std::process::Command;

use crate::serve;

#[test]
fn a_busy_port_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_quoridor"))
        .args(["serve", "--port", &port, "--store"])
        .arg(folder.path().join("games.sqlite"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&port) && error.contains("--port") && error.lines().count() == 1,
        "{error}"
    );
}

/// Plain `quoridor` serves: where no store can be, it says so as `serve` does.
#[test]
fn without_a_command_the_game_is_served() {
    for arguments in [&[][..], &["serve"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quoridor"));
        let output = command
            .args(arguments)
            .env_remove("XDG_DATA_HOME")
            .env_remove("HOME")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains("--store"), "{arguments:?}");
    }
}

#[test]
fn a_store_that_cannot_be_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quoridor"));
    let output = command
        .current_dir(folder.path())
        .args(["serve", "--store", "missing/games.sqlite"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("missing/games.sqlite"));
}

#[cfg(unix)]
#[test]
fn an_end_that_is_asked_for_is_clean() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = serve(&folder.path().join("games.sqlite"));
    let pid = served.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(served.process.wait().unwrap().code(), Some(0));
}
