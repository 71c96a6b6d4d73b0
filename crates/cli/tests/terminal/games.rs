//! Whole games.

use crate::{play, type_moves};

#[test]
fn from_the_menu_through_a_whole_game_by_keys() {
    let terminal = play("");
    terminal.wait_for("Play against the computer");
    // Play together, on a board that is typed, with one wall.
    terminal.keys(&["Down", "Enter"]);
    terminal.wait_for("Start the game");
    terminal.keys(&["Up", "Up", "Up", "Enter", "BSpace", "BSpace", "BSpace"]);
    terminal.line("3x3");
    terminal.wait_for("‹ 3x3 ›");
    terminal.keys(&["Down", "Enter", "BSpace", "BSpace"]);
    terminal.line("1");
    terminal.wait_for("‹ 1 ›");
    terminal.keys(&["Down", "Down", "Enter"]);
    terminal.wait_for("Turn 1: South to move");
    terminal.keys(&["Left", "Enter"]);
    terminal.wait_for("South played a1");
    // A wall: it waits between b2 and c3, and is turned.
    terminal.keys(&["Tab"]);
    terminal.wait_for("wall b2h: Enter places it");
    terminal.keys(&["r"]);
    terminal.wait_for("wall b2v: Enter places it");
    terminal.keys(&["r", "Enter"]);
    terminal.wait_for("North played b2h");
    terminal.keys(&["Up", "Enter"]);
    terminal.wait_for("South played a2");
    terminal.keys(&["Right", "Enter"]);
    terminal.wait_for("North played c3");
    terminal.keys(&["Up", "Enter"]);
    terminal.wait_for("South wins: the pawn is on its goal");
}

#[test]
fn by_typing_with_undo_redo_and_a_hint() {
    let terminal = play("--board 5x5 --walls 2");
    terminal.wait_for("South to move");
    type_moves(&terminal, "c2 c4 a1h");
    terminal.line("a1v");
    terminal.wait_for("illegal: it crosses the wall a1h");
    terminal.line("c1");
    terminal.wait_for("illegal: the pawn on c4 cannot go to c1: it can go to c3 b4 d4 c5");
    terminal.line("undo");
    terminal.wait_for("North played c4");
    terminal.line("redo");
    terminal.wait_for("South played a1h");
    terminal.line("hint");
    terminal.wait_for("hint: ");
    type_moves(&terminal, "c3");
    // Over North's pawn, and to the goal.
    type_moves(&terminal, "c4");
    type_moves(&terminal, "b3");
    terminal.line("c5");
    terminal.wait_for("South wins: the pawn is on its goal");
    terminal.line("c4");
    terminal.wait_for("the game is over: South wins");
}

/// Hoľa's words: steps by direction, walls by number from the top left.
#[test]
fn in_holas_notation() {
    let terminal = play("");
    terminal.wait_for("Play together");
    terminal.keys(&["Down", "Enter", "Enter"]);
    terminal.wait_for("South to move");
    for (typed, played) in [
        ("u", "South played e2"),
        ("d", "North played e8"),
        ("h3", "South played d8h"),
        ("v24", "North played a5v"),
    ] {
        terminal.line(typed);
        terminal.wait_for(played);
    }
    terminal.line("ul");
    terminal.wait_for("illegal (d3 in standard notation): the pawn on e2 cannot go to d3");
    terminal.line("notation hola");
    terminal.line("e3");
    terminal.wait_for("not a move: in the hola dialect a move is a step like u");
}

#[test]
fn by_the_mouse() {
    let terminal = play("--board 3x3 --walls 1");
    terminal.wait_for("South to move");
    // Squares are 7 by 3 here, the first from column 3 and row 3 on, with a groove between them.
    let square =
        |column: usize, row_from_top: usize| (3 + 8 * column + 3, 3 + 4 * row_from_top + 1);
    terminal.click(square(0, 2));
    terminal.wait_for("South played a1");
    // In the groove below the top row, at the right end of b: the wall over b2 and c2.
    terminal.click((3 + 8 + 6, 6));
    terminal.wait_for("North played b2h");
    terminal.click(square(2, 2));
    terminal.wait_for("c1: the pawn on a1 cannot go to c1: it can go to b1 a2");
    for (place, played) in [(square(0, 1), "South played a2"), (square(2, 0), "North played c3")] {
        terminal.click(place);
        terminal.wait_for(played);
    }
    terminal.click(square(0, 0));
    terminal.wait_for("South wins: the pawn is on its goal");
}

#[test]
fn the_menu_by_the_mouse() {
    let terminal = play("");
    let together = terminal.find("Play together");
    terminal.click(together);
    let start = terminal.find("Start the game");
    terminal.click(start);
    terminal.wait_for("Turn 1: South to move");
}

#[test]
fn four_people() {
    let terminal = play("--players 4 --board 5x5");
    terminal.wait_for("South to move");
    type_moves(&terminal, "c2 a4 d5 e2 c3 a5 e5 e1 c4 a4 d5 e2");
    terminal.line("c5");
    terminal.wait_for("South wins: the pawn is on its goal");
}

#[test]
fn against_a_player_that_moves_first() {
    let terminal = play("--vs hola-2016-path --side second --board 5x5 --walls 0");
    terminal.wait_for("South played c2");
    terminal.line("b5");
    terminal.wait_for("2. c3");
    terminal.line("b4");
    terminal.wait_for("3. c4");
    terminal.line("b3");
    terminal.wait_for("South wins: the pawn is on its goal");
    terminal.line("undo");
    terminal.wait_for("Turn 3: North to move");
}

#[test]
fn watching_two_players() {
    let terminal =
        play("--watch hola-2016-path --watch hola-2016-path:seed=2 --board 5x5 --pace 20");
    terminal.wait_for("wins: the pawn is on its goal");
}

#[test]
fn watching_from_the_menu_can_be_held_and_goes_on() {
    let terminal = play("--watch random --watch random:seed=2 --pace 10000");
    terminal.wait_for("thinking");
    terminal.keys(&["Space"]);
    terminal.wait_for("paused");
    terminal.keys(&["Space"]);
    terminal.wait_for("thinking");
}

/// The computer would think for an hour: meanwhile one can type, look at the help, and make it
/// play.
#[test]
fn thinking_does_not_freeze_the_screen_and_can_be_interrupted() {
    let terminal = play("--vs champion:time=3600,hash=1");
    terminal.wait_for("South to move");
    terminal.line("e2");
    // A frame shows for a moment how long it has thought; that it thinks stays.
    terminal.wait_for("thinking, ");
    terminal.line("e3");
    terminal.wait_for("it is North's turn");
    terminal.keys(&["?"]);
    terminal.wait_for("Keys and commands");
    terminal.keys(&["x"]);
    terminal.wait_for("depth ");
    terminal.keys(&["Escape"]);
    terminal.wait_for("North played ");
    terminal.line("d2");
    terminal.wait_for("thinking");
    terminal.line("undo");
    terminal.wait_for("Turn 2: South to move");
}
