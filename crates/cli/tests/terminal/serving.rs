//! `quoridor serve` from a terminal opens the page.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use quoridor_test_support::Terminal;

use crate::quoridor;

/// A terminal on which `xdg-open` writes down what it was asked to open.
fn terminal_with_a_display() -> Terminal {
    let terminal = Terminal::new(80, 24);
    let opener = terminal.folder().join("bin/xdg-open");
    fs::create_dir(terminal.folder().join("bin")).unwrap();
    // Whole or not at all.
    fs::write(&opener, "#!/bin/sh\necho \"$1\" > opening && mv opening opened\n").unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    terminal.line("export DISPLAY=:7 PATH=\"$PWD/bin:$PATH\"");
    terminal
}

/// The address that the server says it is at.
fn address(screen: &str) -> Option<String> {
    let rest = screen.split("Quoridor is at ").nth(1)?;
    rest.split_once(" (Ctrl-C to end)").map(|(address, _)| address.to_owned())
}

#[test]
fn the_page_opens_by_itself() {
    let terminal = terminal_with_a_display();
    terminal.start(quoridor(), "serve --port 0 --data games");
    let opened = terminal.folder().join("opened");
    terminal
        .wait_until("the page is opened", |screen| address(screen).is_some() && opened.exists());
    let said = address(&terminal.screen()).unwrap();
    assert_eq!(fs::read_to_string(opened).unwrap().trim(), said);
    assert!(terminal.folder().join("games/games.sqlite").exists());
    terminal.keys(&["C-c"]);
    terminal.wait_for_end();
}

#[test]
fn unless_it_is_not_wanted() {
    let terminal = terminal_with_a_display();
    terminal.start(quoridor(), "serve --port 0 --data games --no-open");
    terminal.wait_until("it is served", |screen| address(screen).is_some());
    terminal.keys(&["C-c"]);
    terminal.wait_for_end();
    assert!(!terminal.folder().join("opened").exists());
}

/// This machine's own page is at the loopback address; others get addresses of the network, if it
/// is in one.
#[test]
fn other_devices_are_served_on_request() {
    let terminal = Terminal::new(120, 24);
    terminal.start(quoridor(), "serve --lan --port 0 --data games --no-open");
    terminal.wait_until("it is served", |screen| address(screen).is_some());
    let screen = terminal.screen();
    assert!(address(&screen).unwrap().starts_with("http://127.0.0.1:"), "{screen}");
    assert!(screen.contains("there are no passwords"), "{screen}");
    for line in screen.lines().filter(|line| line.starts_with("Others find it at ")) {
        assert!(!line.contains("127.0.0.1") && !line.contains("0.0.0.0"), "{line}");
    }
    terminal.keys(&["C-c"]);
    terminal.wait_for_end();
}
