//! Everything without a mouse.

use crate::page::Page;

/// Goes on with the tabulator until an element has the focus.
fn tab_to(page: &Page, selector: &str) {
    for _ in 0..60 {
        if page.evaluate(&format!("document.activeElement.matches({selector:?})")) == true {
            return;
        }
        page.press("Tab");
    }
    panic!("the tabulator never reaches {selector}");
}

#[test]
fn a_whole_game_by_keyboard() {
    let page = Page::at("/");
    page.wait_for_some("#play");
    tab_to(&page, "[data-part=opponent] button");
    page.press("ArrowRight");
    page.press("ArrowRight");
    tab_to(&page, ".options > summary");
    page.press("Enter");
    tab_to(&page, "[data-part=board] button");
    page.press("ArrowRight");
    page.press("ArrowRight");
    tab_to(&page, "#play");
    page.press("Enter");
    page.wait_for_turn();
    assert_eq!(page.evaluate("document.querySelectorAll('.board .square').length"), 25);

    page.press("ArrowUp");
    page.wait_for_moves(1);
    page.wait_for_turn();
    // A typed wall is shown while it is typed.
    page.type_text("a1h");
    page.wait_for_some(".ghost-wall.legal");
    page.press("Enter");
    page.wait_for_moves(2);
    page.wait_for_turn();
    // The field still has the focus: arrows move the pawn all the same.
    page.press("ArrowUp");
    page.wait_for_moves(3);
    page.wait_for_turn();
    page.press("ArrowDown");
    page.wait_for_moves(4);
    page.wait_for_turn();
    // A wall that is moved by the arrows: in front of c3, one to the right, turned.
    page.press("w");
    page.wait_for_text("#status", "c3h");
    page.press("ArrowRight");
    page.wait_for_text("#status", "d3h");
    page.press("r");
    page.wait_for_text("#status", "d3v");
    page.press("Escape");
    page.wait_for_none(".ghost-wall");
    page.press("w");
    page.press("ArrowRight");
    page.press("r");
    page.press("Enter");
    page.wait_for_moves(5);
    page.wait_for_turn();
    // North jumps over South.
    page.press("ArrowDown");
    page.wait_for_moves(6);
    page.wait_for_turn();
    page.press("u");
    page.wait_for_count(".moves button.move", 5);
    page.wait_for_turn();
    page.press("ArrowDown");
    page.wait_for_moves(6);
    page.wait_for_turn();
    page.type_text("c4");
    page.press("Enter");
    page.wait_for_moves(7);
    page.wait_for_turn();
    page.press("ArrowDown");
    page.wait_for_text("#result", "North wins");
    assert_eq!(page.moves(), ["c2", "a1h", "c3", "c4", "d3v", "c2", "c4", "c1"]);
}

#[test]
fn the_keys_are_shown() {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    page.press("?");
    page.wait_for_some("dialog[open] .keys");
    assert!(page.text("dialog .keys").contains("rotate the wall"));
    page.press("Escape");
    page.wait_for_none("dialog");
}

#[test]
fn what_is_typed_wrongly_is_explained() {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    page.type_text("e5");
    page.press("Enter");
    page.wait_for_text("#toasts", "Your pawn cannot go to e5. It can go to");
    page.evaluate("document.querySelector('#typed-move').value = 'hello'");
    page.press("Enter");
    page.wait_for_text("#toasts", "“hello” is not a move");
    assert_eq!(page.moves().len(), 0);
}

#[test]
fn a_screen_reader_hears_moves_and_distances() {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    page.press("l");
    page.wait_for_text(".in-words", "South on e1, 8 steps to go, 10 walls left.");
    page.type_text("e2");
    page.press("Enter");
    page.wait_for_text("#speech", "South moves to e2.");
    page.wait_for_text("#speech", "South on e2, 7 steps to go, 10 walls left.");
    page.wait_for_turn();
    page.type_text("e3h");
    page.press("Enter");
    page.wait_for_text("#speech", "North places a horizontal wall above e3: e3h.");
    let label = page.evaluate("document.querySelector('.board').getAttribute('aria-label')");
    assert!(label.as_str().is_some_and(|label| label.contains("Walls: e3h.")), "{label}");
}
