//! Pointing at walls with a mouse: what a click means, and what stays as it is.

use serde_json::json;

use crate::page::{Page, Screen};

const GHOST: &str = "document.querySelector('.ghost-wall')?.dataset.wall ?? null";

fn game() -> Page {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    page
}

#[test]
fn a_click_beside_the_middle_of_a_square_places_no_wall() {
    let page = game();
    let (x, y) = page.spot("c6");
    for away in [8.0, 14.0, 20.0] {
        page.click_at((x, y - away));
        page.click_at((x - away, y));
    }
    // In the groove it does; a wall of an earlier click would be the first move. The computer may
    // have answered already.
    page.click_on("c6h");
    page.wait_for_moves(1);
    assert_eq!(page.moves()[0], "c6h");
}

#[test]
fn a_wall_does_not_flip_along_a_groove() {
    let page = game();
    let ((left, y), (right, _)) = (page.spot("a4h"), page.spot("h4h"));
    let mut seen = Vec::new();
    let mut x = left;
    while x < right {
        page.point_at((x, y - 8.0));
        page.settle();
        let wall = page.evaluate(GHOST);
        if seen.last() != Some(&wall) {
            seen.push(wall);
        }
        x += 9.0;
    }
    assert_eq!(
        seen,
        ["a4h", "b4h", "c4h", "d4h", "e4h", "f4h", "g4h", "h4h"].map(|wall| json!(wall))
    );
}

#[test]
fn a_wall_that_was_turned_stays_turned() {
    let page = game();
    page.hover("d4h");
    page.wait_for(&format!("({GHOST}) === 'd4h'"));
    page.press("r");
    page.wait_for(&format!("({GHOST}) === 'd4v'"));
    for (groove, wall) in [("e4h", "e4v"), ("f5h", "f5v"), ("b2v", "b2v")] {
        page.hover(groove);
        page.wait_for(&format!("({GHOST}) === '{wall}'"));
    }
    // The right button does the same: it is turned again, and follows the grooves from now on.
    page.hover("f5h");
    page.wait_for(&format!("({GHOST}) === 'f5v'"));
    page.right_drag(page.spot("f5h"), page.spot("f5h"));
    page.wait_for(&format!("({GHOST}) === 'f5h'"));
    page.hover("c3v");
    page.wait_for(&format!("({GHOST}) === 'c3v'"));
}

#[test]
fn walls_wait_for_a_confirmation_if_one_likes() {
    let page = Page::at("/");
    page.evaluate("localStorage.setItem('quoridor.settings', JSON.stringify({ confirm: true }))");
    page.reload();
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    page.click_on("d4h");
    page.wait_for_some(".ghost-wall.held");
    assert_eq!(page.moves().len(), 0);
    page.click("#place-wall");
    page.wait_for_moves(1);
    page.wait_for_turn();
    page.click_on("f6h");
    page.wait_for_some(".ghost-wall.held");
    page.click_on("f6h");
    page.wait_for_moves(2);
}

/// A game against a friend who does nothing until it is told to.
fn with_friend() -> (Page, Page) {
    let page = Page::at("/");
    page.begin(&["9x9", "friend", "North"]);
    let friend = page.meet(Screen::Desktop);
    friend.wait_for_turn();
    (page, friend)
}

#[test]
fn a_move_in_advance_is_made_when_it_is_possible() {
    let (page, friend) = with_friend();
    // The wall can be aimed at during the friend's turn.
    page.hover("d4h");
    page.wait_for_some(".ghost-wall.early");
    page.click_on("d4h");
    page.wait_for_some("rect.premove");
    page.wait_for_text("#status", "Premove: d4h");
    assert_eq!(page.moves().len(), 0);
    friend.click_on("e2");
    friend.wait_for_moves(2);
    page.wait_for_moves(2);
    assert_eq!(page.moves(), ["e2", "d4h"]);
    assert_eq!(page.evaluate("document.querySelector('.premove rect, rect.premove')"), json!(null));
    // A pawn as well.
    friend.wait_for_turn();
    page.click_on("e8");
    page.wait_for_text("#status", "Premove: e8");
    friend.click_on("e3");
    page.wait_for_moves(4);
    assert_eq!(page.moves(), ["e2", "d4h", "e3", "e8"]);
}

#[test]
fn a_move_in_advance_is_dropped_when_it_is_not() {
    let (page, friend) = with_friend();
    page.click_on("d4h");
    page.wait_for_some("rect.premove");
    friend.click_on("d4v");
    friend.wait_for_moves(1);
    page.wait_for_text("#toasts", "The premove d4h is no longer possible.");
    page.wait_for_turn();
    assert_eq!(page.moves(), ["d4v"]);
    // Escape takes one back.
    page.click_on("e8");
    page.wait_for_moves(2);
    friend.wait_for_turn();
    page.click_on("e7");
    page.wait_for_some("rect.premove");
    page.press("Escape");
    page.wait_for_none("rect.premove");
    friend.click_on("e2");
    page.wait_for_turn();
    assert_eq!(page.moves(), ["d4v", "e8", "e2"]);
}

#[test]
fn the_right_button_draws_arrows_and_circles() {
    let page = game();
    page.right_drag(page.spot("c5"), page.spot("c7"));
    page.wait_for_count(".marks g.mark", 1);
    page.right_drag(page.spot("g5"), page.spot("g5"));
    page.wait_for_count(".marks circle.mark", 1);
    page.right_drag(page.spot("c5"), page.spot("c7"));
    page.wait_for_none(".marks g.mark");
    // A click clears the board.
    page.click_on("c7");
    page.wait_for_none(".marks *");
    assert_eq!(page.moves().len(), 0);
}

#[test]
fn the_wheel_steps_through_the_game() {
    let page = game();
    for (count, mv) in [(1, "e2"), (2, "e8"), (3, "e3")] {
        page.click_on(mv);
        page.wait_for_moves(count);
        page.wait_for_turn();
    }
    page.wheel(page.spot("e5"), -100.0);
    page.wait_for_text("#status", "Viewing move 2");
    page.wheel(page.spot("e5"), 100.0);
    page.wait_for_text("#status", "to move");
}
