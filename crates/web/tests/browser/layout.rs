//! Nothing moves that one has not moved oneself, and nothing is too wide.

use serde_json::json;

use crate::page::{Page, Screen};
use crate::server::TestServer;

/// Begins to note how far things jump. Chromium leaves out what follows an input within half a
/// second; here it counts as well.
const WATCH: &str = "void (window.shifts = [], new PerformanceObserver((list) => { for (const { \
                     value, sources } of list.getEntries())
    window.shifts.push([value, ...sources.map(({ node }) => node?.parentElement?.className + ' > ' \
                     + (node?.className || node?.nodeName))]); }).observe({ type: 'layout-shift' \
                     }))";

#[test]
fn nothing_moves_during_a_whole_game() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["9x9", "here", "5+3"]);
    page.wait_for_turn();
    page.settle();
    page.evaluate(WATCH);
    let moves = [
        "e2", "e8", "e3", "e7", "c3h", "f6v", "e4", "d7", "a1h", "c7", "e5", "c6", "g7v", "c5",
        "e6", "b5", "e7", "b4", "e8", "a4",
    ];
    // The tip follows a wall that is carried along a groove.
    for wall in ["b4h", "c4h", "d4h", "e4h"] {
        page.hover(wall);
        page.wait_for_text("#status", wall);
        page.settle();
    }
    for (count, mv) in moves.iter().enumerate() {
        page.hover(mv);
        page.click_on(mv);
        page.wait_for_moves(count + 1);
        page.wait_for_turn();
    }
    page.press("PageUp");
    page.wait_for_text("#status", "Viewing move");
    page.press("Escape");
    page.wait_for_turn();
    page.click_on("e9");
    page.wait_for("document.querySelector('#result') !== null");
    page.settle();
    assert_eq!(page.evaluate("window.shifts"), json!([]));
    page.expect_no_problems();
}

#[test]
fn nothing_moves_during_a_game_on_a_phone() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Phone, "/");
    page.begin(&["5x5", "here"]);
    page.wait_for_turn();
    page.settle();
    page.evaluate(WATCH);
    for (count, mv) in ["c2", "c4", "a1h", "d4v", "c3", "b4", "c4", "b3"].iter().enumerate() {
        page.tap_on(mv);
        if mv.len() == 3 {
            page.wait_for("document.querySelector('.ghost-wall.held') !== null");
            page.tap("#place-wall");
        }
        page.wait_for_moves(count + 1);
        page.wait_for_turn();
    }
    page.tap_on("c5");
    page.wait_for("document.querySelector('#result') !== null");
    page.settle();
    assert_eq!(page.evaluate("window.shifts"), json!([]));
    page.expect_no_problems();
}

#[test]
fn the_engine_starts_without_pushing_anything() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/analysis");
    page.wait_for("document.querySelector('.explorer p')?.textContent !== '…'");
    let place = "document.querySelector('#tree').getBoundingClientRect().top";
    let before = page.evaluate(place);
    page.click("#engine");
    page.wait_for("document.querySelectorAll('#lines li').length === 3");
    page.wait_for("/depth \\d+/.test(document.querySelector('#engine-figures').textContent)");
    assert_eq!(page.evaluate(place), before);
    page.click("#engine");
    page.wait_for("document.querySelectorAll('#lines li').length === 0");
    assert_eq!(page.evaluate(place), before);
    page.expect_no_problems();
}

#[test]
fn no_page_is_wider_than_a_small_phone_in_any_language() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Phone, "/");
    // The window of a phone grows with a page that is too wide; its screen does not.
    let wide = "document.documentElement.scrollWidth > screen.width";
    for language in ["de", "es", "en"] {
        page.evaluate(&format!(
            "localStorage.setItem('quoridor.settings', JSON.stringify({{ language: '{language}', \
             start: {{ clock: '10+5' }} }}))"
        ));
        for path in ["/", "/learn", "/learn/step", "/puzzles", "/watch", "/games", "/analysis"] {
            page.go(path);
            page.wait_for("document.querySelector('#view button') !== null");
            assert_eq!(page.evaluate(wide), false, "{language} {path}");
        }
        page.go("/");
        page.tap("#play");
        page.wait_for_turn();
        assert_eq!(page.evaluate(wide), false, "{language} game");
        // Names are not cut to nothing.
        let cut = "[...document.querySelectorAll('.player .name > :first-child')].filter((name) => \
                   name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)";
        assert_eq!(page.evaluate(cut), json!([]), "{language}");
        page.tap("#settings-button");
        page.wait_for("document.querySelector('dialog[open]') !== null");
        assert_eq!(page.evaluate(wide), false, "{language} settings");
    }
    page.expect_no_problems();
}

#[test]
fn tips_stay_on_the_board_and_toasts_off_the_status_line() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    for wall in ["a1h", "h1v", "a8v", "h8h"] {
        page.hover(wall);
        page.wait_for("document.querySelector('.tip:not([hidden])')?.hasChildNodes()");
        page.settle();
        let outside = "(() => { const tip = \
                       document.querySelector('.tip').getBoundingClientRect(); const board = \
                       document.querySelector('.board-box').getBoundingClientRect();
            return tip.left < board.left - 1 || tip.right > board.right + 1; })()";
        assert_eq!(page.evaluate(outside), false, "{wall}");
    }
    page.type_text("e5");
    page.press("Enter");
    page.wait_for("document.querySelector('.toast') !== null");
    let covered = "(() => { const a = document.querySelector('.toast').getBoundingClientRect(); \
                   const b = document.querySelector('#status').getBoundingClientRect();
        return a.bottom > b.top && a.top < b.bottom; })()";
    assert_eq!(page.evaluate(covered), false);
    page.expect_no_problems();
}

#[test]
fn a_key_draws_no_line_under_the_header() {
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    page.click_on("e2");
    page.wait_for_moves(1);
    page.press("p");
    page.settle();
    let outline = page.evaluate("getComputedStyle(document.querySelector('#view')).outlineStyle");
    assert_eq!(outline, "none");
    page.expect_no_problems();
}
