//! The screen: sizes, colours, characters.

use crate::{play, quoridor};

#[test]
fn resized_while_it_runs() {
    let terminal = play("");
    terminal.wait_for("Play together");
    terminal.resize(40, 15);
    terminal.wait_for("The terminal is too small.");
    terminal.resize(120, 40);
    terminal.wait_for("Play together");
    terminal.keys(&["Down", "Enter", "Enter"]);
    terminal.wait_for("South to move");
    terminal.resize(40, 15);
    terminal.wait_for("80 and 24 are needed.");
    terminal.resize(80, 24);
    terminal.wait_for("South to move");
}

#[test]
fn colours_unless_they_are_not_wanted() {
    let coloured = "\x1b[38;5;";
    let terminal = play("--board 5x5");
    terminal.wait_for("South to move");
    assert!(terminal.coloured_screen().contains(coloured));
    terminal.keys(&["C-c"]);
    terminal.wait_for_end();
    terminal.line("NO_COLOR=1; export NO_COLOR");
    terminal.start(quoridor(), "play --board 5x5");
    terminal.wait_for("South to move");
    let screen = terminal.coloured_screen();
    assert!(!screen.contains("[38;") && !screen.contains("[48;"), "{screen:?}");
}

#[test]
fn ascii() {
    let terminal = play("--board 5x5 --ascii --vs hola-2016-path");
    terminal.wait_for("South to move");
    terminal.line("a1h");
    let screen = terminal.wait_for("North played");
    assert!(screen.is_ascii() && screen.contains("=="), "{screen}");
}
