//! The board, by mouse.

use crate::page::Page;

#[test]
fn a_whole_game_by_mouse() {
    let page = Page::at("/");
    page.begin(&["5x5", "here"]);
    page.wait_for_turn();
    // A click, a wall, a pawn that is dragged, and a jump over the other pawn.
    page.click_on("c2");
    page.wait_for_moves(1);
    page.click_on("a1h");
    page.wait_for_moves(2);
    page.drag("c2", "c3");
    page.wait_for_moves(3);
    page.click_on("c4");
    page.wait_for_moves(4);
    page.click_on("d2v");
    page.wait_for_moves(5);
    page.click_on("c2");
    page.wait_for_moves(6);
    page.click_on("c4");
    page.wait_for_moves(7);
    page.click_on("c1");
    page.wait_for_text("#result", "North wins");
    assert_eq!(page.moves(), ["c2", "a1h", "c3", "c4", "d2v", "c2", "c4", "c1"]);
    assert_eq!(page.evaluate("document.querySelectorAll('.walls .wall').length"), 2);
    // One wall less is left.
    assert_eq!(
        page.evaluate("document.querySelectorAll('.player.South .walls-left .piece').length"),
        2
    );

    page.click("#rematch");
    page.wait_for(
        "document.querySelector('#result') === null && document.querySelectorAll('.moves \
         button').length === 0",
    );
    page.wait_for_turn();
}

#[test]
fn a_wall_shows_what_it_would_do() {
    let page = Page::at("/");
    page.begin(&["9x9", "level", "1"]);
    page.wait_for_turn();
    page.hover("e8h");
    page.wait_for_text("#status", "e8h: you +1, opponent +1");
    page.wait_for_some(".ghost-wall.legal");
    // The paths round the wall, nine steps each, and those of now.
    for seat in ["South", "North"] {
        page.wait_for(&format!(
            "document.querySelector('.path.{seat}:not(.before)').dataset.steps === '9'"
        ));
        page.wait_for(&format!(
            "document.querySelector('.path.before.{seat}').dataset.steps === '8'"
        ));
    }
    assert_eq!(page.text(".tip"), "you +1opponent +1");

    page.press("r");
    page.wait_for_text("#status", "e8v: you +0, opponent +0");
    page.press("r");
    page.wait_for_text("#status", "e8h");
    page.press("Escape");
    page.wait_for(
        "document.querySelector('.ghost-wall') === null && \
         document.querySelector('.path') === null",
    );
    assert_eq!(page.moves().len(), 0);
}

#[test]
fn an_illegal_wall_says_why() {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.play("e3h", 1);
    page.wait_for_turn();
    page.hover("e3v");
    page.wait_for_some(".ghost-wall.illegal");
    page.wait_for_text("#status", "Walls cannot cross.");
    page.hover("f3h");
    page.wait_for_text("#status", "There is already a wall here.");
    page.wait_for_text(".tip.bad", "There is already a wall here.");
    page.click_on("f3h");
    page.hover("a1h");
    page.wait_for_some(".ghost-wall.legal");
    assert_eq!(page.moves(), ["e3h"]);
}

#[test]
fn a_wall_that_seals_somebody_off_shows_where() {
    let page = Page::at("/analysis?position=a1%20/%20-%20/%20a1%20e9%20/%209%2010%20/%201");
    page.wait_for_turn();
    page.hover("b1v");
    page.wait_for_text("#status", "That would leave South without a path.");
    // The two squares that South could still reach.
    page.wait_for_count(".no-way-out", 2);
}

#[test]
fn undo_hint_flip_and_resign() {
    let page = Page::at("/");
    page.begin(&["9x9", "level", "1"]);
    page.wait_for_turn();
    page.click("#hint");
    page.wait_for_some(".plan.hint");
    page.click_on("e2");
    page.wait_for_moves(2);
    page.wait_for_turn();
    page.click("#undo");
    page.wait_for_none(".moves button");
    let before = page.spot("a1");
    page.click("#flip");
    page.wait_for(
        "document.querySelector('.board [data-square=a1]').getBoundingClientRect().x > \
         document.querySelector('.board [data-square=i1]').getBoundingClientRect().x",
    );
    assert_ne!(page.spot("a1"), before);
    page.wait_for_turn();
    page.resign();
    page.wait_for_text("#result", "Level 1 wins");
}
