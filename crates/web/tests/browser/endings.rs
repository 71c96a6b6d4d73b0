//! Games that are over, and what is possible then.

use serde_json::json;

use crate::page::Page;

#[test]
fn back_after_a_rematch_leads_to_the_rematch() {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.play("e2", 1);
    page.resign();
    let first = page.evaluate("location.pathname");
    page.click("#rematch");
    page.wait_for(&format!("location.pathname !== {first}"));
    page.wait_for_turn();
    let second = page.evaluate("location.pathname");
    page.evaluate("history.back()");
    page.wait_for(&format!("location.pathname === {first} && document.querySelector('#result')"));
    assert!(!page.text(".notices").contains("Waiting"));
    page.click("#rematch");
    page.wait_for(&format!("location.pathname === {second}"));
    page.wait_for_turn();
}

#[test]
fn undo_is_possible_only_if_there_is_something_to_undo() {
    let page = Page::at("/");
    // The computer has moved, the player has not.
    page.begin(&["9x9", "level", "1", "North"]);
    page.wait_for_moves(1);
    page.wait_for_turn();
    assert_eq!(page.evaluate("document.querySelector('#undo').disabled"), true);
    page.click_on("e8");
    page.wait_for_moves(3);
    page.wait_for_turn();
    assert_eq!(page.evaluate("document.querySelector('#undo').disabled"), false);
}

#[test]
fn nobody_looks_active_after_a_resignation() {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    assert_eq!(page.evaluate("document.querySelectorAll('.player.active').length"), 1);
    page.resign();
    page.wait_for_some("#result");
    assert_eq!(page.evaluate("document.querySelectorAll('.player.active').length"), 0);
}

#[test]
fn every_page_has_a_title_and_errors_a_way_on() {
    let page = Page::at("/games");
    assert_eq!(page.evaluate("document.title"), "Games – Quoridor");
    page.go("/nowhere");
    page.wait_for_text("h1", "Page not found");
    assert_eq!(page.evaluate("document.title"), "Page not found – Quoridor");
    page.expect_no_problems();
    page.go("/play/4711");
    page.wait_for_text("h1", "Game not found");
    page.click(".problem a.primary");
    page.wait_for_some("#play");
    let problems = page.problems();
    assert!(problems.iter().all(|problem| problem.contains("status of 4")), "{problems:#?}");
    assert_eq!(page.evaluate("document.querySelectorAll('h1').length"), json!(1));
}
