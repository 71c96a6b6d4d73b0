//! Games are saved, loaded, and continued after anything that happens to the terminal.

use crate::{play, quoridor, type_moves};

#[test]
fn saved_and_loaded() {
    let terminal = play("--board 5x5");
    terminal.wait_for("South to move");
    type_moves(&terminal, "c2 c4 a1h");
    terminal.line("save my game.pgn");
    terminal.wait_for("saved as ");
    let text = std::fs::read_to_string(terminal.folder().join("my game.pgn")).unwrap();
    assert!(text.contains("1. c2 c4 2. a1h"), "{text}");
    type_moves(&terminal, "c3");
    terminal.line("save my game.pgn");
    terminal.wait_for("saved as ");
    terminal.line("load nothing.pgn");
    terminal.wait_for("nothing.pgn: No such file");
    terminal.line("menu");
    terminal.wait_for("Load a game");
    terminal.keys(&["Down", "Down", "Down", "Down", "Down", "Enter"]);
    terminal.line("my game.pgn");
    terminal.wait_for("North played c3");
    terminal.line("quit");
    terminal.wait_for_end();
    // Another run does not write over a file that it has not written.
    terminal.start(quoridor(), "play --board 3x3");
    terminal.wait_for("South to move");
    terminal.line("save my game.pgn");
    terminal.wait_for("my game.pgn already exists: save! my game.pgn replaces it");
}

/// The program is killed, and its terminal too: every move that was made is there in the next one.
#[test]
fn killed_and_continued() {
    let terminal = play("--vs hola-2016-path --board 5x5 --walls 3");
    terminal.wait_for("South to move");
    terminal.line("a1h");
    terminal.wait_for("North played c4");
    terminal.signal("-KILL");
    let terminal = terminal.reopen();
    terminal.start(quoridor(), "play --continue");
    terminal.wait_for("1. a1h  c4");
    terminal.line("b1");
    let screen = terminal.wait_for("2. b1   c3");
    assert!(screen.contains("hola-2016-path"), "{screen}");
    terminal.signal("-KILL");
    let terminal = terminal.reopen();
    terminal.start(quoridor(), "play");
    terminal.wait_for("Continue the last game: human - hola-2016-path, 4 moves");
    terminal.keys(&["Enter"]);
    terminal.wait_for("2. b1   c3");
    let path = terminal.folder().join("data/quoridor/games.sqlite");
    let store = quoridor_store::Store::open_existing(&path).unwrap();
    let count = store.count(&quoridor_store::Filter::default()).unwrap();
    assert_eq!(count, 1, "it is the same game");
}

#[test]
fn names_and_comments_of_a_file_do_nothing_to_the_terminal() {
    let terminal = crate::Terminal::new(80, 24);
    let title = terminal.flag("pane_title");
    let text = "[South \"\x1b[31mAnn\x1b]2;owned\x07\"]\n\n1. e2 {\x1b[2J\x1b[?1049lhello \
                \x1b]2;owned\x07there} *\n";
    std::fs::write(terminal.folder().join("bad.pgn"), text).unwrap();
    terminal.start(quoridor(), "play --load bad.pgn");
    terminal.wait_for("bad.pgn: line 1, game 1: ");
    assert_eq!(terminal.flag("alternate_on"), "0");
    assert_eq!(terminal.flag("pane_title"), title);
}
