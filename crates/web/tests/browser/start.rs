//! From the first page to the first move.

use crate::page::{Page, Screen};
use crate::server::TestServer;

#[test]
fn the_first_move_is_two_clicks_away() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.click("#play");
    page.wait_for_turn();
    page.click_on("e2");
    page.wait_for_moves(2);
    assert_eq!(page.moves()[0], "e2");
    page.expect_no_problems();
}

#[test]
fn another_level_makes_it_three() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.click("[data-part=level] [data-value='1']");
    page.click("#play");
    page.wait_for_turn();
    page.click_on("e2");
    page.wait_for_moves(2);
    assert_eq!(page.text(".player.North .name b"), "Level 1");
    page.expect_no_problems();
}

#[test]
fn choices_are_remembered() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["7x7", "here", "3+2"]);
    assert_eq!(page.evaluate("document.querySelectorAll('.board .square').length"), 49);
    assert_eq!(page.text(".player.South .clock"), "3:00");
    page.go("/");
    let chosen =
        page.evaluate("[...document.querySelectorAll('.start [aria-checked=true]')].map((each) => each.dataset.value)");
    assert_eq!(chosen, serde_json::json!(["7x7", "here", "South", "3+2"]));
    page.expect_no_problems();
}

#[test]
fn a_player_of_the_literature_moves_first_if_one_wants_to_be_second() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.click("[data-value=player]");
    page.wait_for("document.querySelector('[data-part=player] select') !== null");
    page.evaluate(
        "(() => { const select = document.querySelector('[data-part=player] select'); select.value = 'hola-2016-path';
           select.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    page.begin(&["North"]);
    page.wait_for_moves(1);
    page.wait_for_turn();
    assert_eq!(page.text(".player.South .name b"), "hola-2016-path");
    // Who sits in the north sees the board from there.
    assert!(page.spot("a9").0 > page.spot("i9").0);
    page.expect_no_problems();
}
