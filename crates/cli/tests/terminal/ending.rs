//! The terminal is given back, however it ends.

use crate::play;

#[test]
fn after_control_c() {
    let terminal = play("--board 5x5");
    terminal.wait_for("South to move");
    assert_eq!(
        (terminal.flag("alternate_on"), terminal.flag("mouse_any_flag")),
        ("1".to_owned(), "1".to_owned())
    );
    terminal.keys(&["C-c"]);
    terminal.is_restored_with_status(0);
}

#[test]
fn after_quit_in_the_menu() {
    let terminal = play("");
    terminal.wait_for("Play together");
    terminal.keys(&["q"]);
    terminal.is_restored_with_status(0);
}

/// The status that a shell gives to a program that SIGTERM has ended: 128 + 15.
#[test]
fn after_sigterm() {
    let terminal = play("--board 5x5");
    terminal.wait_for("South to move");
    terminal.signal("-TERM");
    terminal.is_restored_with_status(143);
}

/// Also in the middle of a search.
#[test]
fn after_sigterm_while_the_computer_thinks() {
    let terminal = play("--vs champion:time=3600,hash=1 --side second");
    terminal.wait_for("depth ");
    terminal.signal("-TERM");
    terminal.is_restored_with_status(143);
}
