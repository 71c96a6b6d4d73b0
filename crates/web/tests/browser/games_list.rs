//! Games that were begun are found again.

use serde_json::json;

use crate::page::{Page, Screen};
use crate::server::TestServer;

#[test]
fn games_in_progress_are_on_the_start_page() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["9x9", "level", "1"]);
    page.wait_for_turn();
    page.click_on("e2");
    page.wait_for_moves(2);
    let game = page.evaluate("location.pathname");
    page.go("/");
    page.wait_for_text(".open-game", "Level 1");
    page.click(".open-game");
    page.wait_for_moves(2);
    assert_eq!(page.evaluate("location.pathname"), game);
    // Once it is over, it is not there any more; neither is one without moves.
    page.wait_for_turn();
    page.click("#resign");
    page.click("#resign");
    page.wait_for("document.querySelector('#result') !== null");
    page.go("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    page.go("/");
    page.evaluate("new Promise((done) => setTimeout(() => done(null), 500))");
    assert_eq!(page.evaluate("document.querySelectorAll('.open-game').length"), 0);
    page.expect_no_problems();
}

#[test]
fn the_list_shows_south_first_and_no_game_without_moves() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["9x9", "level", "1", "North"]);
    page.wait_for_moves(1);
    page.wait_for_turn();
    page.click_on("e8");
    page.wait_for_moves(3);
    page.go("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    page.go("/games");
    page.wait_for("document.querySelector('.game-list tbody tr') !== null");
    let rows = page.evaluate(
        "[...document.querySelectorAll('.game-list tbody tr')].map((row) => \
         [...row.querySelectorAll('.who')].map((who) => who.textContent))",
    );
    assert_eq!(rows, json!([["Level 1", "North"]]));
    page.expect_no_problems();
}

#[test]
fn the_filter_finds_the_names_that_rows_show() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    let record = "[South \"alphabeta:level=3\"]\n[North \"Anna Karenina\"]\n\n1. e2 e8 *\n\n[South \
                  \"glendenning-2005\"]\n[North \"random\"]\n\n1. e2 e8 2. e3 *\n";
    page.evaluate(&format!(
        "fetch('/api/store/games', {{ method: 'POST', headers: {{ 'content-type': \
         'application/json' }},
           body: JSON.stringify({{ text: {} }}) }}).then((answer) => answer.json())",
        json!(record)
    ));
    for (typed, found) in [
        ("level 3", 1),
        ("Level", 1),
        ("karen", 1),
        ("Glenden", 1),
        ("random", 1),
        ("", 2),
        ("zzz", 0),
    ] {
        page.go(&format!("/games?player={}", typed.replace(' ', "%20")));
        page.wait_for("document.querySelector('.game-list .note') !== null");
        let rows = page.evaluate("document.querySelectorAll('.game-list tbody tr').length");
        assert_eq!(rows, found, "{typed}");
    }
    page.expect_no_problems();
}
