//! Games that were begun are found again.

use serde_json::json;

use crate::page::{Page, Screen};
use crate::server::TestServer;

#[test]
fn games_in_progress_are_on_the_start_page() {
    let page = Page::at("/");
    page.begin(&["9x9", "level", "1"]);
    page.play("e2", 2);
    let game = page.evaluate("location.pathname");
    page.go("/");
    page.wait_for_text(".open-game", "Level 1");
    page.click(".open-game");
    page.wait_for_moves(2);
    assert_eq!(page.evaluate("location.pathname"), game);
    // Once it is over, it is not there any more; neither is one without moves.
    page.wait_for_turn();
    page.resign();
    page.wait_for_some("#result");
    page.go("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    page.go("/");
    page.begin(&["9x9", "here"]);
    page.play("e2", 1);
    page.go("/");
    page.wait_for_some(".open-game");
    assert_eq!(page.evaluate("document.querySelectorAll('.open-game').length"), 1);
}

#[test]
fn the_list_shows_south_first_and_no_game_without_moves() {
    let page = Page::at("/");
    page.begin(&["9x9", "level", "1", "North"]);
    page.wait_for_moves(1);
    page.play("e8", 3);
    page.go("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    page.go("/games");
    page.wait_for_some(".game-list tbody tr");
    let rows = page.evaluate(
        "[...document.querySelectorAll('.game-list tbody tr')].map((row) => \
         [...row.querySelectorAll('.who')].map((who) => who.textContent))",
    );
    assert_eq!(rows, json!([["Level 1", "North"]]));
}

#[test]
fn the_filter_finds_the_names_that_rows_show() {
    let page = Page::at("/");
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
        page.wait_for_some(".game-list .note");
        let rows = page.evaluate("document.querySelectorAll('.game-list tbody tr').length");
        assert_eq!(rows, found, "{typed}");
    }
}

/// The text that *Export games* saves.
fn exported(page: &Page) -> String {
    page.go("/games");
    page.evaluate(
        "{ const make = URL.createObjectURL; URL.createObjectURL = (blob) => {
           window.saved = blob.text(); return make.call(URL, blob); }; }",
    );
    page.click("#export-games");
    page.wait_for("window.saved");
    page.evaluate("window.saved").as_str().expect("a text").to_owned()
}

/// Adds records to the store; how many were added, and how many were there.
fn import(page: &Page, text: &str) -> (u64, u64) {
    let imported = page.evaluate(&format!(
        "import('/lib/api.js').then(({{ post }}) => post('store/games', {{ text: {} }}))",
        json!(text)
    ));
    assert_eq!(imported["problems"], json!([]));
    (imported["added"].as_u64().expect("a number"), imported["known"].as_u64().expect("a number"))
}

/// All games leave in one file, and come back from it: here they are known, elsewhere they are new.
#[test]
fn all_games_are_exported_and_imported() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.play_small_game();
    // One in progress is not among them: it is not over yet.
    page.go("/");
    page.begin(&["5x5", "here"]);
    page.play("c2", 1);
    let records = "[South \"Ann\"]\n[North \"Bob\"]\n\n1. e2 e8 {a comment} 2. e3 *\n\n[South \
                   \"Cid\"]\n[North \"Eve\"]\n\n1. e2 e8 2. e4h 0-1\n";
    assert_eq!(import(&page, records), (2, 0));
    let text = exported(&page);
    page.wait_for_text("#toasts", "Games exported: 3");
    assert!(text.contains("Ann") && text.contains("a comment") && text.contains("c5"), "{text}");
    assert_eq!(import(&page, &text), (0, 3));
    page.expect_no_problems();
    let server = TestServer::start();
    let other = Page::open(&server, Screen::Desktop, "/");
    assert_eq!(import(&other, &text), (3, 0));
    assert_eq!(exported(&other), text);
    page.forget_problems();
}
